import type { DurableQueue } from '@ecp/durable-work/durable-queue';
import type { FastifyBaseLogger } from 'fastify';

/** Returns unfinished work of dead processes to its queue, where any process can take it up. */
export async function takeOverWork(queue: DurableQueue, log: FastifyBaseLogger): Promise<void> {
  await queue.takeOverDeadExecutors(async (executorId) => {
    log.warn({ executorId }, 'Taking over the work of a process that died');
    const left = await queue.list({ states: ['running'], executorId });
    // Work of each kind waits in a queue of the same name.
    for (const [kind, works] of Map.groupBy(left, ({ workflow }) => workflow)) {
      const ids = works.map(({ id }) => id);
      await queue.requeue(ids, kind);
    }
  });
}
