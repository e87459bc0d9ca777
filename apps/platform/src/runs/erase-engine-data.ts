import type { DurableInputs } from '../durable-work.ts';
import type { Services } from '../services.ts';

/**
 * Has the engine erase what it keeps about a deleted engagement. Runs of which nobody knows whether the engine has them
 * are stopped first: an order that is late is refused then. Throws while the engine does not answer.
 */
export async function eraseEngineData(
  services: Pick<Services, 'engine'>,
  { tenantId, engagementId, runIds = [] }: DurableInputs['eraseEngineData'],
): Promise<void> {
  for (const runId of runIds) await services.engine.stopRun(tenantId, runId);
  await services.engine.eraseEngagement(tenantId, engagementId);
}
