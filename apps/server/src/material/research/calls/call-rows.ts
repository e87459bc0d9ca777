import { nanoToUsd } from '@ecp/contract/declaring/money';
import type { SearchHit } from '@ecp/contract/engine/tool-access';
import type { ResearchRefusal } from '@ecp/contract/values/research-refusals';
import { type PageRead, type RunSearch, researchListLimit } from '@ecp/contract/work/research';
import type { Database, Transaction } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import { type ExportPart, pageOf } from '../../../kernel/export-part.ts';
import { type PageRow, pageColumns, toArchivedPage } from '../page-rows.ts';

/**
 * The columns that searches and reads share. A row is the claim of the id that the engine chose.
 */
export interface CallRow {
  id: string;
  engagement_id: string;
  run_id: string;
  agent_slug: string;
  task_id: string | null;
  refusal: ResearchRefusal | null;
  claimed_by: string | null;
  created_at: Date;
}

const callColumns =
  'id, engagement_id, run_id, agent_slug, task_id, refusal, claimed_by, created_at';

/** A new call: one that is sent or waits for an earlier one, or one that is refused. */
export type NewCall = Omit<CallRow, 'created_at'> & { state: 'claimed' | 'refused' };

/** The columns of a new call, for inserts. */
const newCallColumns =
  'id, tenant_id, engagement_id, run_id, agent_slug, task_id, state, refusal, claimed_by';

function newCallValues(tenantId: string, row: NewCall): unknown[] {
  const refusal = row.refusal && JSON.stringify(row.refusal);
  return [
    row.id,
    tenantId,
    row.engagement_id,
    row.run_id,
    row.agent_slug,
    row.task_id,
    row.state,
    refusal,
    row.claimed_by,
  ];
}

function toCallFields(row: CallRow): Omit<PageRead, 'url' | 'pageId'> {
  return {
    id: row.id,
    agent: row.agent_slug,
    taskId: row.task_id,
    runId: row.run_id,
    reason: row.refusal?.reason ?? null,
    detail: row.refusal?.detail ?? null,
    createdAt: row.created_at.toISOString(),
  };
}

export interface SearchRow extends CallRow {
  query: string;
  words: string;
  state: 'held' | 'claimed' | 'found' | 'refused';
  hits: SearchHit[];
  paid: boolean;
  cost_nano_usd: number;
}

const searchColumns = `${callColumns}, query, words, state, hits, paid, cost_nano_usd`;

export function toRunSearch(row: SearchRow): RunSearch {
  return {
    ...toCallFields(row),
    query: row.query,
    results: row.hits.length,
    costUsd: nanoToUsd(row.cost_nano_usd),
  };
}

export function selectSearch(tenantId: string, id: string): Statement<SearchRow> {
  return {
    name: 'select_search',
    text: `select ${searchColumns} from platform.searches where tenant_id = $1 and id = $2`,
    values: [tenantId, id],
  };
}

/** Returns the words of a search in one form. */
export const wordsOf = (query: string): string =>
  query.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();

/** Selects the search of a run that asked the provider for these words, or asks. */
export function selectSearchOf(
  tenantId: string,
  runId: string,
  words: string,
): Statement<SearchRow> {
  return {
    name: 'select_search_of_words',
    text: `select ${searchColumns} from platform.searches
      where tenant_id = $1 and run_id = $2 and words = $3 and claimed_by is not null`,
    values: [tenantId, runId, words],
  };
}

/**
 * Inserts a search, or begins the one whose price is held under its id. Its age is that of what is
 * sent.
 */
export function insertSearch(
  tenantId: string,
  row: NewCall & Pick<SearchRow, 'query' | 'words'>,
): Statement<SearchRow> {
  return {
    name: 'insert_search',
    text: `insert into platform.searches (${newCallColumns}, query, words)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
      on conflict (tenant_id, id) do update
        set state = excluded.state, refusal = excluded.refusal, claimed_by = excluded.claimed_by,
          created_at = excluded.created_at
        where searches.state = 'held'
      returning ${searchColumns}`,
    values: [...newCallValues(tenantId, row), row.query, row.words],
  };
}

export interface SearchEnd {
  outcome: { hits: SearchHit[] } | { refusal: ResearchRefusal };
  paid: boolean;
  /** In nano-USD. */
  costNanoUsd: number;
}

