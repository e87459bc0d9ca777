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
