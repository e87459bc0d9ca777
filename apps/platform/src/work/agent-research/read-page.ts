import { type ReadPageAnswer, type ReadPageBody, researchBounds } from '@ecp/contract/engine/tool-access';
import { describeResearchRefusal } from '@ecp/contract/values/describe-research-refusal';
import type { RunTarget } from '../../kernel/keys/tokens.ts';
import type { Services } from '../../kernel/services.ts';
import { readPageText } from '../research/reading/read-page-text.ts';
import { requirePage } from '../research/reading/require-page.ts';
import { toEnginePage } from '../research/records/page-rows.ts';
import { endRead, type ReadOutcome, type ReadRow, selectRead } from '../research/records/read-rows.ts';
import { interrupted } from '../research/research-refused.ts';
import { awaitOutcome, doClaimed } from './await-outcome.ts';
import { claimCall } from './claim-call.ts';
import { fetchClaimed } from './fetch-claimed.ts';
import { readCallOf } from './read-call.ts';

/**
 * Reads and archives a page once (RES-3, RES-4). The same id gives the recorded outcome again. Within a run an address,
 * also one that redirects there, is fetched once: others wait for it. Errors: `research_id_taken`, `not_found`,
 * `service_unavailable` while the storage does not answer.
 */
export async function readPage(services: Services, target: RunTarget, body: ReadPageBody): Promise<ReadPageAnswer> {
  const { tenantId } = target;
  const claim = await claimCall(services, target, readCallOf(target, body));
  const end = async (outcome: ReadOutcome) =>
    void (await services.database.batchTenant(tenantId, [endRead(tenantId, body.id, outcome)]));
  if (claim.kind === 'lead') {
    await doClaimed(services, body.id, async () => {
      const fetched = await fetchClaimed(services, target, claim);
      await end('first' in fetched ? outcomeOf(await settle(services, tenantId, fetched.first)) : fetched);
    });
  }
  if (claim.kind === 'follow') await end(outcomeOf(await settle(services, tenantId, claim.first)));
  return answer(services, target, await settle(services, tenantId, claim.row));
}

function outcomeOf({ page_id: pageId, refusal }: ReadRow): ReadOutcome {
  return pageId === null ? { refusal: refusal ?? interrupted } : { pageId };
}

/** Returns a read with its outcome. */
function settle(services: Services, tenantId: string, row: ReadRow): Promise<ReadRow> {
  return awaitOutcome(services, tenantId, row, {
    find: (id) => selectRead(tenantId, id),
    interrupt: (id) => endRead(tenantId, id, { refusal: interrupted }),
  });
}

async function answer(
  services: Services,
  { tenantId, engagementId }: RunTarget,
  row: ReadRow,
): Promise<ReadPageAnswer> {
  const outcome = outcomeOf(row);
  if ('refusal' in outcome) return { refused: describeResearchRefusal(outcome.refusal) };
  const page = await requirePage(services.database, tenantId, engagementId, outcome.pageId);
  const text = await readPageText(services.storage, page);
  return { page: toEnginePage(page, text.slice(0, researchBounds.pageText).toWellFormed()) };
}
