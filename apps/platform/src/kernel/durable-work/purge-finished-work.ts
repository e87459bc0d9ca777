import type { DurableQueue } from '@ecp/durable-work/durable-queue';

/** How long the id of ended work stays known. Afterwards the same id is new work. */
const keptMs = 10 * 60_000;

/**
 * Deletes work that ended more than ten minutes before `now`, with its input: mails contain addresses and names, which
 * nothing needs any more.
 */
export async function purgeFinishedWork(queue: DurableQueue, now: Date): Promise<void> {
  await queue.purgeEnded(new Date(now.getTime() - keptMs));
}
