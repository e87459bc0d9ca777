import type { Database } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import { type TaskKind, taskKinds } from '@ecp/model-calls/task-kinds';
import { judgeScoreOf } from './judge-score.ts';
import type { PastTask } from './past-task.ts';

/** Most tasks and failures of the asked kind, and of each other kind, that the router uses. Older ones weigh little. */
const lookBackTasks = 120;
const lookBackOtherKinds = 40;

/**
 * Reads the outcomes of the tenant's newest judged or failed tasks for each asked kind, with some of the other kinds.
 * The newest comes first. It never reads another tenant's.
 */
export async function readPastTasks(
  database: Database,
  tenantId: string,
  asked: readonly TaskKind[],
): Promise<Map<TaskKind, PastTask[]>> {
  const kinds = [...new Set(asked)];
  const results = await database.batchTenant(
    tenantId,
    kinds.map((kind) => selectPastTasks(tenantId, kind)),
  );
  return new Map(kinds.map((kind, index) => [kind, toPastTasks(results[index] ?? [])]));
}

/** Returns the statement of `readPastTasks` for one kind. `toPastTasks` converts its rows. */
export function selectPastTasks(tenantId: string, kind: TaskKind): Statement<PastRow> {
  return { name: 'routing_past', text: past, values: [tenantId, kind, taskKinds, lookBackTasks, lookBackOtherKinds] };
}

/** A row of `selectPastTasks`. */
export interface PastRow extends Omit<PastTask, 'score'> {
  observerScore: number | null;
  evaluatorScore: number | null;
}

/** Converts the rows of `selectPastTasks`. */
export function toPastTasks(rows: readonly PastRow[]): PastTask[] {
  return rows.map(({ observerScore, evaluatorScore, ...task }) => {
    return { ...task, score: judgeScoreOf({ observerScore, evaluatorScore }) };
  });
}

/** SQL of the answered calls that wrote the document of a routed task. The last one is of the model that wrote it. */
export const writingCallsOf = (task: string): string => `select c.model from engine.model_calls c
  where c.tenant_id = $1 and c.run_id = ${task}.run_id and c.task_id = ${task}.task_id
    and c.purpose in ('draft', 'amend') and c.status = 'settled' and c.error is null`;

/**
 * A document belongs to the model that wrote it. Where the chosen model failed, that is the model of the last answered
 * draft, and the cost belongs to several models.
 */
const past = `
  with kinds as (
    select kind, case when kind = $2 then $4::integer else $5::integer end as most from unnest($3::text[]) kind
  ), judged as (
    select d.* from kinds cross join lateral (
      select run_id, task_id, task_kind, agent_slug, model, observer_score, evaluator_score, review, cost_nano_usd, created_at,
        exists (select from engine.model_failures f where f.tenant_id = $1 and f.run_id = r.run_id
          and f.task_id = r.task_id) as shared
      from engine.routing_decisions r
      where tenant_id = $1 and task_kind = kinds.kind
        and (observer_score is not null or evaluator_score is not null or review is not null)
      order by created_at desc limit kinds.most
    ) d
  ), failed as (
    select f.* from kinds cross join lateral (
      select run_id, task_id, task_kind, agent_slug, model, created_at from engine.model_failures
      where tenant_id = $1 and task_kind = kinds.kind
      order by created_at desc limit kinds.most
    ) f
  ), outcomes as (
    select case when shared then writer.model else judged.model end as model, task_kind as kind, agent_slug as "agentSlug",
      observer_score as "observerScore", evaluator_score as "evaluatorScore", review, false as failed,
      case when not shared then cost_nano_usd end as "costNanoUsd", created_at, run_id, task_id
    from judged left join lateral (
      ${writingCallsOf('judged')} and judged.shared order by c.settled_at desc limit 1
    ) writer on true
    union all
    select model, task_kind, agent_slug, null, null, null, true, null, created_at, run_id, task_id from failed
  )
  select model, kind, "agentSlug", "observerScore", "evaluatorScore", review, failed, "costNanoUsd",
    (extract(epoch from now() - created_at) / 86400)::double precision as "ageDays"
  from outcomes where model is not null
  order by created_at desc, run_id, task_id, model`;
