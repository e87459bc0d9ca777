import { type ReadPageAnswer, type ReadPageBody, researchBounds } from '@ecp/contract/engine/research-access';
import { describeResearchRefusal } from '@ecp/contract/values/describe-research-refusal';
import type { RunTarget } from '../../kernel/keys/run-tokens.ts';
import type { Services } from '../../kernel/services.ts';
import { readPageText } from '../research/reading/read-page-text.ts';
import { requirePage } from '../research/reading/require-page.ts';
import { toEnginePage } from '../research/records/page-rows.ts';
import { endRead, type ReadOutcome, type ReadRow, selectRead } from '../research/records/read-rows.ts';
import { awaitOutcome, doClaimed } from './await-outcome.ts';
import { claimRead } from './claim-read.ts';
import { fetchClaimed } from './fetch-claimed.ts';

/**
 * Reads and archives a page once (RES-3, RES-4). The same id gives the recorded outcome again, and within a run an
 * address, also one that redirects there, is fetched once: others wait for it. Errors: `research_id_taken`, `not_found`,
 * `service_unavailable` while the storage does not answer.
 */
export async function readPage(services: Services, target: RunTarget, body: ReadPageBody): Promise<ReadPageAnswer> {
  const claim = await claimRead(services, target, body);
  if (claim.kind === 'lead') {
    const { address, domains } = claim;
    await doClaimed(services, body.id, async () => {
      const fetched = await fetchClaimed(services, target, { body, address, domains });
      const outcome = 'first' in fetched ? outcomeOf(await settle(services, target, fetched.first)) : fetched;
      await end(services, target, body.id, outcome);
    });
  }
  if (claim.kind === 'follow') {
    await end(services, target, body.id, outcomeOf(await settle(services, target, claim.first)));
  }
  return answer(services, target, await settle(services, target, claim.row));
}

async function end({ database }: Services, { tenantId }: RunTarget, id: string, outcome: ReadOutcome) {
  const [[row]] = await database.batchTenant(tenantId, [endRead(tenantId, id, outcome)]);
  return row;
}

function outcomeOf({ page_id: pageId, refusal }: ReadRow): ReadOutcome {
  return pageId === null ? { refusal: refusal ?? { reason: 'interrupted', detail: null } } : { pageId };
}

/** Returns a read with its outcome. */
async function settle(services: Services, target: RunTarget, row: ReadRow): Promise<ReadRow> {
  const { tenantId } = target;
  if (row.state !== 'claimed') return row;
  return awaitOutcome(services, row.id, {
    find: async () => (await services.database.batchTenant(tenantId, [selectRead(tenantId, row.id)]))[0][0],
    interrupt: () => end(services, target, row.id, { refusal: { reason: 'interrupted', detail: null } }),
  });
}

async function answer(services: Services, target: RunTarget, row: ReadRow): Promise<ReadPageAnswer> {
  if (row.page_id === null) {
    return { refused: describeResearchRefusal(row.refusal ?? { reason: 'interrupted', detail: null }) };
  }
  const page = await requirePage(services.database, target.tenantId, target.engagementId, row.page_id);
  const text = await readPageText(services.storage, page);
  return { page: toEnginePage(page, text.slice(0, researchBounds.pageText).toWellFormed()) };
}
