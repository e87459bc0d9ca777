/**
 * Why a PDF could not be made: `too_large` and `timeout` lie with the document, `busy` with the moment (too many documents
 * are waiting; try again later), `failed` with us (the cause is in the message, for the log and not for the reader).
 */
export type DocumentErrorKind = 'too_large' | 'timeout' | 'busy' | 'failed';

/** The only error that the renderer throws, besides the reason of an aborted signal. */
export class DocumentError extends Error {
  readonly kind: DocumentErrorKind;

  constructor(kind: DocumentErrorKind, message: string) {
    super(message);
    this.name = 'DocumentError';
    this.kind = kind;
  }
}
