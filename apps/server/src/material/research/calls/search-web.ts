import type { SearchWebAnswer, SearchWebBody } from '@ecp/contract/engine/tool-access';
import { describeResearchRefusal } from '@ecp/contract/values/describe-research-refusal';
import type { RunTarget } from '../../../kernel/keys/tokens.ts';
import type { Services } from '../../../kernel/services.ts';
import { interrupted, isWithinDomains } from '../fetching.ts';
import {
  endSearch,
  insertSearch,
  type SearchEnd,
  type SearchRow,
  selectSearch,
  selectSearchOf,
  wordsOf,
} from './call-rows.ts';
import { awaitOutcome, type Call, claimCall, runClaimed } from './claims.ts';

/**
 * Searches once per id, and once for the same words of a run. Errors: `research_id_taken`,
 * `not_found`.
 */
export async function searchWeb(
  services: Services,
  target: RunTarget,
  body: SearchWebBody,
): Promise<SearchWebAnswer> {
  const { tenantId } = target;
  const claim = await claimCall(services, target, searchCallOf(target, body));
  const end = async (ending: SearchEnd) =>
    void (await services.database.batchTenant(tenantId, [endSearch(tenantId, body.id, ending)]));
  if (claim.kind === 'lead') {
    await runClaimed(services, body.id, async () =>
      end(await send(services, body.query, claim.domains)),
    );
  }
  if (claim.kind === 'follow') await end(copyOf(await settle(services, tenantId, claim.first)));
  return answer(await settle(services, tenantId, claim.row));
}

/**
 * Ends a search whose answer did not come, unless it has ended, and returns how it ended. It may have
 * been paid.
 */
export async function interruptSearch(
  services: Services,
  { tenantId }: RunTarget,
  id: string,
): Promise<SearchWebAnswer> {
  const costNanoUsd = services.config.search?.searchNanoUsd ?? 0;
  const outcome = { refusal: interrupted };
  const [, [row]] = await services.database.batchTenant<[SearchRow, SearchRow]>(tenantId, [
    endSearch(tenantId, id, { outcome, paid: true, costNanoUsd }),
    selectSearch(tenantId, id),
  ]);
  return row ? answer(row) : { refused: describeResearchRefusal(interrupted), paid: true };
}

function searchCallOf({ tenantId, runId }: RunTarget, body: SearchWebBody): Call<SearchRow> {
  const { query } = body;
  const words = wordsOf(query);
  return {
    body,
    find: selectSearch(tenantId, body.id),
    findFirst: selectSearchOf(tenantId, runId, words),
    isSame: (row) => row.words === words,
    insert: (row) => insertSearch(tenantId, { ...row, query, words }),
  };
}

/** Asks the provider and returns its results, as far as they are within the domains. */
async function send(
  { research, config }: Services,
  query: string,
  domains: string[],
): Promise<SearchEnd> {
  if (research.search === null) throw new Error('There is no search provider');
  const { paid, ...outcome } = await research.search.search({ query: query.trim(), domains });
  const kept =
    'hits' in outcome
      ? { hits: outcome.hits.filter(({ url }) => isWithinDomains(new URL(url).hostname, domains)) }
      : outcome;
  return { outcome: kept, paid, costNanoUsd: paid ? (config.search?.searchNanoUsd ?? 0) : 0 };
}

/** Returns the outcome of the first search with the same words, which is paid already. */
function copyOf({ refusal, hits }: SearchRow): SearchEnd {
  return { outcome: refusal ? { refusal } : { hits }, paid: false, costNanoUsd: 0 };
}

/** Returns a search with its outcome. One whose process died may have been paid. */
function settle(services: Services, tenantId: string, row: SearchRow): Promise<SearchRow> {
  const costNanoUsd = services.config.search?.searchNanoUsd ?? 0;
  return awaitOutcome(services, tenantId, row, {
    find: (id) => selectSearch(tenantId, id),
    interrupt: (id) =>
      endSearch(tenantId, id, { outcome: { refusal: interrupted }, paid: true, costNanoUsd }),
  });
}

function answer({ hits, refusal, paid }: SearchRow): SearchWebAnswer {
  return refusal ? { refused: describeResearchRefusal(refusal), paid } : { hits, paid };
}
