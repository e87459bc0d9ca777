/** SQLSTATE classes: connection, transaction state and rollback, resources, operator intervention. */
const passingStates = /^(08|25|40|53|57)/;
/** Codes of the operating system, such as ECONNRESET. They are longer than a SQLSTATE. */
const systemCodes = /^E[A-Z_]{5,}$/;

const firstWaitMs = 100;
const waitLimitMs = 60_000;

/** Returns true for an error of Postgres or its connection that may not occur again when the work is repeated. */
export function isTransientDatabaseError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  // The code of our own pool: no connection was free in time, or one was lost without a code.
  if (code === 'DATABASE_UNAVAILABLE') return true;
  return passingStates.test(code) || systemCodes.test(code);
}

/**
 * Repeats work while the database is unreachable, for about a minute, then throws its error. The work must be safe to
 * repeat.
 */
export async function retryDuringDatabaseOutage<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let waitMs = firstWaitMs; ; waitMs *= 2) {
    try {
      return await work();
    } catch (error) {
      if (!isTransientDatabaseError(error) || waitMs > waitLimitMs / 2) throw error;
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }
}
