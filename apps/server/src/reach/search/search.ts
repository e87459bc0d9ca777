import type { SearchKind, SearchQuery, SearchResult } from '@ecp/contract/reach/search';
import type { Database, Transaction } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import type { RequestContext } from '../../kernel/context.ts';
import type { Services } from '../../kernel/services.ts';
import { makeSnippet, searchWords } from './snippets.ts';

/**
 * Finds at most 50 texts with all words, best first. A key bound to one engagement finds nothing
 * beyond it.
 */
export async function search(
  { services, tenantId, principal }: RequestContext,
  { q, kind, engagementId }: SearchQuery,
): Promise<{ results: SearchResult[] }> {
  const bound = principal.kind === 'api_key' ? principal.engagementId : null;
  if (bound !== null && engagementId !== undefined && engagementId !== bound)
    return { results: [] };
  return {
    results: await findTexts(services.database, tenantId, {
      q,
      kind,
      engagementId: bound ?? engagementId,
    }),
  };
}

/** Finds the texts of a tenant, those of one kind or engagement if it is given. */
async function findTexts(
  database: Database,
  tenantId: string,
  {
    q,
    kind,
    engagementId,
  }: { q: string; kind?: SearchKind | undefined; engagementId?: string | undefined },
): Promise<SearchResult[]> {
  const words = searchWords(q);
  if (words.length === 0) return [];
  const input = {
    asked: q.replaceAll('\0', ' '),
    words,
    kind: kind ?? '',
    engagementId: engagementId ?? '',
  } as const;
  const [rows] = await database.batchTenant(tenantId, [selectFoundTexts(tenantId, input)]);
  return rows.map((row) => toResult(row, words));
}

function toResult(row: FoundRow, words: readonly string[]): SearchResult {
  const { kind, piece, piece_start: start, text_length: length } = row;
  const idOf = (own: FoundRow['kind']) => (kind === own ? row.source_id : null);
  const isBeginning = start === 1;
  return {
    kind,
    engagementId: row.engagement_id,
    engagementName: row.engagement_name,
    filename: row.filename,
    title: row.title,
    ...makeSnippet(piece, words, { isBeginning, isEnd: start - 1 + [...piece].length >= length }),
    version: row.version,
    attachmentId: idOf('source'),
    commentId: idOf('comment'),
    pageId: idOf('page'),
    location: row.location,
    url: row.url,
  };
}

/** A text that has the words, with the piece around the first of them. */
interface FoundRow {
  kind: SearchKind;
  source_id: string;
  engagement_id: string;
  engagement_name: string;
  title: string;
  filename: string | null;
  version: number | null;
  location: string | null;
  url: string | null;
  piece: string;
  piece_start: number;
  text_length: number;
}

interface SearchInput {
  asked: string;
  /** The words in the spelling in which they are compared, the longest first. */
  words: readonly string[];
  /** Empty for every kind. */
  kind: SearchKind | '';
  /** Empty for every engagement. */
  engagementId: string;
}

/** Limits the results of a search. */
const maxResults = 50;
/** Characters of the piece before the word, and in all. */
const [pieceLead, pieceLength] = [240, 800];
/** Passages of a source that are searched as one text, as platform.search_passages() joins them. */
const passagesPerPart = 50;

/**
 * Selects texts with all words, then with parts of words, best first. Ids come from a function that
 * may read all tenants' index, everything else from rows of this one.
 */
function selectFoundTexts(
  tenantId: string,
  { asked, words, kind, engagementId }: SearchInput,
): Statement<FoundRow> {
  return {
    name: 'select_found_texts',
    text: `with exact as materialized (
        select id, rank, 0 as place from platform.find_texts($2, false, $3, $4, ${maxResults})
      ), wider as (
        select id, rank, 1 as place from platform.find_texts($2, true, $3, $4, ${maxResults})
        where (select count(*) from exact) < ${maxResults}
      ), found as (
        select distinct on (t.source_id) t.id, t.kind, t.source_id, t.engagement_id, t.title, t.part, t.body, place, rank
        from (select * from exact union all select * from wider) hits
        cross join lateral (${rowOf('search_texts', 'hits.id')}) t
        order by t.source_id, place, rank desc, t.id
      ), best as (
        select * from found order by place, rank desc, id desc limit ${maxResults}
      )
      select best.kind, best.source_id, best.engagement_id, e.name as engagement_name, best.title, told.filename,
        told.version, told.location, told.url, substr(told.content, begins.at, ${pieceLength}) as piece,
        begins.at as piece_start, length(told.content) as text_length
      from best
      cross join lateral (${rowOf('engagements', 'best.engagement_id')}) e
      cross join lateral (${foundContents}) told
      cross join lateral (
        select greatest(1, coalesce((${firstPlace('lower')}), (${firstPlace('platform.fold_text')}), 1) - ${pieceLead}) as at
      ) begins
      order by best.place, best.rank desc, best.id desc`,
    values: [tenantId, asked, kind, engagementId, words],
  };
}

