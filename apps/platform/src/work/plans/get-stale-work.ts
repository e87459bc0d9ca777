import { ApiError } from '@ecp/contract/declaring/errors';
import { nanoToUsd } from '@ecp/contract/declaring/money';
import type { EngineCostRange } from '@ecp/contract/engine/engine-plans';
import type { StaleWork } from '@ecp/contract/work/plans';
import type { Transaction } from '@ecp/database/database';
import type { RequestContext } from '../../kernel/context.ts';
import { listStaleTasks, type StaleTask } from '../deliverables/list-stale-tasks.ts';
import { selectEngagementState } from '../engagements/engagement-rows.ts';
import type { PlanInput } from '../runs/records/plan-rows.ts';
import { readSpent } from '../runs/records/require-budget-left.ts';
import { readTasks } from '../tasks/read-tasks.ts';
import { toRange, warnOfBudget } from './describe-plan.ts';
import { priceRerun, readPlanMaterial } from './price-rerun.ts';

interface Stale {
  tasks: StaleTask[];
  budgetNanoUsd: number;
  remainingNanoUsd: number;
  /** The material that the engine prices; null if nothing is stale. */
  material: PlanInput | null;
}

/**
 * Lists what a rerun of the stale deliverables would execute, with its price (ASK-13). The engine prices the given
 * tasks at no cost and stores nothing. Errors: `not_found`, `engine_error`.
 */
export async function getStaleWork(context: RequestContext, engagementId: string): Promise<StaleWork> {
  const stale = await context.transaction((tx) => readStale(tx, context, engagementId));
  const { budgetNanoUsd, remainingNanoUsd, material } = stale;
  const taskIds = stale.tasks.map(({ taskId }) => taskId);
  const priced = material ? await priceRerun(context, material, taskIds) : { tasks: [], cost: free };
  const costs = new Map(priced.tasks.map(({ id, cost }) => [id, cost]));
  const tasks = stale.tasks.map((task) => ({ ...task, own: costs.get(task.taskId) ?? free }));
  return {
    tasks: tasks.map(({ own, ...task }) => ({ ...task, cost: toRange(own) })),
    cost: toRange(priced.cost),
    budget: nanoToUsd(budgetNanoUsd),
    remaining: nanoToUsd(remainingNanoUsd),
    warnings: warnOfBudget(priced.cost, remainingNanoUsd),
  };
}

const free: EngineCostRange = { lowUsd: 0, expectedUsd: 0, highUsd: 0 };

async function readStale(tx: Transaction, context: RequestContext, engagementId: string): Promise<Stale> {
  const { tenantId } = context;
  const { rows } = await tx.query(selectEngagementState(tenantId, engagementId));
  const [engagement] = rows;
  if (!engagement) throw new ApiError('not_found');
  const tasks = await listStaleTasks(tx, tenantId, engagementId, await readTasks(tx, tenantId, engagementId));
  const budgetNanoUsd = engagement.budget_nano_usd;
  const remainingNanoUsd = Math.max(0, budgetNanoUsd - (await readSpent(tx, tenantId, engagementId)));
  const material = tasks.length === 0 ? null : await readPlanMaterial(tx, context, engagementId);
  return { tasks, budgetNanoUsd, remainingNanoUsd, material };
}
