import { setTimeout as delay } from 'node:timers/promises';

/**
 * Repeats `release` after pauses until it succeeds, for at most `limitMs` (REQ-10): a request that the database refused
 * cannot give its claim back before the database serves again. Resolves with the last error, or null after a success.
 */
export async function releaseLater(
  release: () => Promise<void>,
  { pauseMs, limitMs }: { pauseMs: number; limitMs: number },
): Promise<unknown> {
  const deadlineMs = performance.now() + limitMs;
  for (;;) {
    await delay(pauseMs, undefined, { ref: false });
    const failure = await release().then(
      () => null,
      (error: unknown) => error,
    );
    if (failure === null || performance.now() > deadlineMs) return failure;
  }
}
