import { ApiError } from '@ecp/contract/declaring/errors';
import type { ReadPageBody } from '@ecp/contract/engine/research-access';
import type { Transaction } from '@ecp/database/database';
import type { RunTarget } from '../../kernel/keys/run-tokens.ts';
import type { Services } from '../../kernel/services.ts';
import type { EngagementRow } from '../engagements/engagement-rows.ts';
import { addressesIn, addressOf } from '../research/address-of.ts';
import { isWithinDomains } from '../research/fetching/is-within-domains.ts';
import { countFetches } from '../research/records/count-fetches.ts';
import { claimantOf } from '../research/records/is-claimant-dead.ts';
import { isShownToRun } from '../research/records/is-shown.ts';
import { lockResearch } from '../research/records/lock-research.ts';
import { insertRead, type ReadRow, selectFetchOf, selectRead } from '../research/records/read-rows.ts';
import { ResearchRefused } from '../research/research-refused.ts';
import { hasRecordRoom } from './has-record-room.ts';
import { requireResearch } from './require-research.ts';

/** Fetches that a run may begin for each page that it may have. The others failed. */
const fetchesPerPage = 3;
const addressesOfBrief = 1_000;

/** The row of a call of the engine, and the work that is left. */
export type ReadClaim =
  | { kind: 'known'; row: ReadRow }
  | { kind: 'follow'; row: ReadRow; first: ReadRow }
  | { kind: 'lead'; row: ReadRow; address: string; domains: string[] };

/**
 * Claims the reading of an address, before anything goes out (RES-4). A read that may not be is recorded as refused.
 * Errors: `research_id_taken`, `not_found`.
 */
export async function claimRead(services: Services, target: RunTarget, body: ReadPageBody): Promise<ReadClaim> {
  const { tenantId, engagementId, runId } = target;
  const address = addressOf(body.url);
  const fields = { id: body.id, engagement_id: engagementId, run_id: runId, url: body.url };
  const asked = { ...fields, agent_slug: body.agentSlug, task_id: body.taskId, addresses: address ? [address] : [] };
  const hasRoom = await hasRecordRoom(services, tenantId);
  return services.database.withTenant(tenantId, async (tx): Promise<ReadClaim> => {
    await lockResearch(tx, tenantId, runId);
    const insert = async (more: Partial<ReadRow>): Promise<ReadRow> => {
      const given = { ...asked, state: 'claimed' as const, refusal: null, claimed_by: null, ...more };
      const { rows } = await tx.query(insertRead(tenantId, given));
      const [row] = rows;
      if (!row) throw new Error('The insert returned no row');
      return row;
    };
    const { rows: known } = await tx.query(selectRead(tenantId, body.id));
    const [row] = known;
    if (row && (row.run_id !== runId || row.url !== body.url)) throw new ApiError('research_id_taken');
    const { rows: fetches } = await tx.query(selectFetchOf(tenantId, runId, address ?? ''));
    const [first] = fetches;
    // A copy whose process died before it was made.
    if (row?.state === 'claimed' && row.claimed_by === null && first) return { kind: 'follow', row, first };
    if (row) return { kind: 'known', row };
    try {
      if (address === null) throw new ResearchRefused('invalid_address');
      const engagement = await requireResearch(tx, services, target);
      if (first) return { kind: 'follow', row: await insert({}), first };
      if (!hasRoom) throw new ResearchRefused('storage_full');
      await requireReadable(tx, target, engagement, address);
      const claimed = await insert({ claimed_by: claimantOf(services) });
      return { kind: 'lead', row: claimed, address, domains: engagement.research_domains };
    } catch (error) {
      if (!(error instanceof ResearchRefused)) throw error;
      return { kind: 'known', row: await insert({ state: 'refused', refusal: error.refusal }) };
    }
  });
}

async function requireReadable(
  tx: Transaction,
  { tenantId, engagementId, runId }: RunTarget,
  engagement: EngagementRow,
  address: string,
): Promise<void> {
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
