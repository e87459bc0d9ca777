import {
  type EnginePage,
  type ReadPageAnswer,
  type ReadPageBody,
  researchBounds,
} from '@ecp/contract/engine/tool-access';
import { describeResearchRefusal } from '@ecp/contract/values/describe-research-refusal';
import type { Transaction } from '@ecp/database/database';
import type { RunTarget } from '../../../kernel/keys/tokens.ts';
import type { Services } from '../../../kernel/services.ts';
import type { EngagementRow } from '../../engagements/engagement-rows.ts';
import { archivePage } from '../archive-page.ts';
import {
  addressesIn,
  addressOf,
  fetchForArchive,
  interrupted,
  isWithinDomains,
  ResearchRefused,
  readContent,
} from '../fetching.ts';
import { type PageRow, toEnginePage } from '../page-rows.ts';
import { readPageText, requirePage } from '../pages.ts';
import {
  claimAddress,
  countFetches,
  endRead,
  insertRead,
  isShownToRun,
  type ReadOutcome,
  type ReadRow,
  refuseRead,
  selectFetchOf,
  selectRead,
  selectTaskPages,
} from './call-rows.ts';
import { awaitOutcome, type Call, claimCall, runClaimed } from './claims.ts';

/**
 * Reads and archives a page once per id, and fetches an address once per run, also after redirects.
 * Errors: `research_id_taken`, `not_found`, `service_unavailable` without storage.
 */
export async function readPage(
  services: Services,
  target: RunTarget,
  body: ReadPageBody,
): Promise<ReadPageAnswer> {
  const { tenantId } = target;
  const claim = await claimCall(services, target, readCallOf(target, body));
  const end = async (outcome: ReadOutcome) =>
    void (await services.database.batchTenant(tenantId, [endRead(tenantId, body.id, outcome)]));
  if (claim.kind === 'lead') {
    await runClaimed(services, body.id, async () => {
      const fetched = await fetchClaimed(services, target, claim);
      await end(
        'first' in fetched ? outcomeOf(await settle(services, tenantId, fetched.first)) : fetched,
      );
    });
  }
  if (claim.kind === 'follow') await end(outcomeOf(await settle(services, tenantId, claim.first)));
  return answer(services, target, await settle(services, tenantId, claim.row));
}

/** Refuses a read whose page did not reach its agent, so that it is refused each time. */
export async function interruptRead(
  { database }: Pick<Services, 'database'>,
  { tenantId }: RunTarget,
  id: string,
): Promise<ReadPageAnswer> {
  await database.batchTenant(tenantId, [refuseRead(tenantId, id, interrupted)]);
  return { refused: describeResearchRefusal(interrupted) };
}

/** Reads the pages that agents have read for tasks of a run, each once, oldest first. */
export async function readTaskPages(
  { database, storage }: Pick<Services, 'database' | 'storage'>,
  { tenantId, runId }: RunTarget,
  taskIds: readonly string[],
): Promise<EnginePage[]> {
  const [pages] = await database.batchTenant(tenantId, [selectTaskPages(tenantId, runId, taskIds)]);
  return Promise.all(pages.map((page) => withText(storage, page)));
}

async function withText(storage: Services['storage'], page: PageRow): Promise<EnginePage> {
  const text = await readPageText(storage, page);
  return toEnginePage(page, text.slice(0, researchBounds.pageText).toWellFormed());
}

function outcomeOf({ page_id: pageId, refusal }: ReadRow): ReadOutcome {
  return pageId === null ? { refusal: refusal ?? interrupted } : { pageId };
}

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
  return { page: await withText(services.storage, page) };
}

/** Fetches that a run may begin for each page that it may have. The others failed. */
const fetchesPerPage = 3;
const addressesOfBrief = 1_000;

/** Returns the call of a read. Its row begins with the address that was asked for. */
function readCallOf(target: RunTarget, body: ReadPageBody): Call<ReadRow> {
  const { tenantId, runId } = target;
  const { url } = body;
  const address = addressOf(url);
  return {
    body,
    find: selectRead(tenantId, body.id),
    findFirst: selectFetchOf(tenantId, runId, address ?? ''),
    isSame: (row) => row.url === url,
    insert: (row) =>
      insertRead(tenantId, { ...row, url, addresses: address === null ? [] : [address] }),
    requireSendable: (tx, engagement) => requireReadable(tx, target, engagement, address),
  };
}

async function requireReadable(
  tx: Transaction,
  { tenantId, engagementId, runId }: RunTarget,
  engagement: EngagementRow,
  address: string | null,
): Promise<void> {
  if (address === null) throw new ResearchRefused('invalid_address');
  const { hostname } = new URL(address);
  if (!isWithinDomains(hostname, engagement.research_domains))
    throw new ResearchRefused('outside_domains', hostname);
  const written = `${engagement.brief}\n${JSON.stringify(engagement.tasks)}`;
  const isShown =
    addressesIn(written, addressesOfBrief).includes(address) ||
    (await isShownToRun(tx, tenantId, { engagementId, runId, address }));
  if (!isShown) throw new ResearchRefused('unknown_address');
  const limit = engagement.research_max_pages;
  const { pages, fetches } = await countFetches(tx, tenantId, runId);
  if (pages >= limit || fetches >= limit * fetchesPerPage)
    throw new ResearchRefused('limit_reached', limit);
}

/** Stops a fetch that redirects to the address of another read. */
class TakenAddress extends Error {
  override readonly name = 'TakenAddress';
  readonly first: ReadRow;

  constructor(first: ReadRow) {
    super('Another read has the address of the redirect');
    this.first = first;
  }
}

/**
 * Fetches and archives a claimed page. Returns how it ended, or the read that has the redirect's
 * address. A defect ends the read too, because what was sent once is never sent again.
 */
async function fetchClaimed(
  services: Services,
  { tenantId, engagementId, runId }: RunTarget,
  { row, domains }: { row: ReadRow; domains: string[] },
): Promise<ReadOutcome | { first: ReadRow }> {
  const { id, addresses, agent_slug: agent } = row;
  const [address = row.url] = addresses;
  try {
    const fetched = await fetchForArchive(services, {
      tenantId,
      address,
      domains,
      onRedirect: async (next) => {
        const first = await claimAddress(services.database, tenantId, { runId, id, address: next });
        if (first) throw new TakenAddress(first);
      },
    });
    const page = await readContent(services, tenantId, fetched);
    return {
      pageId: (await archivePage(services, { tenantId, engagementId, runId, agent, fetched, page }))
        .id,
    };
  } catch (error) {
    if (error instanceof TakenAddress) return { first: error.first };
    if (error instanceof ResearchRefused) return { refusal: error.refusal };
    services.log.error({ err: error, readId: id }, 'A page that was fetched could not be archived');
    return { refusal: interrupted };
  }
}
