import { nanoToUsd } from '@ecp/contract/declaring/money';
import type { StartRunRequest } from '@ecp/contract/engine/engine-api';
import type { Transaction } from '@ecp/database/database';
import { forAgents, readAsAgents } from '../../../kernel/as-agents.ts';
import type { Services } from '../../../kernel/services.ts';
import { selectEngagement } from '../../../material/engagements/engagement-rows.ts';
import { EngineUnavailableError } from '../../../material/engine-client/engine-client.ts';
import { listRunConflicts } from '../../../material/evidence/conflicts.ts';
import { readLatestFigures } from '../../../material/evidence/figures.ts';
import { listOfferedCards } from '../../../material/library/card-uses.ts';
import { listPageSources } from '../../../material/research/pages.ts';
import {
  lockRun,
  type RunStatus,
  type RunToStart,
} from '../../../material/run-records/run-state.ts';
import {
  listContextSources,
  listRunImages,
  type RunImages,
  readRunImages,
} from '../../../material/sources/context-sources.ts';
import { waitForExtraction } from '../../../material/sources/extraction.ts';
import { listRunQueries } from '../../../material/tables/recorded-queries.ts';
import { selectWithoutTable } from '../../../material/tables/table-rows.ts';
import { listRunTables, prepareTables } from '../../../material/tables/tables.ts';
import { listRunQuestions } from '../../conversations/questions/questions.ts';
import { listReviewOutcomes } from '../../documents/reviewing/reviews.ts';
import { listPreviousVersions } from '../../documents/writing/material.ts';
import { listRunGrids } from '../../grids/run-grids.ts';
import { confirmRunStarted } from '../run-transitions.ts';

/**
 * Starts and confirms a run, repeatably. Returns its stored status, null if deleted. Throws
 * EngineUnavailableError.
 */
export async function startOnEngine(
  given: Services,
  tenantId: string,
  run: RunToStart,
): Promise<RunStatus | null> {
  const { engagement_id: engagementId } = run;
  const services = forAgents(given, engagementId);
  await Promise.all([
    waitForExtraction(services, tenantId, engagementId),
    prepareTables(services, tenantId, engagementId),
  ]);
  const withTables = await services.database.withTenant(tenantId, async (tx) => {
    const built = await buildStartRequest(tx, services, tenantId, run);
    if (!built) return null;
    const images = await listRunImages(tx, tenantId, engagementId);
    return addTables(tx, tenantId, addImages(built, images));
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
function addImages(
  request: StartRunRequest,
  { sources, imagesLeftOut }: RunImages,
): StartRunRequest {
  return { ...request, sources: [...request.sources, ...sources], imagesLeftOut };
}

/**
 * Starts the run. Sends its images only if the engine lacks one, because the engine keeps those of
 * earlier runs.
 */
async function startWithImages(
  services: Services,
  tenantId: string,
  request: StartRunRequest,
): Promise<void> {
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

/**
 * Builds the start request from what the engagement's agents may read in the database, so that it
 * can be repeated; null without the engagement.
 */
export function buildStartRequest(
  tx: Transaction,
  services: Pick<Services, 'texts'>,
  tenantId: string,
  run: RunToStart,
): Promise<StartRunRequest | null> {
  return readAsAgents(tx, run.engagement_id, () => gatherRequest(tx, services, tenantId, run));
}

async function gatherRequest(
  tx: Transaction,
  { texts }: Pick<Services, 'texts'>,
  tenantId: string,
  run: RunToStart,
): Promise<StartRunRequest | null> {
  const { rows } = await tx.query(selectEngagement(tenantId, run.engagement_id));
  const [engagement] = rows;
  if (!engagement) return null;
  const { id, name, client, brief, tasks, model, ask_back: askBack, adversary } = engagement;
  const figures = await readLatestFigures(tx, tenantId, id);
  const grids = await listRunGrids(tx, tenantId, id);
  return {
    runId: run.id,
    engagement: {
      id,
      name,
      client,
      brief,
      budgetUsd: nanoToUsd(engagement.budget_nano_usd),
      model,
      adversary,
      askBack,
      askBackHours: engagement.ask_back_hours,
    },
    tasks,
    sources: [
      ...(await listContextSources(tx, tenantId, engagement)),
      ...(await listOfferedCards(tx, tenantId, engagement)),
    ],
    previous: await listPreviousVersions(tx, tenantId, id, { runId: run.id, texts }),
    figures: figures.map((document) => ({ ...document, figures: [...document.figures] })),
    conflicts: await listRunConflicts(tx, tenantId, id),
    ...(grids.length > 0 && { grids }),
    questions: await listRunQuestions(tx, tenantId, { engagementId: id, runId: run.id }),
    rerunTaskId: run.rerun_task_id,
    ...(run.rerun_task_ids && { rerunTaskIds: run.rerun_task_ids }),
    reviewOutcomes: await listReviewOutcomes(tx, tenantId),
  };
}

/** A run learns of at most this many sheets and files that give no table. */
const maxWithoutTable = 200;

/**
 * Adds tables, what gives none, queries, and the access to them if there are any. Plans do without.
 */
async function addTables(
  tx: Transaction,
  tenantId: string,
  request: StartRunRequest,
): Promise<StartRunRequest> {
  const engagementId = request.engagement.id;
  const tables = await listRunTables(tx, tenantId, engagementId);
  const queries = await listRunQueries(tx, tenantId, engagementId);
  const { rows: withoutTable } = await tx.query(
    selectWithoutTable(tenantId, engagementId, maxWithoutTable),
  );
  return { ...request, tables, withoutTable, queries };
}

/**
 * Adds archived pages and, where allowed, the bounds of research in the web. Plans do without.
 * Throws StorageUnavailableError.
 */
async function addResearch(
  services: Services,
  tenantId: string,
  request: StartRunRequest,
): Promise<StartRunRequest> {
  const { config, database } = services;
  const engagementId = request.engagement.id;
  const pages = await listPageSources(services, tenantId, engagementId);
  const withPages = { ...request, sources: [...request.sources, ...pages] };
  const [[engagement]] = await database.batchTenant(tenantId, [
    selectEngagement(tenantId, engagementId),
  ]);
  if (!engagement?.research_enabled || config.search === null) return withPages;
  const research = {
    domains: engagement.research_domains,
    maxPages: engagement.research_max_pages,
    searchNanoUsd: config.search.searchNanoUsd,
  };
  return { ...withPages, research };
}
