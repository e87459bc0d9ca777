import type { EnginePlan } from '@ecp/contract/engine/engine-plans';
import { createId } from '@ecp/database/create-id';
import type { Transaction } from '@ecp/database/database';
import type { RequestContext } from '../../kernel/context.ts';
import { selectEngagement } from '../engagements/engagement-rows.ts';
import { EngineUnavailableError } from '../engine-client/engine-client.ts';
import { engineErrorOf } from '../engine-client/engine-error.ts';
import type { PlanInput } from '../runs/records/plan-rows.ts';
import { buildStartRequest } from '../runs/starting/build-start-request.ts';

/** Reads what a plan of an engagement is made and priced from; null when the engagement is deleted. */
export async function readPlanMaterial(
  tx: Transaction,
  { services: { config }, tenantId }: Pick<RequestContext, 'services' | 'tenantId'>,
  engagementId: string,
): Promise<PlanInput | null> {
  const all = { id: '', engagement_id: engagementId, rerun_task_id: null, rerun_task_ids: null };
  const request = await buildStartRequest(tx, tenantId, all);
  const { rows } = await tx.query(selectEngagement(tenantId, engagementId));
  if (!request) return null;
  const { engagement, tasks, sources, previous } = request;
  const searches = rows[0]?.research_enabled === true && config.search !== null;
  const price = searches ? { searchNanoUsd: config.search?.searchNanoUsd ?? 0 } : {};
  return { engagement, tasks, sources, previous, ...price };
}

/** Prices a rerun of some given tasks. The engine calls no model for it and stores nothing. Error: `engine_error`. */
export async function priceRerun(
  { services, tenantId }: Pick<RequestContext, 'services' | 'tenantId'>,
  material: PlanInput,
  taskIds: string[],
): Promise<EnginePlan> {
  try {
    return await services.engine.makePlan(tenantId, { planId: createId(), ...material, taskIds });
  } catch (error) {
    if (error instanceof EngineUnavailableError) throw engineErrorOf(error);
    throw error;
  }
}
