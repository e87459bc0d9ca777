import type { EngineCostRange } from '@ecp/contract/engine/engine-plans';
import type { StaleWork } from '@ecp/contract/work/plans';
import type { RequestContext } from '../../kernel/context.ts';
import { listStaleTasks } from '../deliverables/list-stale-tasks.ts';
import { readBudget } from '../runs/records/require-budget-left.ts';
import { readTasks } from '../tasks/read-tasks.ts';
import { describePrice, toRange } from './describe-plan.ts';
import { priceRerun, readPlanMaterial } from './request-plan.ts';

const free: EngineCostRange = { lowUsd: 0, expectedUsd: 0, highUsd: 0 };

/**
 * Lists what a rerun of the stale deliverables would execute, with its price (ASK-13). The engine prices the given
 * tasks at no cost and stores nothing. Errors: `not_found`, `engine_error`.
 */
export async function getStaleWork(context: RequestContext, engagementId: string): Promise<StaleWork> {
  const { tenantId } = context;
  const { budget, stale, material } = await context.transaction(async (tx) => {
    const read = await readBudget(tx, tenantId, engagementId);
    const tasks = await listStaleTasks(tx, tenantId, engagementId, await readTasks(tx, tenantId, engagementId));
    const given = tasks.length === 0 ? null : await readPlanMaterial(tx, context, engagementId);
    return { budget: read, stale: tasks, material: given };
  });
  const taskIds = stale.map(({ taskId }) => taskId);
  const priced = material ? await priceRerun(context, material, taskIds) : { tasks: [], cost: free };
  const costs = new Map(priced.tasks.map(({ id, cost }) => [id, cost]));
  return {
    tasks: stale.map((task) => ({ ...task, cost: toRange(costs.get(task.taskId) ?? free) })),
    ...describePrice(priced.cost, budget),
  };
}
