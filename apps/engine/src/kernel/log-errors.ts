/** What the log says of an error. */
export interface LoggedError {
  type: string;
  message: string;
  code?: string;
  stack?: string;
}

/**
 * Takes of an error what helps and holds no text of a tenant: errors of Postgres and of providers also carry rows,
 * prompts, answers and headers in further fields, and in their causes.
 */
export function serializeError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an error' };
  const { name, message, stack } = error;
  const code = 'code' in error ? String(error.code) : undefined;
  return { type: name, message, ...(code !== undefined && { code }), ...(stack !== undefined && { stack }) };
}
