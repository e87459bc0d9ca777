/** Runs what it is given, at most so many at once; the others wait in the order in which they came. */
export type ConcurrencyLimit = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Makes a limit of `max` pieces of work at once. */
export function limitConcurrency(max: number): ConcurrencyLimit {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= max) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
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
