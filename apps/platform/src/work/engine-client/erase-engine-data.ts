import type { DurableInputs } from '../../kernel/durable-work/durable-work.ts';
import type { Services } from '../../kernel/services.ts';

/**
 * Lets the engine erase its data of a deleted engagement, and refuse late starts of runs that it may not have yet.
 * Throws while the engine does not answer.
 */
export async function eraseEngineData(
  services: Pick<Services, 'engine'>,
  { tenantId, engagementId, runIds = [] }: DurableInputs['eraseEngineData'],
): Promise<void> {
  await services.engine.eraseEngagement(tenantId, engagementId, runIds);
}
