import type { SearchKind } from '@ecp/contract/reach/search';
import type { Statement } from '@ecp/database/statement';

/** A text that has the words, with the piece around the first of them. */
export interface FoundRow {
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

export interface SearchInput {
  asked: string;
  /** The words in the spelling in which they are compared, the longest first. */
  words: readonly string[];
  /** Empty for every kind. */
  kind: SearchKind | '';
  /** Empty for every engagement. */
  engagementId: string;
}

/** Most results of a search. */
const maxResults = 50;
/** Characters of the piece before the word, and in all. */
const [pieceLead, pieceLength] = [240, 800];
/** Passages of a source that are searched as one text, as platform.search_passages() joins them. */
const passagesPerPart = 50;

/**
 * Finds the texts with all words of a search, best first, and those with parts of words after them (SEA-2). Ids come from
 * the function that may read the index of all tenants, and everything else from rows that the tenant may read (SEA-6).
 */
export function selectFoundTexts(
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
      cross join lateral (${contents}) told
      cross join lateral (
        select greatest(1, coalesce((${firstPlace('lower')}), (${firstPlace('platform.fold_text')}), 1) - ${pieceLead}) as at
      ) begins
      order by best.place, best.rank desc, best.id desc`,
    values: [tenantId, asked, kind, engagementId, words],
  };
}

/** The row of an id. The limit keeps a plan for tenants of average size from reading all rows of a larger one. */
function rowOf(table: 'search_texts' | 'engagements', id: string): string {
  return `select * from platform.${table} where tenant_id = $1 and id = ${id} limit 1`;
}

/** The text of each kind, and what opens it. */
const contents = `
  select null as filename, null::integer as version, null as location, null as url, e.brief as content
  where best.kind = 'engagement'
  union all
  select filename, version, null, null, content from platform.deliverables
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
