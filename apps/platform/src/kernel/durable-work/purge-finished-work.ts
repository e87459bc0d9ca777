import type { DurableQueue } from '@ecp/durable-work/durable-queue';

/** How long the id of ended work stays known. Afterwards the same id is new work. */
const keptMs = 10 * 60_000;
const batchSize = 1_000;

/**
 * Deletes work that ended more than ten minutes before `now`, with its input: mails contain addresses and names, which
 * nothing needs any more.
 */
export async function purgeFinishedWork(queue: DurableQueue, now: Date): Promise<void> {
  const completedBefore = new Date(now.getTime() - keptMs);
  for (;;) {
    const ended = await queue.list({ states: ['ended'], completedBefore, limit: batchSize });
    if (ended.length > 0) await queue.remove(ended.map(({ id }) => id));
    if (ended.length < batchSize) return;
  }
}
