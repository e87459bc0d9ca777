/**
 * Repeats work every `intervalMs`, never twice at once, and passes its errors to `onError`. Returns a function that
 * ends it and resolves when the last round is over.
 */
export function runPeriodically(
  intervalMs: number,
  work: () => Promise<unknown>,
  onError: (error: unknown) => void,
): () => Promise<void> {
  let round: Promise<void> | null = null;
  const timer = setInterval(() => {
    round ??= work()
      .then(() => undefined, onError)
      .finally(() => {
        round = null;
      });
  }, intervalMs).unref();
  return async () => {
    clearInterval(timer);
    await round;
  };
}
