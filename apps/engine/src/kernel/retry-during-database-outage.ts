/** SQLSTATE classes: connection, transaction state and rollback, resources, operator intervention. */
const passingStates = /^(08|25|40|53|57)/;
/** Codes of the system, such as ECONNRESET; longer than a SQLSTATE. */
const systemCodes = /^E[A-Z_]{5,}$/;

const firstWaitMs = 100;
const waitLimitMs = 60_000;

/** True for an error of Postgres or of the way to it that may be over when the work is repeated. */
export function isTransientDatabaseError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  // Of our own pool: no connection came in time, or one was lost without a code.
  if (code === 'DATABASE_UNAVAILABLE') return true;
  return passingStates.test(code) || systemCodes.test(code);
}

/** Repeats work that is safe to repeat while the database is out of reach, for about a minute; then throws its error. */
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
