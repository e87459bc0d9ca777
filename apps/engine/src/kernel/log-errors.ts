/** The part of an error that is logged. */
export interface LoggedError {
  type: string;
  message: string;
  code?: string;
  stack?: string;
}

/**
 * Returns the useful parts of an error that contain no text of a tenant. In other fields and in their causes, errors of
 * Postgres and of providers also have rows, prompts, answers and headers.
 */
export function serializeError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an error' };
  const { name, message, stack } = error;
  const code = 'code' in error ? String(error.code) : undefined;
  return { type: name, message, ...(code !== undefined && { code }), ...(stack !== undefined && { stack }) };
}
