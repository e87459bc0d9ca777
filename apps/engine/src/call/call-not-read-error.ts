/**
 * The record of a call, or the state of its run, must be read before the call can be made. It is thrown while a call is
 * made that was not looked up, and caught there.
 */
export class CallNotReadError extends Error {
  override readonly name = 'CallNotReadError';

  constructor() {
    super('The call must be looked up first');
  }
}
