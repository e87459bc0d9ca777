import type { FastifyBaseLogger } from 'fastify';

/** Work that no response waits for; `settled` resolves when none is running. */
export interface BackgroundWork {
  start(name: string, work: () => Promise<void>): void;
  settled(): Promise<void>;
}

/**
 * Runs work outside of responses, so that response times reveal nothing about it. A failure is only logged: the person
 * receives no mail and tries again.
 */
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
