import type { Database } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import type { TaskKind } from '@ecp/model-calls/task-kinds';
import type { PastTask } from './past-task.ts';
import { rewardOf, type TaskOutcome } from './reward.ts';

/** Most judged tasks of a kind that the router uses. Older ones would have almost no weight. */
const lookBackTasks = 200;

/** Reads the tenant's newest judged tasks of a kind, newest first. It never reads another tenant's. */
export async function readPastTasks(database: Database, tenantId: string, kind: TaskKind): Promise<PastTask[]> {
  const [rows] = await database.batchTenant(tenantId, [selectPastTasks(tenantId, kind)]);
  return toPastTasks(rows);
}

/** Returns the statement of `readPastTasks`. `toPastTasks` converts its rows. */
export function selectPastTasks(tenantId: string, kind: TaskKind): Statement<PastRow> {
  return { name: 'routing_past', text: past, values: [tenantId, kind, lookBackTasks] };
}

/** A row of `selectPastTasks`. */
export interface PastRow extends TaskOutcome, Omit<PastTask, 'reward'> {}

/** Converts the rows of `selectPastTasks`. */
export function toPastTasks(rows: readonly PastRow[]): PastTask[] {
  return rows.flatMap(({ model, agentSlug, costNanoUsd, ageDays, ...outcome }) => {
    const reward = rewardOf(outcome);
    return reward === null ? [] : [{ model, agentSlug, reward, costNanoUsd, ageDays }];
  });
}

const past = `
  select model, agent_slug as "agentSlug", observer_score as "observerScore", evaluator_score as "evaluatorScore", review,
    cost_nano_usd as "costNanoUsd", (extract(epoch from now() - created_at) / 86400)::double precision as "ageDays"
  from engine.routing_decisions
  where tenant_id = $1 and task_kind = $2 and observer_score is not null
  order by created_at desc, run_id, task_id limit $3`;
