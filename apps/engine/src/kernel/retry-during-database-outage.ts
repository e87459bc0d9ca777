import { classifyDatabaseError } from '@ecp/database/classify-database-error';
import { isLeaseLost } from '@ecp/database/executor-lease';

const firstWaitMs = 100;
const longestWaitMs = 5_000;

/** Returns true for an error after which the same work may succeed: the database is away, or it chose a victim. */
export function isTransientDatabaseError(error: unknown): boolean {
  return classifyDatabaseError(error) === 'unavailable' || (error instanceof Error && isRolledBack(error));
}

/** SQLSTATE class 40: a deadlock or a conflict between transactions. */
function isRolledBack(error: Error): boolean {
  return 'code' in error && String(error.code).startsWith('40');
}

/**
 * Repeats work while the database does not serve, however long that takes (LEA-6). The work must be safe to repeat.
 * `onWait` receives each error. After the loss of the lease it never settles, because the work is another process's and
 * this one ends (LEA-4).
 */
export async function retryDuringDatabaseOutage<Result>(
  work: () => Promise<Result>,
  onWait: (error: unknown) => void = () => undefined,
): Promise<Result> {
  for (let waitMs = firstWaitMs; ; waitMs = Math.min(waitMs * 2, longestWaitMs)) {
    try {
      return await work();
    } catch (error) {
      if (isLeaseLost(error)) return new Promise<never>(() => undefined);
      if (!isTransientDatabaseError(error)) throw error;
      onWait(error);
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }
}
