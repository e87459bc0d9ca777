import type { ReadPageBody } from '@ecp/contract/engine/tool-access';
import type { Transaction } from '@ecp/database/database';
import type { RunTarget } from '../../kernel/keys/tokens.ts';
import type { EngagementRow } from '../engagements/engagement-rows.ts';
import { addressesIn, addressOf } from '../research/address-of.ts';
import { isWithinDomains } from '../research/fetching/is-within-domains.ts';
import { countFetches } from '../research/records/count-fetches.ts';
import { isShownToRun } from '../research/records/is-shown.ts';
import { insertRead, type ReadRow, selectFetchOf, selectRead } from '../research/records/read-rows.ts';
import { ResearchRefused } from '../research/research-refused.ts';
import type { Call } from './claim-call.ts';

/** Fetches that a run may begin for each page that it may have. The others failed. */
const fetchesPerPage = 3;
const addressesOfBrief = 1_000;

/** Returns the call of a read. Its row begins with the address that was asked for. */
export function readCallOf(target: RunTarget, body: ReadPageBody): Call<ReadRow> {
  const { tenantId, runId } = target;
  const { url } = body;
  const address = addressOf(url);
  return {
    body,
    find: selectRead(tenantId, body.id),
    findFirst: selectFetchOf(tenantId, runId, address ?? ''),
    isSame: (row) => row.url === url,
    insert: (row) => insertRead(tenantId, { ...row, url, addresses: address === null ? [] : [address] }),
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
  if (!isWithinDomains(hostname, engagement.research_domains)) throw new ResearchRefused('outside_domains', hostname);
  const written = `${engagement.brief}\n${JSON.stringify(engagement.tasks)}`;
  const isShown =
    addressesIn(written, addressesOfBrief).includes(address) ||
    (await isShownToRun(tx, tenantId, { engagementId, runId, address }));
  if (!isShown) throw new ResearchRefused('unknown_address');
  const limit = engagement.research_max_pages;
  const { pages, fetches } = await countFetches(tx, tenantId, runId);
  if (pages >= limit || fetches >= limit * fetchesPerPage) throw new ResearchRefused('limit_reached', limit);
}
