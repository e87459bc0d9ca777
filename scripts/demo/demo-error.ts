/** Exit codes of the demo. */
export const exitCodes = { runFailed: 1, badInput: 2, noProduct: 3, timeLimit: 4, interrupted: 130 } as const;

/** Ends the demo with a message on the terminal and an exit code. */
export class DemoError extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode: number, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DemoError';
    this.exitCode = exitCode;
  }
}
