/**
 * Repeats work every `intervalMs`, at first after `firstMs`, never twice at once, and passes its errors to `onError`.
 * Returns a function that aborts the signal of the work, ends the repetition, and resolves when the last round is over.
 */
export function runPeriodically(
  intervalMs: number,
  work: (ending: AbortSignal) => Promise<unknown>,
  onError: (error: unknown) => void,
  firstMs: number = intervalMs,
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
  let timer = setTimeout(() => {
    timer = setInterval(begin, intervalMs).unref();
    begin();
  }, firstMs).unref();
  return async () => {
    clearTimeout(timer);
    ending.abort();
    await round;
  };
}
