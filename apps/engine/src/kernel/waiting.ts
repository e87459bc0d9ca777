import { classifyDatabaseError } from '@ecp/database/classify-database-error';
import { isLeaseLost } from '@ecp/database/executor-lease';

/**
 * Repeats work every `intervalMs`, and also does it once after `firstMs`, if given; never twice at once. Passes its errors
 * to `onError`. Returns a function that aborts the signal of the work, ends the repetition, and resolves when the last
 * round is over.
 */
export function runPeriodically(
  intervalMs: number,
  work: (ending: AbortSignal) => Promise<unknown>,
  onError: (error: unknown) => void,
  firstMs?: number,
): () => Promise<void> {
  const ending = new AbortController();
  let round: Promise<void> | null = null;
  const begin = () => {
    round ??= work(ending.signal)
      .then(() => undefined, onError)
      .finally(() => {
        round = null;
      });
  };
  const timer = setInterval(begin, intervalMs).unref();
  const first = firstMs === undefined ? undefined : setTimeout(begin, firstMs).unref();
  return async () => {
    clearInterval(timer);
    clearTimeout(first);
    ending.abort();
    await round;
  };
}

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
 * Repeats work while the database does not serve, however long that takes. The work must be safe to repeat.
 * `onWait` receives each error. After the loss of the lease it never settles, because the work is another process's and
 * this one ends.
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

/** Waits for a time, or until the signal is aborted. Never rejects. */
export async function waitOrAbort(durationMs: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, durationMs);
  signal.addEventListener('abort', () => resolve(), { once: true });
  await promise;
  clearTimeout(timer);
}
