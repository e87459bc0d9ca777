/**
 * Repeats work every `intervalMs`, never twice at once, and passes its errors to `onError`. Returns a function that
 * aborts the signal of the work, ends the repetition, and resolves when the last round is over.
 */
export function runPeriodically(
  intervalMs: number,
  work: (ending: AbortSignal) => Promise<unknown>,
  onError: (error: unknown) => void,
): () => Promise<void> {
  const ending = new AbortController();
  let round: Promise<void> | null = null;
  const timer = setInterval(() => {
    round ??= work(ending.signal)
      .then(() => undefined, onError)
      .finally(() => {
        round = null;
      });
  }, intervalMs).unref();
  return async () => {
    clearInterval(timer);
    ending.abort();
    await round;
  };
}
