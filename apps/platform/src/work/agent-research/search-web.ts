import { ApiError } from '@ecp/contract/declaring/errors';
import type { SearchWebAnswer, SearchWebBody } from '@ecp/contract/engine/research-access';
import { describeResearchRefusal } from '@ecp/contract/values/describe-research-refusal';
import type { RunTarget } from '../../kernel/keys/run-tokens.ts';
import type { Services } from '../../kernel/services.ts';
import { isWithinDomains } from '../research/fetching/is-within-domains.ts';
import { claimantOf } from '../research/records/is-claimant-dead.ts';
import { lockResearch } from '../research/records/lock-research.ts';
import {
  endSearch,
  insertSearch,
  type SearchEnd,
  type SearchRow,
  selectSearch,
  selectSearchOf,
} from '../research/records/search-rows.ts';
import { ResearchRefused } from '../research/research-refused.ts';
import { awaitOutcome, doClaimed } from './await-outcome.ts';
import { hasRecordRoom } from './has-record-room.ts';
import { requireResearch } from './require-research.ts';

/** A search of this run with its words in one form. */
interface Asked {
  target: RunTarget;
  body: SearchWebBody;
  words: string;
}

/** The row of a call of the engine, and the work that is left. */
type Claim =
  | { kind: 'known'; row: SearchRow }
  | { kind: 'follow'; row: SearchRow; first: SearchRow }
  | { kind: 'lead'; row: SearchRow; domains: string[] };

/**
 * Searches the web once (RES-3, RES-4). The same id gives the recorded outcome again, and the same words in a run those
 * of the first search. Errors: `research_id_taken`, `not_found`.
 */
export async function searchWeb(services: Services, target: RunTarget, body: SearchWebBody): Promise<SearchWebAnswer> {
  const words = body.query.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
  const asked = { target, body, words };
  const claim = await claimSearch(services, asked);
  if (claim.kind === 'lead') await doClaimed(services, body.id, () => send(services, asked, claim.domains));
  if (claim.kind === 'follow') await copyOutcome(services, asked, await settle(services, target, claim.first));
  return answer(await settle(services, target, claim.row));
}

async function claimSearch(services: Services, { target, body, words }: Asked): Promise<Claim> {
  const { tenantId, engagementId, runId } = target;
  const fields = { id: body.id, engagement_id: engagementId, run_id: runId, query: body.query, words };
  const base = { ...fields, agent_slug: body.agentSlug, task_id: body.taskId, refusal: null, claimed_by: null };
  const hasRoom = await hasRecordRoom(services, tenantId);
  return services.database.withTenant(tenantId, async (tx): Promise<Claim> => {
    await lockResearch(tx, tenantId, runId);
    const insert = async (more: Partial<SearchRow>): Promise<SearchRow> => {
      const { rows } = await tx.query(insertSearch(tenantId, { ...base, state: 'claimed', ...more }));
      return required(rows[0]);
    };
    const { rows: known } = await tx.query(selectSearch(tenantId, body.id));
    const { rows: same } = await tx.query(selectSearchOf(tenantId, runId, words));
    const [row, first] = [known[0], same[0]];
    if (row && (row.run_id !== runId || row.words !== words)) throw new ApiError('research_id_taken');
    // A copy whose process died before it was made.
    if (row?.state === 'claimed' && row.claimed_by === null && first) return { kind: 'follow', row, first };
    if (row) return { kind: 'known', row };
    try {
      const engagement = await requireResearch(tx, services, target);
      if (first) return { kind: 'follow', row: await insert({}), first };
      if (!hasRoom) throw new ResearchRefused('storage_full');
      const claimed = await insert({ claimed_by: claimantOf(services) });
      return { kind: 'lead', row: claimed, domains: engagement.research_domains };
    } catch (error) {
      if (!(error instanceof ResearchRefused)) throw error;
      return { kind: 'known', row: await insert({ state: 'refused', refusal: error.refusal }) };
    }
  });
}

/** Asks the provider and records what it said. */
async function send(services: Services, { target, body }: Asked, domains: string[]): Promise<void> {
  const { research, config } = services;
  if (research.search === null) throw new Error('There is no search provider');
  const { paid, ...outcome } = await research.search.search({ query: body.query.trim(), domains });
  const kept =
    'hits' in outcome
      ? { hits: outcome.hits.filter(({ url }) => isWithinDomains(new URL(url).hostname, domains)) }
      : outcome;
  const costNanoUsd = paid ? (config.search?.searchNanoUsd ?? 0) : 0;
  await end(services, target, body.id, { outcome: kept, paid, costNanoUsd });
}

/** Gives a search the outcome of the first one with its words, which is paid already. */
async function copyOutcome(services: Services, { target, body }: Asked, first: SearchRow): Promise<void> {
  const outcome = first.refusal ? { refusal: first.refusal } : { hits: first.hits };
  await end(services, target, body.id, { outcome, paid: false, costNanoUsd: 0 });
}

async function end({ database }: Services, { tenantId }: RunTarget, id: string, ending: SearchEnd) {
  const [[row]] = await database.batchTenant(tenantId, [endSearch(tenantId, id, ending)]);
  return row;
}

/** Returns a search with its outcome. One whose process died may have been paid. */
async function settle(services: Services, target: RunTarget, row: SearchRow): Promise<SearchRow> {
  const { tenantId } = target;
  if (row.state !== 'claimed') return row;
  const outcome = { refusal: { reason: 'interrupted', detail: null } } as const;
  const costNanoUsd = services.config.search?.searchNanoUsd ?? 0;
  return awaitOutcome(services, row.id, {
    find: async () => (await services.database.batchTenant(tenantId, [selectSearch(tenantId, row.id)]))[0][0],
    interrupt: () => end(services, target, row.id, { outcome, paid: true, costNanoUsd }),
  });
}

function answer({ hits, refusal, paid }: SearchRow): SearchWebAnswer {
  return refusal ? { refused: describeResearchRefusal(refusal), paid } : { hits, paid };
}

function required<Row>(row: Row | undefined): Row {
  if (!row) throw new Error('The insert returned no row');
  return row;
}
