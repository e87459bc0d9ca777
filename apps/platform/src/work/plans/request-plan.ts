import type { EnginePlan, EnginePlanRequest } from '@ecp/contract/engine/engine-plans';
import { createId } from '@ecp/database/create-id';
import type { Transaction } from '@ecp/database/database';
import type { RequestContext } from '../../kernel/context.ts';
import { selectEngagement } from '../engagements/engagement-rows.ts';
import { EngineUnavailableError } from '../engine-client/engine-client.ts';
import { engineErrorOf } from '../engine-client/engine-error.ts';
import type { PlanInput } from '../runs/records/plan-rows.ts';
import { buildStartRequest } from '../runs/starting/build-start-request.ts';

type PlanContext = Pick<RequestContext, 'services' | 'tenantId'>;

/** Reads the material from which a plan of an engagement is made and priced; null when the engagement is deleted. */
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
  return { engagement, tasks, sources, previous, ...(search && { searchNanoUsd: search.searchNanoUsd }) };
}

/** Prices a rerun of some given tasks. The engine calls no model for it and stores nothing. Error: `engine_error`. */
export function priceRerun(context: PlanContext, material: PlanInput, taskIds: string[]): Promise<EnginePlan> {
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