/**
 * The row of an id. The limit keeps a plan for tenants of average size from reading all rows of a
 * larger one.
 */
function rowOf(table: 'search_texts' | 'engagements', id: string): string {
  return `select * from platform.${table} where tenant_id = $1 and id = ${id} limit 1`;
}

/**
 * The text of each kind, and what opens it. A document's is without its front matter, which is for
 * programs.
 */
const foundContents = `
  select null as filename, null::integer as version, null as location, null as url, e.brief as content
  where best.kind = 'engagement'
  union all
  select filename, version, null, null, regexp_replace(content, '^---\\n.*?\\n---\\n\\s*', '') from platform.deliverables
  where best.kind = 'deliverable' and tenant_id = $1 and id = best.source_id
  union all
  select a.filename, null, passage.location, null, coalesce(passage.content, a.summary, '')
  from platform.attachments a
  left join lateral (
    select location, content from platform.context_chunks c
    where best.part > 0 and c.tenant_id = $1 and c.attachment_id = a.id
      and c.ordinal between (best.part - 1) * ${passagesPerPart} and best.part * ${passagesPerPart} - 1
    order by exists (select from unnest($5::text[]) word where strpos(lower(c.content), word) > 0) desc, c.ordinal limit 1
  ) passage on true
  where best.kind = 'source' and a.tenant_id = $1 and a.id = best.source_id
  union all
  select filename, version, null, null, concat_ws(' ', c.body, (
    select string_agg(r.body, ' ' order by r.created_at, r.id) from platform.comment_replies r
    where r.tenant_id = $1 and r.comment_id = c.id
  ))
  from platform.comments c where best.kind = 'comment' and c.tenant_id = $1 and c.id = best.source_id
  union all
  select null, null, null, url, coalesce(best.body, '') from platform.pages
  where best.kind = 'page' and tenant_id = $1 and id = best.source_id`;

/** The place of the first of the words that a text has. The text is folded once for all words. */
function firstPlace(fold: 'lower' | 'platform.fold_text'): string {
  return `select place from (select ${fold}(told.content) as content offset 0) folded
    cross join lateral (
      select strpos(folded.content, word) as place, nth from unnest($5::text[]) with ordinality as words (word, nth)
    ) places
    where place > 0 order by nth limit 1`;
}

/** Changes of one transaction. Tenants take turns, one batch each. */
const changesInBatch = 20;

/**
 * Indexes changed texts. A change stays noted until then, so that a crash repeats it; a failure is
 * logged and tried later. Any process may call it.
 */
export async function indexTexts(
  { database, log }: Pick<Services, 'database' | 'log'>,
  signal: AbortSignal,
): Promise<void> {
  for (let isBehind = true; isBehind && !signal.aborted; ) {
    const [tenants] = await database.batchSystem<[{ tenant_id: string }]>([
      {
        name: 'select_tenants_to_index',
        // Steps from tenant to tenant, so that the many changes of one are not read.
        text: `with recursive tenants (tenant_id) as (
            select min(tenant_id) from platform.search_changes
            union all
            select (select min(c.tenant_id) from platform.search_changes c where c.tenant_id > t.tenant_id)
            from tenants t where t.tenant_id is not null
          )
          select tenant_id from tenants t
          where exists (select from platform.search_changes c where c.tenant_id = t.tenant_id and c.due_at <= now())`,
        values: [],
      },
    ]);
    isBehind = false;
    for (const { tenant_id: tenantId } of tenants) {
      if (signal.aborted) return;
      try {
        const { done, failures } = await database.withTenant(tenantId, indexBatch);
        for (const failure of failures)
          log.error({ tenantId, failure }, 'A text could not be indexed for the search');
        isBehind ||= done === changesInBatch;
      } catch (error) {
        log.error(
          { tenantId, err: error },
          'The texts of a tenant could not be indexed for the search',
        );
      }
    }
  }
}

/** Indexes the oldest changes of the transaction's tenant. */
async function indexBatch(tx: Transaction): Promise<{ done: number; failures: string[] }> {
  const { rows } = await tx.query<{ done: number; failures: string[] }>({
    name: 'index_changes',
    text: `select done, failures from platform.index_changes(${changesInBatch})`,
    values: [],
  });
  return rows[0] ?? { done: 0, failures: [] };
}
