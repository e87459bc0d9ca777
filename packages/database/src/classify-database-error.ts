import type pg from 'pg';

/**
 * SQLSTATEs of a database that may answer later: connection (08), refused login (28), missing
 * database (3D000), disk, memory and connections (53), read-only (25006), ended session or
 * statement (25P03, 25P04, 57014), shutdown and start (57P01 to 57P05), failing disk (58030). No
 * work is to blame for them.
 */
const unavailableStates = /^(08...|28...|3D000|53...|25006|25P0[34]|57014|57P0[1-5]|58030)$/;

/**
 * SQLSTATE of a missing right. A role that was changed lacks it, or a statement breaks row-level
 * security.
 */
const missingRight = '42501';
/**
 * The places in Postgres that refuse a row or a statement by row-level security, which no role
 * mends.
 */
const rowSecurityRoutines = new Set(['ExecWithCheckOptions', 'check_enable_rls']);

/**
 * SQLSTATEs by which the server may have ended the session. Severity is in the server's language.
 */
const sessionEndStates = /^(08...|25P0[34]|53...|57P0[1-5]|58...)$/;

const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'EAI_AGAIN',
  'ENOTFOUND',
]);

const databaseUnavailableCode = 'DATABASE_UNAVAILABLE';

/**
 * A connection could not be had in time, or was lost without a message of the server. `cause` is
 * the error of pg.
 */
export class DatabaseUnavailableError extends Error {
  override readonly name = 'DatabaseUnavailableError';
  readonly code = databaseUnavailableCode;

  constructor(cause: unknown) {
    super('The database does not answer, or refuses the connection', { cause });
  }
}

/**
 * True for an error after which the session may be gone and the state of its transaction is
 * unknown.
 */
export function mayEndSession({ code = '' }: pg.DatabaseError): boolean {
  return sessionEndStates.test(code);
}

/**
 * True where row-level security has refused to write a row: of another tenant, or behind a wall.
 */
export function isRefusedByRowSecurity(error: unknown): boolean {
  if (!(error instanceof Error && 'code' in error && 'routine' in error)) return false;
  return error.code === missingRight && rowSecurityRoutines.has(String(error.routine));
}

/**
 * Tells whether the database does not serve now, also by an error's causes. Waiting helps
 * `unavailable` only.
 */
export function classifyDatabaseError(error: unknown): 'unavailable' | 'other' {
  const seen = new Set<unknown>();
  const left = [error];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (!(next instanceof Error) || seen.has(next)) continue;
    seen.add(next);
    const code = 'code' in next ? String(next.code) : '';
    if (code === databaseUnavailableCode || networkCodes.has(code) || unavailableStates.test(code))
      return 'unavailable';
    if (code === missingRight && !isRefusedByRowSecurity(next)) return 'unavailable';
    left.push(next.cause, ...(next instanceof AggregateError ? next.errors : []));
  }
  return 'other';
}
