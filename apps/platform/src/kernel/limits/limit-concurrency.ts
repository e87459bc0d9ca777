import { ApiError } from '@ecp/contract/errors';

/** Runs what it is given, at most so many at once; the others wait in the order in which they came. */
export type ConcurrencyLimit = <Result>(work: () => Promise<Result>) => Promise<Result>;

/**
 * Makes a limit of `max` pieces of work at once and `maxWaiting` that wait. Error: `service_unavailable` beyond that:
 * a flood is told so at once, instead of making everybody wait longer and longer.
 */
export function limitConcurrency(max: number, maxWaiting: number): ConcurrencyLimit {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= max) {
      if (waiting.length >= maxWaiting) throw new ApiError('service_unavailable', { headers: { 'retry-after': '10' } });
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running += 1;
    try {
      return await work();
    } finally {
      // Who waits next takes this place over, so the count stays.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
