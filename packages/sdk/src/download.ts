/** A file as an answer. Read it once, as a stream or whole. */
export interface Download {
  /** The service's name for the file; null if it gives none. */
  filename: string | null;
  mediaType: string;
  stream: ReadableStream<Uint8Array>;
  /** Reads the whole file. Throws if the connection breaks before its end. */
  blob(): Promise<Blob>;
}

/** Turns the body of a successful answer into a download. */
export function toDownload(response: Response): Download {
  return {
    filename: readFilename(response.headers.get('content-disposition') ?? ''),
    mediaType: response.headers.get('content-type') ?? 'application/octet-stream',
    get stream() {
      return response.body ?? new Blob([]).stream();
    },
    blob: () => response.blob(),
  };
}

/** Prefers the extended form (RFC 8187) to the plain one. */
function readFilename(disposition: string): string | null {
  const [, extended] = /filename\*=UTF-8''([^;]+)/i.exec(disposition) ?? [];
  if (extended !== undefined) return decodeURIComponent(extended);
  const [, quoted, bare] =
    /filename="((?:[^"\\]|\\.)*)"|filename=([^;\s]+)/i.exec(disposition) ?? [];
  return quoted?.replace(/\\(.)/g, '$1') ?? bare ?? null;
}
