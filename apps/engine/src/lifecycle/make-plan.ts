import { nanoToUsd, usdToNano } from '@ecp/contract/declaring/money';
import type { StartRunRequest } from '@ecp/contract/engine/engine-api';
import type { EngineCostRange, EnginePlan, EnginePlanRequest } from '@ecp/contract/engine/engine-plans';
import { readSpending } from '../call/budget/spending.ts';
import type { EngineServices } from '../call/engine-services.ts';
import { type EngineTask, type RunState, readTasks, waitForEnd } from '../kernel/runs.ts';
import { normalizeTasks } from '../steps/planning/normalize-tasks.ts';
import { type PricedTasks, priceTasks } from '../steps/pricing/price-tasks.ts';
import type { CostRange } from '../steps/pricing/simulate-plan.ts';
import { prepareRequest, startRun } from './start-run.ts';

/**
 * Returns what a run would do, with which agents and models and in which cost range, without executing it. Given tasks
 * are only priced. Without tasks, a separate durable run plans them; its one call is reserved, paid once and recovered
 * like any other. Waits up to `waitMs` for the planner. Throws the errors of startRun.
 */
export async function makePlan(
  services: EngineServices,
  tenantId: string,
  given: EnginePlanRequest,
  waitMs: number,
  signal: AbortSignal,
): Promise<EnginePlan> {
  const request = prepareRequest({ ...given, runId: given.planId, rerunTaskId: null });
  const planned = request.tasks.length === 0;
  const ref = { tenantId, runId: request.runId };
  const asked = { request, searchNanoUsd: given.searchNanoUsd ?? null };
  let state: RunState | null = null;
  if (planned) {
    await startRun(services, tenantId, request, 'plan');
    state = await waitForEnd(services, ref, waitMs, signal);
    if (state.status !== 'completed') return describe(services, asked, tenantId, state, null);
  }
  const tasks = planned ? ((await readTasks(services.database, ref)) ?? []) : giveTasks(services, request, given);
  return describe(services, asked, tenantId, state, tasks);
}

function giveTasks(
  { roster }: EngineServices,
  { tasks, previous }: StartRunRequest,
  { taskIds }: EnginePlanRequest,
): EngineTask[] {
  const filenames = new Map(previous.map(({ taskId, filename }) => [taskId, filename]));
  return normalizeTasks(tasks, roster, filenames).filter(({ id }) => taskIds?.includes(id) ?? true);
}

/** Makes the wire form. `run` is the planning run, null if none was needed. `tasks` is null until there are tasks. */
async function describe(
  services: EngineServices,
  { request, searchNanoUsd }: { request: StartRunRequest; searchNanoUsd: number | null },
  tenantId: string,
  run: RunState | null,
  tasks: EngineTask[] | null,
): Promise<EnginePlan> {
  const { id: engagementId, budgetUsd } = request.engagement;
  const { spentNanoUsd, planningNanoUsd } = await readSpending(services.database, tenantId, engagementId);
  const remainingNanoUsd = usdToNano(budgetUsd) - spentNanoUsd;
  const price = await priceTasks(services, tenantId, request, tasks ?? [], { remainingNanoUsd, searchNanoUsd });
  return {
    planId: request.runId,
    status: run?.status ?? 'completed',
    error: run?.error ?? null,
    failureReason: run?.failureReason ?? null,
    planned: run !== null,
    tasks: (tasks ?? []).map((task) => toWire(task, price)),
    cost: toUsd(price.total),
    planningCostUsd: nanoToUsd(run?.costNanoUsd ?? 0),
    planningSpentUsd: nanoToUsd(planningNanoUsd),
    spentUsd: nanoToUsd(spentNanoUsd),
    learnedFromTasks: price.learnedFromTasks,
    ...describeCache(price.cache),
  };
}

/**
 * Returns the expected share of input from caches and what it saves. Empty if no model has a price for cached input.
 */
function describeCache({ inputTokens, cachedInputTokens, savedNanoUsd }: PricedTasks['cache']): Partial<EnginePlan> {
  if (cachedInputTokens === 0) return {};
  const saving = Math.max(0, Math.round(savedNanoUsd));
  return { cachedShare: cachedInputTokens / inputTokens, savedUsd: nanoToUsd(saving) };
}

function toWire(task: EngineTask, price: PricedTasks): EnginePlan['tasks'][number] {
  const { id, name, description, agentSlug: agent, kind, dependsOn } = task;
  const cost = price.tasks.get(id);
  const model = price.models.get(id);
  if (!cost || model === undefined) throw new Error(`The task ${id} was not priced`);
  return { id, name, description, agent, kind, dependsOn, model, cost: toUsd(cost) };
}

function toUsd({ lowNanoUsd, expectedNanoUsd, highNanoUsd }: CostRange): EngineCostRange {
  return { lowUsd: nanoToUsd(lowNanoUsd), expectedUsd: nanoToUsd(expectedNanoUsd), highUsd: nanoToUsd(highNanoUsd) };
}
