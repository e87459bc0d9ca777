import type { Services } from '../../../kernel/services.ts';
import { listImageSources } from '../../attachments/reading/list-image-sources.ts';
import { waitForExtraction } from '../../attachments/reading/wait-for-extraction.ts';
import { lockRun, type RunStatus, type RunToStart } from '../records/lock-run.ts';
import { confirmRunStarted } from '../transitions/confirm-run-started.ts';
import { buildStartRequest } from './build-start-request.ts';

/**
 * Starts a run on the engine and confirms it. A repeated call changes nothing. Returns the run's status in the
 * database, which may have ended by then, or null when it is deleted. Throws EngineUnavailableError.
 */
export async function startOnEngine(services: Services, tenantId: string, run: RunToStart): Promise<RunStatus | null> {
  await waitForExtraction(services, tenantId, run.engagement_id);
  const request = await services.database.withTenant(tenantId, async (tx) => {
    const built = await buildStartRequest(tx, tenantId, run);
    const images = await listImageSources(tx, tenantId, run.engagement_id);
    return built && { ...built, ...images, sources: [...built.sources, ...images.sources] };
  });
  if (!request) return null;
  await services.engine.startRun(tenantId, request);
  const reference = { runId: run.id, engagementId: run.engagement_id };
  return services.database.withTenant(tenantId, async (tx) => {
    const locked = await lockRun(tx, tenantId, reference);
    if (!locked) return null;
    await confirmRunStarted(tx, services, locked);
    return locked.run.status;
  });
}
