/**
 * Why a PDF could not be made. The document is the cause of `too_large` and `timeout`, the load of `busy` (too many
 * documents wait; try again later), and we of `failed` (the message has the cause for the log, not for the reader).
 */
export type DocumentErrorKind = 'too_large' | 'timeout' | 'busy' | 'failed';

/** The only error that the renderer throws, besides the reason of an aborted signal. */
export class DocumentError extends Error {
  readonly kind: DocumentErrorKind;
  /** Milliseconds until the next try is useful; only for `busy`. */
  readonly retryAfterMs: number | undefined;

  constructor(kind: DocumentErrorKind, message: string, options: { cause?: unknown; retryAfterMs?: number } = {}) {
    super(message, options);
    this.retryAfterMs = options.retryAfterMs;
    this.name = 'DocumentError';
    this.kind = kind;
  }
}
