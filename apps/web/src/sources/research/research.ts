import type { ListedPage, PageRead, RunSearch } from '@ecp/contract/work/research';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../base/api/client.ts';
import type { FoundWords } from '../../shared/search/found-words.ts';

export type { ListedPage, PageRead, RunSearch };

/**
 * The searches and readings of agents, newest first. All query keys of research begin with
 * `research`.
 */
export const researchQuery = (engagementId: string) =>
  queryOptions({
    queryKey: ['research', engagementId, 'calls'],
    queryFn: ({ signal }) => api.getResearch({ id: engagementId }, { signal }),
  });

/** The archived pages, newest first, with the documents that cite them. */
export const pagesQuery = (engagementId: string) =>
  queryOptions({
    queryKey: ['research', engagementId, 'pages'],
    queryFn: async ({ signal }) => (await api.listPages({ id: engagementId }, { signal })).pages,
  });

export const pageQuery = (engagementId: string, pageId: string) =>
  queryOptions({
    queryKey: ['research', engagementId, 'page', pageId],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => api.getPage({ id: engagementId, pageId }, { signal }),
  });

/**
 * The search part of an archived page's address: it names the citation, or the found words, that
 * are marked.
 */
export interface ArchivedSearch extends FoundWords {
  document?: string;
  version?: string;
  /** Index of the citation in the list of the document's version. */
  citation?: string;
}
