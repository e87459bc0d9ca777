import { ApiError } from '@ecp/contract/declaring/errors';
import { nanoToUsd } from '@ecp/contract/declaring/money';
import type { StartRunRequest } from '@ecp/contract/engine/engine-api';
import type { Transaction } from '@ecp/database/database';
import { forAgents, readAsAgents } from '../../../kernel/as-agents.ts';
import type { Services } from '../../../kernel/services.ts';
import { selectEngagement } from '../../../material/engagements/engagement-rows.ts';
import { listRunConflicts } from '../../../material/evidence/conflicts.ts';
import { readLatestFigures } from '../../../material/evidence/figures.ts';
import { listOfferedCards } from '../../../material/library/card-uses.ts';
import { listPageSources } from '../../../material/research/pages.ts';
import { lockRun, type RunToStart } from '../../../material/run-records/run-state.ts';
import { listContextSources, listRunImages } from '../../../material/sources/context-sources.ts';
import { waitForExtraction } from '../../../material/sources/extraction.ts';
import { listRunQueries } from '../../../material/tables/recorded-queries.ts';
import { selectWithoutTable } from '../../../material/tables/table-rows.ts';
import { listRunTables, prepareTables } from '../../../material/tables/tables.ts';
import { listRunQuestions } from '../../conversations/questions/questions.ts';
import { listReviewOutcomes } from '../../documents/reviewing/reviews.ts';
import { listPreviousVersions } from '../../documents/writing/material.ts';
import { listRunGrids } from '../../grids/run-grids.ts';
import { announceRunStart } from '../run-transitions.ts';

/** Starts an inserted run with the transaction that inserts it. */
type Start = (tx: Transaction, run: RunToStart) => Promise<void>;

/**
 * Waits until the engagement's files are read, and that a worker lives. The result gathers what the
 * run works with, places its order, and tells of the start. Throws EngineUnavailableError and
 * StorageUnavailableError.
 */
export async function prepareStart(
  given: Services,
  tenantId: string,
  engagementId: string,
): Promise<Start> {
  const services = forAgents(given, engagementId);
  const order = await given.engine.openOrder(tenantId);
  await Promise.all([
    waitForExtraction(services, tenantId, engagementId),
    prepareTables(services, tenantId, engagementId),
  ]);
  const pages = await listPageSources(services, tenantId, engagementId);
  return async (tx, run) => {
    const request = await readAsAgents(tx, engagementId, () =>
      gatherRequest(tx, services, tenantId, run, pages),
    );
    await order.place(tx, request);
    const locked = await lockRun(tx, tenantId, { runId: run.id, engagementId });
    if (locked) await announceRunStart(tx, given, locked);
  };
}

/** Gathers what a run works with. */
async function gatherRequest(
  tx: Transaction,
  services: Services,
  tenantId: string,
  run: RunToStart,
  pages: StartRunRequest['sources'],
): Promise<StartRunRequest> {
  const engagementId = run.engagement_id;
  const planned = await gatherPlanRequest(tx, services, tenantId, run);
  if (!planned) throw new ApiError('not_found');
  const { sources: images, imagesLeftOut } = await listRunImages(tx, tenantId, engagementId);
  const research = await readResearchBounds(tx, services, tenantId, engagementId);
  return {
    ...planned,
    sources: [...planned.sources, ...images, ...pages],
    imagesLeftOut,
    tables: await listRunTables(tx, tenantId, engagementId),
    queries: await listRunQueries(tx, tenantId, engagementId),
    withoutTable: (await tx.query(selectWithoutTable(tenantId, engagementId, maxWithoutTable)))
      .rows,
    ...(research && { research }),
  };
}

/** A run learns of at most this many sheets and files that give no table. */
const maxWithoutTable = 200;

/** Returns the bounds of research in the web; null where it is not allowed. */
async function readResearchBounds(
  tx: Transaction,
  { config }: Services,
  tenantId: string,
  engagementId: string,
): Promise<StartRunRequest['research'] | null> {
  const [engagement] = (await tx.query(selectEngagement(tenantId, engagementId))).rows;
  if (!engagement?.research_enabled || config.search === null) return null;
  return {
    domains: engagement.research_domains,
    maxPages: engagement.research_max_pages,
    searchNanoUsd: config.search.searchNanoUsd,
  };
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
  return readAsAgents(tx, run.engagement_id, () => gatherPlanRequest(tx, services, tenantId, run));
}

/** Gathers what the planner reads: neither images, nor tables, nor pages of the web. */
async function gatherPlanRequest(
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
