import type { EngagementUpdate, UpdateChange } from '@ecp/contract/work/recurring';
import { createId } from '@ecp/database/create-id';
import { toRange } from '../../plans/describe-plan.ts';
import { buildStartRequest } from '../../runs/starting/build-start-request.ts';
import type { CheckContext } from './check-page.ts';

/** The price of a proposal. */
export interface PricedChanges {
  cost: NonNullable<EngagementUpdate['cost']>;
}

const nothing = { low: 0, expected: 0, high: 0 };

/**
 * Prices the reruns of the documents that changes concern. The engine prices given tasks at no cost and stores nothing.
 * Documents without a task of the engagement cannot be made again and cost nothing. Throws EngineUnavailableError.
 */
export async function priceChanges(
  { services, tenantId, engagement }: CheckContext,
  changes: readonly UpdateChange[],
): Promise<PricedChanges> {
  const filenames = new Set(changes.flatMap(({ documents }) => documents.map(({ filename }) => filename)));
  const all = { id: '', engagement_id: engagement.id, rerun_task_id: null, rerun_task_ids: null };
  const request = await services.database.withTenant(tenantId, (tx) => buildStartRequest(tx, tenantId, all));
  if (!request) return { cost: nothing };
  const concerned = new Set(
    request.previous.flatMap(({ taskId, filename }) => (filenames.has(filename) ? [taskId] : [])),
  );
  const taskIds = request.tasks.flatMap(({ id }) => (concerned.has(id) ? [id] : []));
  if (taskIds.length === 0) return { cost: nothing };
  const { engagement: brief, tasks, sources, previous } = request;
  const material = { engagement: brief, tasks, sources, previous, taskIds };
  const { cost } = await services.engine.makePlan(tenantId, { planId: createId(), ...material });
  return { cost: toRange(cost) };
}
