/**
 * Returns the code of a failed connection, such as ECONNREFUSED, from an error or what caused it.
 */
export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code } = error as NodeJS.ErrnoException;
  if (typeof code === 'string') return code;
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  return codeOf(error.cause);
}

/** Returns a short reason of a failure: its code if it has one, else the innermost message. */
export function reasonOf(error: unknown): string {
  const code = codeOf(error);
  if (code !== undefined) return code;
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message || error.name : reasonOf(error.cause);
}

const connectionFailures = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_SOCKET',
]);

/** Tells whether no connection was to be had, or it was lost. */
export const isConnectionFailure = (error: unknown): boolean =>
  connectionFailures.has(codeOf(error) ?? '');

/** Returns host and port of an address without its user, password, path and query. */
export function placeOf(address: string, defaultPort = ''): string {
  const { hostname, port, protocol } = new URL(address);
  const usualPort = { 'https:': '443', 'http:': '80' }[protocol] ?? defaultPort;
  return `${hostname}:${port || usualPort}`;
}
