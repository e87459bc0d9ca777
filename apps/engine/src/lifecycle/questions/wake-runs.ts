import type { DurableQueue } from '@ecp/durable-work/durable-queue';
import type { EngineServices } from '../../kernel/engine-services.ts';
import type { RunRef } from '../../kernel/events/emit-event.ts';
import { runPeriodically } from '../../kernel/run-periodically.ts';
import { enqueueRun } from '../start/enqueue-run.ts';

type QueueServices = EngineServices & { queue: DurableQueue };

/** Interval at which every process looks for runs that go on. */
const lookMs = 500;
/** Most runs of one look. */
const runsAtOnce = 200;

/** Lets waiting runs go on whose question was answered or whose time is over. Returns a function that ends this. */
export function watchWaitingRuns(services: QueueServices): () => Promise<void> {
  const onError = (error: unknown) =>
    services.log.warn({ err: error }, 'The search for runs that go on failed and will be repeated');
  return runPeriodically(lookMs, () => wakeRuns(services), onError);
}

const goesOn = `wakes_at <= now() and status = 'running' and stop_requested_at is null`;

async function wakeRuns(services: QueueServices): Promise<void> {
  const [runs] = await services.database.batchSystem<[RunRef]>([
    {
      name: 'runs_that_go_on',
      text: `select tenant_id as "tenantId", id as "runId" from engine.runs
        where ${goesOn} order by wakes_at limit ${runsAtOnce}`,
    },
  ]);
  // Each is a transaction of its own tenant, with the work that it starts.
  for (const run of runs) await wakeRun(services, run);
}

/** Begins the next generation of a run with its durable work, in one transaction. */
async function wakeRun({ database, queue }: QueueServices, { tenantId, runId }: RunRef): Promise<void> {
  await database.withTenant(tenantId, async (tx) => {
    const { rows } = await tx.query<{ engagementId: string; generation: number }>({
      name: 'begin_generation',
      text: `update engine.runs set wakes_at = null, generation = generation + 1
        where tenant_id = $1 and id = $2 and ${goesOn}
        returning engagement_id as "engagementId", generation`,
      values: [tenantId, runId],
    });
    const [run] = rows;
    if (!run) return;
    const input = { tenantId, runId, ...run, kind: 'run' as const, adopted: true };
    await tx.asLoginRole((connection) => enqueueRun(queue, connection, input));
  });
}
