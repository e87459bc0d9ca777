import type { DurableQueue } from '@ecp/durable-work/durable-queue';
import type { EngineServices } from '../../kernel/engine-services.ts';
import { runPeriodically } from '../../kernel/run-periodically.ts';

const minuteMs = 60_000;
const hourMs = 3_600_000;

/**
 * Deletes the queue's records of work that ended more than `keptMs` ago, a minute after the start and then each hour. Runs, their events and calls stay in
 * our own tables, which also tell that a run id was used (LEA-8). Returns a function that ends this.
 */
export function purgeFinishedWork(
  { queue, log }: EngineServices & { queue: DurableQueue },
  keptMs: number,
): () => Promise<void> {
  const onError = (error: unknown) => log.warn({ err: error }, 'Cannot purge finished work yet; will try again');
  const purge = (ending: AbortSignal) => queue.purgeEnded(new Date(Date.now() - keptMs), ending);
  return runPeriodically(hourMs, purge, onError, minuteMs);
}
