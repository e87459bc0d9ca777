import type { DurableQueue } from '@ecp/durable-work/durable-queue';
import type { EngineServices } from '../../kernel/engine-services.ts';
import { runPeriodically } from '../../kernel/run-periodically.ts';

const hourMs = 3_600_000;

/**
 * Deletes each hour the queue's records of work that ended more than `keptMs` ago. Runs, their events and calls stay in
 * our own tables, which also tell that a run id was used (LEA-8). Returns a function that ends this.
 */
export function purgeFinishedWork(
  { queue, log }: EngineServices & { queue: DurableQueue },
  keptMs: number,
): () => Promise<void> {
  const onError = (error: unknown) => log.warn({ err: error }, 'Cannot purge finished work yet; will try again');
  return runPeriodically(hourMs, (ending) => queue.purgeEnded(new Date(Date.now() - keptMs), ending), onError);
}
