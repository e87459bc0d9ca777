/** A file that is being received. */
export interface IncomingFile {
  /** The sender's name of the file, without folders; untrusted. */
  filename: string;
  content: AsyncIterable<Uint8Array>;
  /** The most bytes that follow, if the request states its length. */
  expectedBytes: number | undefined;
}

/** A multipart/form-data request that has not been read yet. */
export interface UploadedForm<Fields> {
  /**
   * Reads the form to its end and passes its one file to `store` as it arrives; other fields may precede or follow it.
   * Settles only after `store` has. Errors: `file_required`, `invalid_request` (broken form, wrong fields), those of
   * `store`.
   */
  receive<Stored>(store: (file: IncomingFile) => Promise<Stored>): Promise<{ stored: Stored; fields: Partial<Fields> }>;
}
