/** A file on its way in. */
export interface IncomingFile {
  /** As the sender named it, without folders: not to be trusted. */
  filename: string;
  content: AsyncIterable<Uint8Array>;
  /** How many bytes follow at most, where the request tells its length. */
  expectedBytes: number | undefined;
}

/** A multipart/form-data request that has not been read yet. */
export interface UploadedForm<Fields> {
  /**
   * Reads the form to its end, its one file through `store` as it comes; other fields may stand before and after it.
   * Settles only after `store` has. Errors: `file_required`, `invalid_request` (broken form, wrong fields), those of
   * `store`.
   */
  receive<Stored>(store: (file: IncomingFile) => Promise<Stored>): Promise<{ stored: Stored; fields: Partial<Fields> }>;
}
