import type pg from 'pg';

/**
 * SQLSTATEs of a database that does not answer now, and may answer the same statement later: connection exceptions (08),
 * resources such as disk, memory and connections (53), read-only (25006), a session or statement ended by a limit or a
 * person (25P03, 25P04, 57014), shutdown, crash and start (57P01 to 57P05), and a failing disk (58030).
 */
const unavailableStates = /^(08...|53...|25006|25P0[34]|57014|57P0[1-5]|58030)$/;

/**
 * SQLSTATEs by which the server may have ended the session, not only the statement. pg gives the severity in the language
 * of the server (`lc_messages`), so it does not decide.
 */
const sessionEndStates = /^(08...|25P0[34]|53...|57P0[1-5]|58...)$/;

const networkCodes = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT'],
  ...['EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ENETDOWN', 'EAI_AGAIN', 'ENOTFOUND'],
]);

/** Code of our own handle: no connection was free in time, or one was lost without a message of the server. */
export const databaseUnavailableCode = 'DATABASE_UNAVAILABLE';

/** True for an error of the server after which the session may be gone, and whether its transaction was undone is unknown. */
export function mayEndSession({ code = '' }: pg.DatabaseError): boolean {
  return sessionEndStates.test(code);
}

/**
 * Tells whether an error means that the database, or the network to it, does not serve now. Looks into causes and
 * joined errors too. Waiting helps against `unavailable`; `other` fails in the same way again (LEA-6).
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
    left.push(next.cause, ...(next instanceof AggregateError ? next.errors : []));
  }
  return 'other';
}
