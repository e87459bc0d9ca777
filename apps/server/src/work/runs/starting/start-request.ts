import { ApiError } from '@ecp/contract/declaring/errors';
import { nanoToUsd } from '@ecp/contract/declaring/money';
import type { StartRunRequest } from '@ecp/contract/engine/engine-api';
import type { Transaction } from '@ecp/database/database';
import { forAgents, readAsAgents } from '../../../kernel/as-agents.ts';
import type { RequestContext } from '../../../kernel/context.ts';
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

/**
 * Commits a run with its order and the answer to the request in one transaction. Before that, it
 * waits until the engagement's files are read and a worker lives. `insert` inserts the run. Throws
 * EngineUnavailableError and StorageUnavailableError, and then nothing is stored.
 */
export async function commitStart<Answer>(
  context: RequestContext,
  engagementId: string,
  insert: (tx: Transaction) => Promise<{ run: RunToStart; answer: Answer }>,
): Promise<Answer> {
  const { tenantId } = context;
  const services = forAgents(context.services, engagementId);
  const order = await context.services.engine.openOrder(tenantId);
  await Promise.all([
    waitForExtraction(services, tenantId, engagementId),
    prepareTables(services, tenantId, engagementId),
  ]);
  const pages = await listPageSources(services, tenantId, engagementId);
  return context.commit(async (tx) => {
    const { run, answer } = await insert(tx);
    const request = await readAsAgents(tx, engagementId, () =>
      gatherRequest(tx, services, tenantId, run, pages),
    );
    await order.place(tx, request);
    const locked = await lockRun(tx, tenantId, { runId: run.id, engagementId });
    if (locked) await announceRunStart(tx, context.services, locked);
    return answer;
  });
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
      approveAnswer: engagement.approve_answer,
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