/** Ends a search that has not ended, or of which only the price is held. */
export function endSearch(
  tenantId: string,
  id: string,
  { outcome, paid, costNanoUsd }: SearchEnd,
): Statement<SearchRow> {
  const hits = 'hits' in outcome ? outcome.hits : [];
  const [state, refusal] =
    'hits' in outcome ? ['found', null] : ['refused', JSON.stringify(outcome.refusal)];
  const addresses = hits.map(({ url }) => url);
  return {
    name: 'end_search',
    text: `update platform.searches
      set state = $3, hits = $4, addresses = $5, refusal = $6, paid = $7, cost_nano_usd = $8
      where tenant_id = $1 and id = $2 and state in ('held', 'claimed') returning ${searchColumns}`,
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

export interface ReadRow extends CallRow {
  url: string;
  addresses: string[];
  state: 'claimed' | 'read' | 'refused';
  page_id: string | null;
}

const readColumns = `${callColumns}, url, addresses, state, page_id`;

export function toPageRead(row: ReadRow): PageRead {
  return { ...toCallFields(row), url: row.url, pageId: row.page_id };
}

export function selectRead(tenantId: string, id: string): Statement<ReadRow> {
  return {
    name: 'select_page_read',
    text: `select ${readColumns} from platform.page_reads where tenant_id = $1 and id = $2`,
    values: [tenantId, id],
  };
}

/** Selects the read of a run that fetched an address or fetches it. */
export function selectFetchOf(
  tenantId: string,
  runId: string,
  address: string,
): Statement<ReadRow> {
  return {
    name: 'select_fetch',
    text: `select ${readColumns} from platform.page_reads
      where tenant_id = $1 and run_id = $2 and claimed_by is not null and $3 = any(addresses)
      order by created_at, id limit 1`,
    values: [tenantId, runId, address],
  };
}

export function insertRead(
  tenantId: string,
  row: NewCall & Pick<ReadRow, 'url' | 'addresses'>,
): Statement<ReadRow> {
  return {
    name: 'insert_page_read',
    text: `insert into platform.page_reads (${newCallColumns}, url, addresses)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) returning ${readColumns}`,
    values: [...newCallValues(tenantId, row), row.url, row.addresses],
  };
}

export type ReadOutcome = { pageId: string } | { refusal: ResearchRefusal };

/** Ends a read that has not ended. */
export function endRead(tenantId: string, id: string, outcome: ReadOutcome): Statement<ReadRow> {
  const [state, pageId, refusal] =
    'pageId' in outcome
      ? ['read', outcome.pageId, null]
      : ['refused', null, JSON.stringify(outcome.refusal)];
  return {
    name: 'end_page_read',
    text: `update platform.page_reads set state = $3, page_id = $4, refusal = $5
      where tenant_id = $1 and id = $2 and state = 'claimed' returning ${readColumns}`,
    values: [tenantId, id, state, pageId, refusal],
  };
}

/** Selects the newest reads of an engagement, newest first. */
export function selectReadsOf(tenantId: string, engagementId: string): Statement<ReadRow> {
  return {
    name: 'select_page_reads',
    text: `select ${readColumns} from platform.page_reads where tenant_id = $1 and engagement_id = $2
      order by created_at desc, id desc limit $3`,
    values: [tenantId, engagementId, researchListLimit],
  };
}

/** Refuses a read whose page has not reached its agent, though it may be archived. */
export function refuseRead(
  tenantId: string,
  id: string,
  refusal: ResearchRefusal,
): Statement<ReadRow> {
  return {
    name: 'refuse_page_read',
    text: `update platform.page_reads set state = 'refused', page_id = null, refusal = $3
      where tenant_id = $1 and id = $2 and state <> 'refused' returning ${readColumns}`,
    values: [tenantId, id, JSON.stringify(refusal)],
  };
}

/** Selects the pages that agents have read for tasks of a run, oldest read first. */
export function selectTaskPages(
  tenantId: string,
  runId: string,
  taskIds: readonly string[],
): Statement<PageRow> {
  return {
    name: 'select_task_pages',
    text: `select ${pageColumns} from platform.pages p
      join (
        select page_id, min(created_at) as read_at, min(id) as read_id from platform.page_reads
        where tenant_id = $1 and run_id = $2 and task_id = any($3) and page_id is not null
        group by page_id
      ) read on read.page_id = p.id
      where p.tenant_id = $1 order by read_at, read_id`,
    values: [tenantId, runId, taskIds],
  };
}

/**
 * Claims a redirect's address for a read. If another read has it, returns that one, which then gets
 * this one's addresses: it is waited for, so it must not wait in return.
 */
export function claimAddress(
  database: Database,
  tenantId: string,
  { runId, id, address }: { runId: string; id: string; address: string },
): Promise<ReadRow | undefined> {
  return database.withTenant(tenantId, async (tx) => {
    await lockResearch(tx, tenantId, runId);
    const { rows } = await tx.query(selectFetchOf(tenantId, runId, address));
    const [first] = rows;
    if (first?.id === id) return undefined;
    if (first) {
      await tx.query({
        name: 'give_read_addresses',
        text: `with own as (
            select addresses from platform.page_reads where tenant_id = $1 and id = $2
          ), given as (
            update platform.page_reads set addresses = page_reads.addresses || own.addresses
            from own where tenant_id = $1 and id = $3
          )
          update platform.page_reads set addresses = '{}' where tenant_id = $1 and id = $2`,
        values: [tenantId, id, first.id],
      });
      return first;
    }
    await tx.query({
      name: 'add_read_address',
      text: `update platform.page_reads set addresses = addresses || $3::text where tenant_id = $1 and id = $2`,
      values: [tenantId, id, address],
    });
    return undefined;
  });
}

/** The number of pages that a run has read or reads, and of fetches that it has begun. */
interface FetchCounts {
  pages: number;
  fetches: number;
}

/** The caller holds the run's research lock. */
export async function countFetches(
  tx: Transaction,
  tenantId: string,
  runId: string,
): Promise<FetchCounts> {
  const { rows } = await tx.query<FetchCounts>({
    name: 'count_fetches',
    text: `select count(*) filter (where state <> 'refused')::integer as pages, count(*)::integer as fetches
      from platform.page_reads where tenant_id = $1 and run_id = $2 and claimed_by is not null`,
    values: [tenantId, runId],
  });
  return rows[0] ?? { pages: 0, fetches: 0 };
}

/**
 * Tells whether an address comes from the run's search results, or from an archived page or its
 * links. An address that a model made itself could carry data out.
 */
export async function isShownToRun(
  tx: Transaction,
  tenantId: string,
  { engagementId, runId, address }: { engagementId: string; runId: string; address: string },
): Promise<boolean> {
  const { rows } = await tx.query<{ shown: boolean }>({
    name: 'is_address_shown',
    text: `select exists (
        select from platform.searches where tenant_id = $1 and run_id = $3 and $4 = any(addresses)
      ) or exists (
        select from platform.pages where tenant_id = $1 and engagement_id = $2 and (url = $4 or $4 = any(links))
      ) as shown`,
    values: [tenantId, engagementId, runId, address],
  });
  return rows[0]?.shown ?? false;
}

/**
 * Lets claims of one run wait for each other until the transaction ends, so that nothing is claimed
 * twice.
 */
export async function lockResearch(
  tx: Transaction,
  tenantId: string,
  runId: string,
): Promise<void> {
  await tx.query({
    name: 'lock_research',
    text: `select pg_advisory_xact_lock(hashtextextended($1, 58))`,
    values: [`${tenantId} ${runId}`],
  });
}

/** Exports the archived pages without bytes and text, as attachments are. */
export const exportedPages: ExportPart<PageRow> = {
  name: 'pages',
  page: pageOf('platform.pages', pageColumns),
  pageRows: 500,
  toRecord: (row) => ({
    ...toArchivedPage(row),
    engagementId: row.engagement_id,
    mimeType: row.mime_type,
  }),
};

export const exportedSearches: ExportPart<SearchRow> = {
  name: 'searches',
  page: pageOf('platform.searches', searchColumns),
  pageRows: 200,
  toRecord: (row) => ({ ...toRunSearch(row), engagementId: row.engagement_id, hits: row.hits }),
};

/** Exports the reads of agents, with and without a page. */
export const exportedPageReads: ExportPart<ReadRow> = {
  name: 'pageReads',
  page: pageOf('platform.page_reads', readColumns),
  pageRows: 500,
  toRecord: (row) => ({
    ...toPageRead(row),
    engagementId: row.engagement_id,
    addresses: row.addresses,
  }),
};
