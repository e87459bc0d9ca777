import { nanoToUsd } from '@ecp/contract/declaring/money';
import type { SearchHit } from '@ecp/contract/engine/research-access';
import type { ResearchRefusal } from '@ecp/contract/values/research-refusals';
import { type RunSearch, researchListLimit } from '@ecp/contract/work/research';
import type { Statement } from '@ecp/database/statement';

/** A row of platform.searches. */
export interface SearchRow {
  id: string;
  engagement_id: string;
  run_id: string;
  agent_slug: string;
  task_id: string | null;
  query: string;
  words: string;
  state: 'claimed' | 'found' | 'refused';
  hits: SearchHit[];
  refusal: ResearchRefusal | null;
  paid: boolean;
  cost_nano_usd: number;
  claimed_by: string | null;
  created_at: Date;
}

/** The columns of SearchRow. */
export const searchColumns = `id, engagement_id, run_id, agent_slug, task_id, query, words, state, hits, refusal, paid,
  cost_nano_usd, claimed_by, created_at`;

/** Turns a row into the wire form. */
export function toRunSearch(row: SearchRow): RunSearch {
  return {
    id: row.id,
    query: row.query,
    agent: row.agent_slug,
    taskId: row.task_id,
    runId: row.run_id,
    results: row.hits.length,
    reason: row.refusal?.reason ?? null,
    detail: row.refusal?.detail ?? null,
    costUsd: nanoToUsd(row.cost_nano_usd),
    createdAt: row.created_at.toISOString(),
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

type NewSearch = Pick<
  SearchRow,
  'id' | 'engagement_id' | 'run_id' | 'agent_slug' | 'task_id' | 'query' | 'words' | 'state' | 'refusal' | 'claimed_by'
>;

/** Inserts a search. */
export function insertSearch(tenantId: string, row: NewSearch): Statement<SearchRow> {
  return {
    name: 'insert_search',
    text: `insert into platform.searches (id, tenant_id, engagement_id, run_id, agent_slug, task_id, query, words, state,
        refusal, claimed_by)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) returning ${searchColumns}`,
    values: [
      row.id,
      tenantId,
      row.engagement_id,
      row.run_id,
      row.agent_slug,
      row.task_id,
      row.query,
      row.words,
      row.state,
      row.refusal && JSON.stringify(row.refusal),
      row.claimed_by,
    ],
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
  const [state, hits, refusal] =
    'hits' in outcome ? ['found', outcome.hits, null] : ['refused', [], JSON.stringify(outcome.refusal)];
  return {
    name: 'end_search',
    text: `update platform.searches
      set state = $3, hits = $4, addresses = $5, refusal = $6, paid = $7, cost_nano_usd = $8
      where tenant_id = $1 and id = $2 and state = 'claimed' returning ${searchColumns}`,
    values: [
      tenantId,
      id,
      state,
      JSON.stringify(hits),
      (hits as SearchHit[]).map(({ url }) => url),
      refusal,
      paid,
      costNanoUsd,
    ],
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
