import type { SearchKind, SearchQuery, SearchResult } from '@ecp/contract/reach/search';
import type { Database } from '@ecp/database/database';
import type { RequestContext } from '../../kernel/context.ts';
import { searchWords } from './fold-words.ts';
import { type FoundRow, selectFoundTexts } from './found-rows.ts';
import { makeSnippet } from './make-snippet.ts';

/**
 * Finds the texts of the tenant with all words of a search, best first, at most 50 (SEA-1, SEA-2). A key that is bound to
 * one engagement finds nothing beyond it (SEA-7).
 */
export async function search(
  { services, tenantId, principal }: RequestContext,
  { q, kind, engagementId }: SearchQuery,
): Promise<{ results: SearchResult[] }> {
  const bound = principal.kind === 'api_key' ? principal.engagementId : null;
  if (bound !== null && engagementId !== undefined && engagementId !== bound) return { results: [] };
  return { results: await findTexts(services.database, tenantId, { q, kind, engagementId: bound ?? engagementId }) };
}

/** Finds the texts of a tenant, those of one kind or engagement if it is given (SEA-2, SEA-3). */
export async function findTexts(
  database: Database,
  tenantId: string,
  { q, kind, engagementId }: { q: string; kind?: SearchKind | undefined; engagementId?: string | undefined },
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
