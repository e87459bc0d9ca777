/** A refused request to the engine: its status, a code for the platform and a message for people. */
export class EngineRequestError extends Error {
  override readonly name = 'EngineRequestError';
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** What an unknown run, or another tenant's, answers. */
export const runNotFound = () => new EngineRequestError(404, 'not_found', 'Not found');
