/** An answer that is a file; read it once, as a stream or whole. */
export interface Download {
  /** As the service names it; null when it does not. */
  filename: string | null;
  mediaType: string;
  stream: ReadableStream<Uint8Array>;
  /** The whole file. Throws when the connection breaks before its end. */
  blob(): Promise<Blob>;
}

/** The body of a successful answer as a download. */
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

/** The extended form (RFC 8187) before the plain one. */
function readFilename(disposition: string): string | null {
  const [, extended] = /filename\*=UTF-8''([^;]+)/i.exec(disposition) ?? [];
  if (extended !== undefined) return decodeURIComponent(extended);
  const [, quoted, bare] = /filename="((?:[^"\\]|\\.)*)"|filename=([^;\s]+)/i.exec(disposition) ?? [];
  return quoted?.replace(/\\(.)/g, '$1') ?? bare ?? null;
}
