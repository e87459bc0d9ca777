import type { EngagementUpdate, UpdateChange } from '@ecp/contract/work/recurring';
import { toRange } from '../../plans/describe-plan.ts';
import { priceRerun, readPlanMaterial } from '../../plans/request-plan.ts';
import type { CheckContext } from './check-context.ts';

type Price = NonNullable<EngagementUpdate['cost']>;

const nothing: Price = { low: 0, expected: 0, high: 0 };

/**
 * Prices the reruns of the documents that changes concern. The engine prices given tasks at no cost and stores nothing.
 * Documents without a task of the engagement cannot be made again and cost nothing. Error: `engine_error`.
 */
export async function priceChanges(context: CheckContext, changes: readonly UpdateChange[]): Promise<Price> {
  const filenames = new Set(changes.flatMap(({ documents }) => documents.map(({ filename }) => filename)));
  const { services, tenantId, engagement } = context;
  const material = await services.database.withTenant(tenantId, (tx) => readPlanMaterial(tx, context, engagement.id));
  if (!material) return nothing;
  const concerned = new Set(
    material.previous.flatMap(({ taskId, filename }) => (filenames.has(filename) ? [taskId] : [])),
  );
  const taskIds = material.tasks.flatMap(({ id }) => (concerned.has(id) ? [id] : []));
  if (taskIds.length === 0) return nothing;
  return toRange((await priceRerun(context, material, taskIds)).cost);
}
