/** An error that a provider sent within the stream of an answer. `reason` is its sentence, or null if it has none. */
export class StreamedError extends Error {
  override readonly name = 'StreamedError';
  readonly reason: string | null;

  constructor(sent: unknown) {
    super('The provider sent an error within its answer', { cause: sent });
    this.reason = readReason(sent);
  }
}

function readReason(sent: unknown): string | null {
  if (typeof sent === 'string') return sent;
  const hasMessage = typeof sent === 'object' && sent !== null && 'message' in sent;
  return hasMessage && typeof sent.message === 'string' ? sent.message : null;
}
