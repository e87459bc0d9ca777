import type { EngineServices } from '../engine-services.ts';
import type { RunRef } from '../events/emit-event.ts';
import type { CatalogModel } from '../models/catalog.ts';
import type { EngineTask } from '../planning/normalize-tasks.ts';
import { chooseModel, type PastScore } from './choose-model.ts';

/** Observed tasks that the router looks back on, per kind of task. */
const lookBackTasks = 500;

/**
 * Chooses and records the model of a task; a repeated step gets the recorded choice. Reads the money left and the
 * tenant's past observer scores for tasks of this kind.
 */
export async function routeTask(
  { database, models }: EngineServices,
  run: RunRef & { engagementId: string },
  task: EngineTask,
  tasksLeft: number,
): Promise<{ model: CatalogModel; reason: string }> {
  const { tenantId, runId, engagementId } = run;
  return database.withTenant(tenantId, async (tx) => {
    const { rows: budgets } = await tx.query<{ remaining: number }>({
      text: `select limit_nano_usd - spent_nano_usd - reserved_nano_usd as remaining from engine.budgets
        where tenant_id = $1 and engagement_id = $2`,
      values: [tenantId, engagementId],
    });
    const { rows: past } = await tx.query<PastRow>({ text: pastScores, values: [tenantId, task.kind, lookBackTasks] });
    const choice = chooseModel({
      task,
      agentSlug: task.agentSlug,
      models,
      remainingNanoUsd: budgets[0]?.remaining ?? 0,
      tasksLeft,
      past: past.map(toPastScore),
    });
    const { rows } = await tx.query<{ model: string; reason: string }>({
      text: record,
      values: [
        tenantId,
        runId,
        engagementId,
        task.id,
        task.agentSlug,
        task.kind,
        choice.model.id,
        choice.reason,
        JSON.stringify(choice.candidates),
      ],
    });
    const recorded = rows[0] ?? { model: choice.model.id, reason: choice.reason };
    const model = models.find(({ id }) => id === recorded.model) ?? choice.model;
    return { model, reason: recorded.reason };
  });
}

/** Notes how a routed task turned out, for later choices and for analytics. */
export async function recordTaskOutcome(
  { database }: EngineServices,
  { tenantId, runId }: RunRef,
  taskId: string,
  observerScore: number | null,
): Promise<{ costNanoUsd: number }> {
  const [rows] = await database.batchTenant(tenantId, [
    {
      name: 'record_task_outcome',
      text: `update engine.routing_decisions set observer_score = coalesce($4, observer_score), cost_nano_usd = (
          select coalesce(sum(cost_nano_usd), 0) from engine.model_calls
          where tenant_id = $1 and run_id = $2 and task_id = $3)
        where tenant_id = $1 and run_id = $2 and task_id = $3 returning cost_nano_usd`,
      values: [tenantId, runId, taskId, observerScore],
    },
  ]);
  return { costNanoUsd: (rows?.[0] as { cost_nano_usd: number } | undefined)?.cost_nano_usd ?? 0 };
}

interface PastRow {
  model: string;
  agent_slug: string;
  mean_score: number;
  tasks: number;
}

const toPastScore = (row: PastRow): PastScore => ({
  model: row.model,
  agentSlug: row.agent_slug,
  meanScore: row.mean_score,
  tasks: row.tasks,
});

const pastScores = `
  select model, agent_slug, avg(observer_score) as mean_score, count(*)::integer as tasks
  from (
    select model, agent_slug, observer_score from engine.routing_decisions
    where tenant_id = $1 and task_kind = $2 and observer_score is not null
    order by created_at desc, run_id, task_id limit $3
  ) recent group by model, agent_slug order by model, agent_slug`;

/** The update changes nothing; it makes the statement return the row that was there first. */
const record = `
  insert into engine.routing_decisions
    (tenant_id, run_id, engagement_id, task_id, agent_slug, task_kind, model, reason, candidates)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
  on conflict (tenant_id, run_id, task_id) do update set model = routing_decisions.model
  returning model, reason`;
