import type { FastifyBaseLogger } from 'fastify';

/** Work that no answer waits for; `settled` resolves when none is under way. */
export interface BackgroundWork {
  start(name: string, work: () => Promise<void>): void;
  settled(): Promise<void>;
}

/**
 * Runs work beside the answers, so that their time tells nothing about it. A failure is logged: the person sees no
 * mail and asks again.
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
