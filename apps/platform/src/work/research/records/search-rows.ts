import { nanoToUsd } from '@ecp/contract/declaring/money';
import type { SearchHit } from '@ecp/contract/engine/tool-access';
import type { ResearchRefusal } from '@ecp/contract/values/research-refusals';
import { type RunSearch, researchListLimit } from '@ecp/contract/work/research';
import type { Statement } from '@ecp/database/statement';
import { type CallRow, callColumns, type NewCall, newCallColumns, newCallValues, toCallFields } from './call-rows.ts';

/** A row of platform.searches. */
export interface SearchRow extends CallRow {
  query: string;
  words: string;
  state: 'claimed' | 'found' | 'refused';
  hits: SearchHit[];
  paid: boolean;
  cost_nano_usd: number;
}

/** The columns of SearchRow. */
export const searchColumns = `${callColumns}, query, words, state, hits, paid, cost_nano_usd`;

/** Turns a row into the wire form. */
export function toRunSearch(row: SearchRow): RunSearch {
  return {
    ...toCallFields(row),
    query: row.query,
    results: row.hits.length,
    costUsd: nanoToUsd(row.cost_nano_usd),
  };
}

/** Selects one search of a tenant. */
export function selectSearch(tenantId: string, id: string): Statement<SearchRow> {
  return {
    name: 'select_search',
    text: `select ${searchColumns} from platform.searches where tenant_id = $1 and id = $2`,
    values: [tenantId, id],
  };
}

/** Selects the search of a run that asked the provider for these words, or asks. */
export function selectSearchOf(tenantId: string, runId: string, words: string): Statement<SearchRow> {
  return {
    name: 'select_search_of_words',
    text: `select ${searchColumns} from platform.searches
      where tenant_id = $1 and run_id = $2 and words = $3 and claimed_by is not null`,
    values: [tenantId, runId, words],
  };
}

/** Inserts a search. */
export function insertSearch(
  tenantId: string,
  row: NewCall & Pick<SearchRow, 'query' | 'words'>,
): Statement<SearchRow> {
  return {
    name: 'insert_search',
    text: `insert into platform.searches (${newCallColumns}, query, words)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) returning ${searchColumns}`,
    values: [...newCallValues(tenantId, row), row.query, row.words],
  };
}

/** The end of a search. */
export interface SearchEnd {
  outcome: { hits: SearchHit[] } | { refusal: ResearchRefusal };
  paid: boolean;
  /** In nano-USD. */
  costNanoUsd: number;
}

/** Ends a search that has not ended. */
export function endSearch(
  tenantId: string,
  id: string,
  { outcome, paid, costNanoUsd }: SearchEnd,
): Statement<SearchRow> {
  const hits = 'hits' in outcome ? outcome.hits : [];
  const [state, refusal] = 'hits' in outcome ? ['found', null] : ['refused', JSON.stringify(outcome.refusal)];
  const addresses = hits.map(({ url }) => url);
  return {
    name: 'end_search',
    text: `update platform.searches
      set state = $3, hits = $4, addresses = $5, refusal = $6, paid = $7, cost_nano_usd = $8
      where tenant_id = $1 and id = $2 and state = 'claimed' returning ${searchColumns}`,
    values: [tenantId, id, state, JSON.stringify(hits), addresses, refusal, paid, costNanoUsd],
  };
}

/** Selects the newest searches of an engagement, newest first. */
export function selectSearchesOf(tenantId: string, engagementId: string): Statement<SearchRow> {
  return {
    name: 'select_searches',
    text: `select ${searchColumns} from platform.searches where tenant_id = $1 and engagement_id = $2
      order by created_at desc, id desc limit $3`,
    values: [tenantId, engagementId, researchListLimit],
  };
}
