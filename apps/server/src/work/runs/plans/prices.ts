import { ApiError } from '@ecp/contract/declaring/errors';
import { formatUsd, nanoToUsd, usdToNano } from '@ecp/contract/declaring/money';
import type {
  EngineCostRange,
  EnginePlan,
  EnginePlanRequest,
} from '@ecp/contract/engine/engine-plans';
import type { Plan, RerunPrice, StaleWork, SynthesisPrice } from '@ecp/contract/work/plans';
import { createId } from '@ecp/database/create-id';
import type { Transaction } from '@ecp/database/database';
import type { RequestContext } from '../../../kernel/context.ts';
import { selectEngagement } from '../../../material/engagements/engagement-rows.ts';
import { readTasks, withSynthesisTask } from '../../../material/engagements/tasks.ts';
import {
  EngineUnavailableError,
  engineErrorOf,
} from '../../../material/engine-client/engine-client.ts';
import { type Budget, readBudget } from '../../../material/run-records/budget.ts';
import type { PlanInput } from '../../../material/run-records/plan-rows.ts';
import { findLatestDeliverable } from '../../documents/deliverable-rows.ts';
import { listStaleTasks } from '../../documents/stale-versions.ts';
import { buildStartRequest } from '../starting/start-request.ts';

/**
 * Prices the rerun of a document at no cost. Errors: `not_found`, also without a task;
 * `engine_error`.
 */
export async function getRerunPrice(
  context: RequestContext,
  { engagementId, filename }: { engagementId: string; filename: string },
): Promise<RerunPrice> {
  const { tenantId } = context;
  const { budget, latest, material } = await context.transaction(async (tx) => ({
    budget: await readBudget(tx, tenantId, engagementId),
    latest: await findLatestDeliverable(tx, tenantId, engagementId, filename),
    material: await readPlanMaterial(tx, context, engagementId),
  }));
  const taskId = latest?.task_id ?? null;
  if (taskId === null || !material?.tasks.some(({ id }) => id === taskId))
    throw new ApiError('not_found');
  const { cost, learnedFromTasks } = await priceRerun(context, material, [taskId]);
  return { taskId, learnedFromTasks, ...describePrice(cost, budget) };
}

const noCost: EngineCostRange = { lowUsd: 0, expectedUsd: 0, highUsd: 0 };

/**
 * Lists what a rerun of stale deliverables would execute, priced at no cost. Errors: `not_found`,
 * `engine_error`.
 */
export async function getStaleWork(
  context: RequestContext,
  engagementId: string,
): Promise<StaleWork> {
  const { tenantId } = context;
  const { budget, stale, material } = await context.transaction(async (tx) => {
    const read = await readBudget(tx, tenantId, engagementId);
    const tasks = await listStaleTasks(
      tx,
      tenantId,
      engagementId,
      await readTasks(tx, tenantId, engagementId),
    );
    const given = tasks.length === 0 ? null : await readPlanMaterial(tx, context, engagementId);
    return { budget: read, stale: tasks, material: given };
  });
  const taskIds = stale.map(({ taskId }) => taskId);
  const priced = material
    ? await priceRerun(context, material, taskIds)
    : { tasks: [], cost: noCost };
  const costs = new Map(priced.tasks.map(({ id, cost }) => [id, cost]));
  return {
    tasks: stale.map((task) => ({ ...task, cost: toRange(costs.get(task.taskId) ?? noCost) })),
    ...describePrice(priced.cost, budget),
  };
}

/** Prices the decision paper. Errors: `not_found`, `nothing_to_conclude`, `engine_error`. */
export async function getSynthesisPrice(
  context: RequestContext,
  engagementId: string,
): Promise<SynthesisPrice> {
  const { budget, material } = await context.transaction(async (tx) => ({
    budget: await readBudget(tx, context.tenantId, engagementId),
    material: await readPlanMaterial(tx, context, engagementId),
  }));
  if (!material) throw new ApiError('not_found');
  const { tasks, taskId } = withSynthesisTask(material.engagement.brief, material.tasks);
  const documents = material.previous.filter((document) => document.taskId !== taskId).length;
  if (documents === 0) throw new ApiError('nothing_to_conclude');
  const { cost } = await priceRerun(context, { ...material, tasks }, [taskId]);
  const exists = material.tasks.some(({ id }) => id === taskId);
  return { taskId, exists, documents, ...describePrice(cost, budget) };
}

type PlanContext = Pick<RequestContext, 'services' | 'tenantId'>;

