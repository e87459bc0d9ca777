/**
 * Another process considered this one dead and took over its call. This process must discard its result
 * (architecture, recovery of a dead engine process).
 */
export class CallTakenOverError extends Error {
  override readonly name = 'CallTakenOverError';
  constructor() {
    super('Another process has taken over the call');
  }
}
