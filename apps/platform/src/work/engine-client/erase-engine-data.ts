import type { DurableInputs } from '../../kernel/durable-work/durable-work.ts';
import type { Services } from '../../kernel/services.ts';

/**
 * Has the engine erase what it keeps about a deleted engagement, and refuse late orders of the runs of which nobody knows
 * whether it has them. Throws while the engine does not answer.
 */
export async function eraseEngineData(
  services: Pick<Services, 'engine'>,
  { tenantId, engagementId, runIds = [] }: DurableInputs['eraseEngineData'],
): Promise<void> {
  await services.engine.eraseEngagement(tenantId, engagementId, runIds);
}
