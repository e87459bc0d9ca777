import type { StartRunRequest } from '@ecp/contract/engine/engine-api';
import type { Database } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import { type TaskKind, taskKinds } from '@ecp/model-calls/task-kinds';
import type { RunRef } from '../kernel/events.ts';
import { type EngineTask, openRun } from '../kernel/runs.ts';
import type { CatalogModel } from '../models/catalog.ts';

/** How people reviewed a document, as the platform reports it. */
export type ReviewOutcome = 'approved' | 'revision_requested' | 'rejected';

/** The outcome of a task that one of the tenant's models did, or failed to do. */
export interface PastTask {
  model: string;
  kind: TaskKind;
  agentSlug: string;
  /** The judges' score, 0 to 100 (see judgeScoreOf). Null without one. */
  score: number | null;
  review: ReviewOutcome | null;
  /** True if the model gave no document and the task was left to another one. */
  failed: boolean;
  /** Cost of all calls of the task. Null while it is unknown, and where several models shared it. */
  costNanoUsd: number | null;
  ageDays: number;
}

/** A past task with its weight: 1 if new, repeatedly halved with age. */
export type Weighed<T extends PastTask> = T & { weight: number };

/**
 * A task's weight halves over so many newer tasks of its kind and so many days, because a model may change under its
 * name.
 */
const halfLifeTasks = 25;
const halfLifeDays = 90;

/** Weighs past tasks by age. The newest comes first. */
export function weighPastTasks<T extends PastTask>(past: readonly T[]): Weighed<T>[] {
  const newer = new Map<TaskKind, number>();
  return past.map((task) => {
    const rank = newer.get(task.kind) ?? 0;
    newer.set(task.kind, rank + 1);
    return { ...task, weight: 0.5 ** (rank / halfLifeTasks + Math.max(0, task.ageDays) / halfLifeDays) };
  });
}

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

/** Weight of each judge. The evaluator scores the finished text by a rubric; the observer saw only a draft. */
const weights = { evaluator: 0.6, observer: 0.4 };

/** Returns the judges' common score of a document, 0 to 100: the weighted mean of what there is. Null without any. */
export function judgeScoreOf(scores: { observerScore: number | null; evaluatorScore: number | null }): number | null {
  const { observerScore, evaluatorScore } = scores;
  if (observerScore === null || evaluatorScore === null) return evaluatorScore ?? observerScore;
  return weights.evaluator * evaluatorScore + weights.observer * observerScore;
}

/**
 * Returns the statement that records for the router how people reviewed deliverables of earlier runs of the tenant. It
 * belongs to the transaction that starts a run. It locks rows in one order, so that two starts cannot deadlock. Unknown
 * tasks are ignored.
 */
export function recordReviews(tenantId: string, outcomes: NonNullable<StartRunRequest['reviewOutcomes']>): Statement {
  return { name: 'record_reviews', text: record, values: [tenantId, JSON.stringify(outcomes)] };
}

const record = `
  with changed as (
    select d.run_id, d.task_id, o.outcome
    from json_to_recordset($2) as o("runId" text, "taskId" text, outcome text)
    join engine.routing_decisions d on d.tenant_id = $1 and d.run_id = o."runId" and d.task_id = o."taskId"
    where d.review is distinct from o.outcome
    order by d.run_id, d.task_id
    for update of d
  )
  update engine.routing_decisions d set review = changed.outcome
  from changed where d.tenant_id = $1 and d.run_id = changed.run_id and d.task_id = changed.task_id`;

/**
 * Records that a task was left by a model that gave nothing for it, so that the router learns from it as from a
 * rejected document. A repeated step records nothing more.
 */
export async function recordModelFailure(
  database: Database,
  { tenantId, runId }: RunRef,
  { id, agentSlug, kind }: Pick<EngineTask, 'id' | 'agentSlug' | 'kind'>,
  { id: model }: Pick<CatalogModel, 'id'>,
): Promise<void> {
  await database.batchTenant(tenantId, [
    { name: 'record_model_failure', text: insertFailure, values: [tenantId, runId, id, agentSlug, kind, model] },
  ]);
}

const insertFailure = `
  insert into engine.model_failures (tenant_id, run_id, task_id, agent_slug, task_kind, model)
  select tenant_id, id, $3, $4, $5, $6 from (${openRun}) run
  on conflict do nothing`;
