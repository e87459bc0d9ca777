import type { NoRow, Statement } from '@ecp/database/statement';
import type { EngineServices } from '../call/engine-services.ts';
import type { RunRef } from '../kernel/events.ts';
import { type EngineTask, openRun } from '../kernel/runs.ts';
import type { CatalogModel } from '../models/catalog.ts';
import type { RoutingCandidate, RoutingChoice } from './choose-model.ts';
import { chooseModel } from './choose-model.ts';
import { areOwn, type PastRow, selectPastTasks, toPastTasks } from './estimates.ts';

/** The model of a task, and the fallbacks, next best first. */
interface RoutedTask {
  model: CatalogModel;
  reason: string;
  fallbacks: CatalogModel[];
}

/**
 * Chooses and records a task's model, once. A task that a reviewer sent back explores nothing.
 * Throws if the pinned model is not configured.
 */
export async function routeTask(
  { database, models }: EngineServices,
  run: RunRef & { engagementId: string },
  task: EngineTask,
  { tasksLeft, pinned }: { tasksLeft: number; pinned: string | null },
): Promise<RoutedTask> {
  const { tenantId, runId, engagementId } = run;
  const [[budget], past, sentBack] = await database.batchTenant<
    [{ remaining: number }, PastRow, NoRow]
  >(tenantId, [
    { name: 'routing_money', text: moneyLeft, values: [tenantId, engagementId] },
    selectPastTasks(tenantId, task.kind, areOwn(models)),
    { name: 'routing_sent_back', text: isSentBack, values: [tenantId, engagementId, task.id] },
  ]);
  const remainingNanoUsd = budget?.remaining ?? 0;
  const choice = chooseModel({
    task,
    agentSlug: task.agentSlug,
    models,
    remainingNanoUsd,
    tasksLeft,
    past: toPastTasks(past),
    seed: `${runId}\n${task.id}`,
    mayExplore: sentBack.length === 0,
    pinned,
  });
  const [[stored]] = await database.batchTenant(tenantId, [recordChoice(run, task, choice)]);
  const recorded = stored ?? {
    model: choice.model.id,
    reason: choice.reason,
    candidates: choice.candidates,
  };
  const configured = (id: string) => models.find((model) => model.id === id);
  const others = recorded.candidates.filter(({ model }) => model !== recorded.model);
  const payable = others.filter(
    ({ expectedCostNanoUsd }) => expectedCostNanoUsd <= remainingNanoUsd,
  );
  return {
    model: configured(recorded.model) ?? choice.model,
    reason: recorded.reason,
    fallbacks: payable.flatMap(({ model }) => configured(model) ?? []),
  };
}

function recordChoice(
  { tenantId, runId, engagementId }: RunRef & { engagementId: string },
  { id, agentSlug, kind }: EngineTask,
  { model, reason, explored, candidates }: RoutingChoice,
): Statement<{ model: string; reason: string; candidates: RoutingCandidate[] }> {
  const decision = [
    agentSlug,
    kind,
    model.id,
    reason,
    explored,
    JSON.stringify(candidates),
    areOwn([model]),
  ];
  return {
    name: 'record_routing',
    text: record,
    values: [tenantId, runId, engagementId, id, ...decision],
  };
}

interface OutcomeRow {
  cost_nano_usd: number | null;
  searches_nano_usd: number;
}

/**
 * Records the cost of a task's calls. Returns it with that of searches, which say nothing about the
 * model.
 */
export async function recordTaskCost(
  { database }: EngineServices,
  run: RunRef,
  taskId: string,
): Promise<{ costNanoUsd: number }> {
  const [[outcome]] = await database.batchTenant<[OutcomeRow]>(run.tenantId, [
    outcomeStatement(run, taskId, {}),
  ]);
  return { costNanoUsd: (outcome?.cost_nano_usd ?? 0) + (outcome?.searches_nano_usd ?? 0) };
}

/**
 * Returns the statement that records a task's outcome. Scores are 0 to 100; null or absent changes
 * nothing.
 */
export function outcomeStatement(
  { tenantId, runId }: RunRef,
  taskId: string,
  {
    observerScore = null,
    evaluatorScore = null,
  }: { observerScore?: number | null; evaluatorScore?: number | null },
): Statement<OutcomeRow> {
  return {
    name: 'record_task_outcome',
    text: `update engine.routing_decisions set observer_score = coalesce($4, observer_score),
          evaluator_score = coalesce($5, evaluator_score), cost_nano_usd = (
            select coalesce(sum(cost_nano_usd), 0) from engine.model_calls
            where tenant_id = $1 and run_id = $2 and task_id = $3)
        where tenant_id = $1 and run_id = $2 and task_id = $3
        returning cost_nano_usd, (select coalesce(sum(coalesce(held_nano_usd, cost_nano_usd)), 0)::bigint from platform.searches
          where tenant_id = $1 and run_id = $2 and task_id = $3) as searches_nano_usd`,
    values: [tenantId, runId, taskId, observerScore, evaluatorScore],
  };
}

const moneyLeft = `
  select limit_nano_usd - spent_nano_usd - reserved_nano_usd as remaining from engine.budgets
  where tenant_id = $1 and engagement_id = $2`;

const isSentBack = `
  select from engine.routing_decisions
  where tenant_id = $1 and engagement_id = $2 and task_id = $3 and review in ('revision_requested', 'rejected') limit 1`;

/** The update changes nothing. It makes the statement return the existing row. */
const record = `
  insert into engine.routing_decisions
    (tenant_id, run_id, engagement_id, task_id, agent_slug, task_kind, model, reason, explored, candidates,
      own_models)
  select tenant_id, id, $3, $4, $5, $6, $7, $8, $9::boolean, $10::json, $11::boolean from (${openRun}) run
  on conflict (tenant_id, run_id, task_id) do update set model = routing_decisions.model
  returning model, reason, candidates`;
