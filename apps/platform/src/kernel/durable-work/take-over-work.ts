import type { DurableQueue } from '@ecp/durable-work/durable-queue';
import type { FastifyBaseLogger } from 'fastify';

/** Puts unfinished work of dead processes back into its queue, for any process to take up. */
export async function takeOverWork(queue: DurableQueue, log: FastifyBaseLogger): Promise<void> {
  await queue.takeOverDeadExecutors(async (executorId) => {
    log.warn({ executorId }, 'Taking over the work of a process that died');
    const left = await queue.list({ states: ['running'], executorId });
    // Work of each kind waits in a queue of that name.
    for (const [kind, works] of Map.groupBy(left, ({ workflow }) => workflow)) {
      const ids = works.map(({ id }) => id);
      await queue.requeue(ids, kind);
    }
  });
}
