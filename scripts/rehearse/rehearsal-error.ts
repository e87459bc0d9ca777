/** Ends a rehearsal before it starts. Its one-line message says what to change. */
export class RehearsalError extends Error {
  override readonly name = 'RehearsalError';
}
