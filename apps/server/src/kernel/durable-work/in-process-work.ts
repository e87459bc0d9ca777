import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';

/** Waits, or returns early when `signal` aborts. */
export async function waitUnlessAborted(waitMs: number, signal: AbortSignal): Promise<void> {
  await delay(waitMs, undefined, { signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
}

/**
 * Calls `work` now and every `intervalMs` until `signal` aborts. A failure is logged and the next
 * call tries again.
 */
export async function runPeriodically(
  intervalMs: number,
  work: () => Promise<unknown>,
  { signal, log }: { signal: AbortSignal; log: FastifyBaseLogger },
): Promise<void> {
  while (!signal.aborted) {
    await work().catch((error: unknown) =>
      log.warn({ err: error }, 'Housekeeping failed and will be repeated'),
    );
    await waitUnlessAborted(intervalMs, signal);
  }
}

/** Work that no response waits for; `settled` resolves when none is running. */
interface BackgroundWork {
  start(name: string, work: () => Promise<void>): void;
  settled(): Promise<void>;
}

/** Runs work outside of responses, so that their time reveals nothing. A failure is only logged. */
export function createBackgroundWork(log: FastifyBaseLogger): BackgroundWork {
  const running = new Set<Promise<void>>();
  return {
    start(name, work) {
      const done = work()
        .catch((error: unknown) => log.error({ err: error }, `${name} failed`))
        .finally(() => running.delete(done));
      running.add(done);
    },
    async settled() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