/**
 * Reads the material from which a plan of an engagement is made and priced; null when the
 * engagement is deleted.
 */
export async function readPlanMaterial(
  tx: Transaction,
  { services, tenantId }: PlanContext,
  engagementId: string,
): Promise<PlanInput | null> {
  const all = { id: '', engagement_id: engagementId, rerun_task_id: null, rerun_task_ids: null };
  const request = await buildStartRequest(tx, services, tenantId, all);
  const { rows } = await tx.query(selectEngagement(tenantId, engagementId));
  if (!request) return null;
  const { engagement, tasks, sources, previous } = request;
  const search = rows[0]?.research_enabled ? services.config.search : null;
  return {
    engagement,
    tasks,
    sources,
    previous,
    ...(search && { searchNanoUsd: search.searchNanoUsd }),
  };
}

/**
 * Prices a rerun of some given tasks. The engine calls no model for it and stores nothing. Error:
 * `engine_error`.
 */
export function priceRerun(
  context: PlanContext,
  material: PlanInput,
  taskIds: string[],
): Promise<EnginePlan> {
  return requestPlan(context, { planId: createId(), ...material, taskIds });
}

/** Requests a plan from the engine. Error: `engine_error`. */
export async function requestPlan(
  { services, tenantId }: PlanContext,
  request: EnginePlanRequest,
): Promise<EnginePlan> {
  try {
    return await services.engine.makePlan(tenantId, request);
  } catch (error) {
    if (error instanceof EngineUnavailableError) throw engineErrorOf(error);
    throw error;
  }
}

/** Turns the engine's plan into the wire form, with the remaining budget and warnings about it. */
export function describePlan(
  answer: EnginePlan,
  {
    id,
    engagementId,
    budgetNanoUsd,
    createdAt,
  }: Pick<Plan, 'id' | 'engagementId'> & {
    budgetNanoUsd: number;
    createdAt: Date;
  },
): Plan {
  const price = describePrice(answer.cost, {
    budgetNanoUsd,
    spentNanoUsd: usdToNano(answer.spentUsd),
  });
  return {
    ...price,
    id,
    engagementId,
    planned: answer.planned,
    tasks: answer.tasks.map(({ id, name, description, agent, kind, dependsOn, model, cost }) => {
      return { id, name, description, agent, kind, dependsOn, model, cost: toRange(cost) };
    }),
    ...(answer.cachedShare !== undefined && { cachedShare: answer.cachedShare }),
    ...(answer.savedUsd !== undefined && { savedUsd: answer.savedUsd }),
    planningCost: answer.planningCostUsd,
    spent: answer.spentUsd,
    learnedFromTasks: answer.learnedFromTasks,
    ...(answer.phases && { phases: answer.phases }),
    warnings: [...price.warnings, ...warnOfFreeModels(answer)],
    createdAt: createdAt.toISOString(),
  };
}

/**
 * Describes the price of work beside the budget, with a warning if it may cost more than what is
 * left.
 */
function describePrice(
  cost: EngineCostRange,
  { budgetNanoUsd, spentNanoUsd }: Budget,
): Pick<Plan, 'cost' | 'budget' | 'remaining' | 'warnings'> {
  const remainingNanoUsd = Math.max(0, budgetNanoUsd - spentNanoUsd);
  return {
    cost: toRange(cost),
    budget: nanoToUsd(budgetNanoUsd),
    remaining: nanoToUsd(remainingNanoUsd),
    warnings: warnOfBudget(cost, remainingNanoUsd),
  };
}

/** Converts the engine's range into that of the wire form. */
export const toRange = ({ lowUsd, expectedUsd, highUsd }: EngineCostRange): Plan['cost'] => {
  return { low: lowUsd, expected: expectedUsd, high: highUsd };
};

function warnOfFreeModels({ cost, tasks }: EnginePlan): string[] {
  if (tasks.length === 0 || cost.highUsd > 0) return [];
  return [
    'These costs are not counted: the offline model is free, and a model without a price counts as free.',
  ];
}

function warnOfBudget(
  { expectedUsd, highUsd }: EngineCostRange,
  remainingNanoUsd: number,
): string[] {
  const [expected, high] = [usdToNano(expectedUsd), usdToNano(highUsd)];
  const left = `the ${formatUsd(remainingNanoUsd)} left in the budget`;
  if (expected > remainingNanoUsd)
    return [`The work is expected to cost ${formatUsd(expected)}, more than ${left}.`];
  if (high > remainingNanoUsd)
    return [`The work may cost up to ${formatUsd(high)}, more than ${left}.`];
  return [];
}
