import type { StartRunRequest } from '@ecp/contract/engine/engine-api';
import type { Services } from '../../../kernel/services.ts';
import { listRunImages, type RunImages, readRunImages } from '../../attachments/reading/list-run-images.ts';
import { waitForExtraction } from '../../attachments/reading/wait-for-extraction.ts';
import { EngineUnavailableError } from '../../engine-client/engine-client.ts';
import { prepareTables } from '../../tables/building/prepare-tables.ts';
import { lockRun, type RunStatus, type RunToStart } from '../records/lock-run.ts';
import { confirmRunStarted } from '../transitions/confirm-run-started.ts';
import { addResearch } from './add-research.ts';
import { addTables } from './add-tables.ts';
import { buildStartRequest } from './build-start-request.ts';

/**
 * Starts a run on the engine and confirms it. A repeated call changes nothing. Returns the run's status in the
 * database, which may have ended by then, or null when it is deleted. Throws EngineUnavailableError.
 */
export async function startOnEngine(services: Services, tenantId: string, run: RunToStart): Promise<RunStatus | null> {
  const { engagement_id: engagementId } = run;
  await Promise.all([
    waitForExtraction(services, tenantId, engagementId),
    prepareTables(services, tenantId, engagementId),
  ]);
  const withTables = await services.database.withTenant(tenantId, async (tx) => {
    const built = await buildStartRequest(tx, services, tenantId, run);
    if (!built) return null;
    const images = await listRunImages(tx, tenantId, engagementId);
    return addTables(tx, services, tenantId, addImages(built, images));
  });
  if (!withTables) return null;
  const request = await addResearch(services, tenantId, withTables);
  await startWithImages(services, tenantId, request);
  const reference = { runId: run.id, engagementId };
  return services.database.withTenant(tenantId, async (tx) => {
    const locked = await lockRun(tx, tenantId, reference);
    if (!locked) return null;
    await confirmRunStarted(tx, services, locked);
    return locked.run.status;
  });
}

/** Names the images in the request. A plan is made and priced without them. */
function addImages(request: StartRunRequest, { sources, imagesLeftOut }: RunImages): StartRunRequest {
  return { ...request, sources: [...request.sources, ...sources], imagesLeftOut };
}

/** Starts the run. Sends its images only if the engine lacks one, because the engine keeps those of earlier runs. */
async function startWithImages(services: Services, tenantId: string, request: StartRunRequest): Promise<void> {
  const { database, engine } = services;
  const engagementId = request.engagement.id;
  try {
    await engine.startRun(tenantId, request);
    return;
  } catch (error) {
    if (!(error instanceof EngineUnavailableError && error.code === 'image_missing')) throw error;
  }
  const images = await database.withTenant(tenantId, (tx) =>
    readRunImages(tx, tenantId, engagementId, request.sources),
  );
  for (const image of images) await engine.storeImage(tenantId, engagementId, image);
  await engine.startRun(tenantId, request);
}
