/**
 * Another process has taken this one for dead and its call with it: whatever this one does is not wanted any more
 * (architecture, recovery of a dead engine process).
 */
export class CallTakenOverError extends Error {
  override readonly name = 'CallTakenOverError';
  constructor() {
    super('The call was given up by another process');
  }
}
