import type { EngagementStatus } from '@ecp/contract/work/engagements';
import type { EngagementSummary, SummarySort } from '@ecp/contract/work/queue';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { nextCursor } from '../../api/next-cursor.ts';

export type { EngagementSummary, SummarySort };

/** The filters and the order of the list. */
export interface EngagementFilter {
  q?: string | undefined;
  status?: EngagementStatus | undefined;
  /** Whether the list includes archived engagements. */
  archived?: true | undefined;
  sort?: SummarySort | undefined;
  order?: 'asc' | 'desc' | undefined;
}

/** Maximum length of a search that the service accepts (ENG-17). */
const longestSearch = 200;
const cut = (q: string | undefined) => q?.slice(0, longestSearch) || undefined;
/** The first page is small because the user waits for it. Later pages load while the user scrolls. */
const firstPageSize = 50;
const pageSize = 200;
/** A list with more pages is read again only when something in it is known to have changed. */
const fewPages = 5;
const keptMs = 30 * 60_000;
const foundAtOnce = 8;
const namedAtMost = 200;

/** The list, page by page, without briefs and tasks (ENG-31). All query keys of engagements begin with `engagements`. */
export const engagementListQuery = ({ q, status, archived, sort, order }: EngagementFilter) =>
  infiniteQueryOptions({
    queryKey: ['engagements', 'list', { q, status, archived, sort, order }],
    gcTime: keptMs,
    placeholderData: keepPreviousData,
    initialPageParam: undefined as string | undefined,
    async queryFn({ pageParam, signal }) {
      const limit = pageParam === undefined ? firstPageSize : pageSize;
      const input = { limit, cursor: pageParam, q: cut(q?.trim()), status, include_archived: archived, sort, order };
      const { data, headers } = await api.request('listEngagementSummaries', input, { signal });
      return { engagements: data.summaries, next: nextCursor(headers) };
    },
    getNextPageParam: ({ next }) => next,
    refetchOnMount: ({ state }) => state.isInvalidated || (state.data?.pages.length ?? 0) <= fewPages,
    refetchOnWindowFocus: ({ state }) => (state.data?.pages.length ?? 0) <= fewPages,
    refetchInterval: ({ state }) => pollOf(state.data?.pages ?? []),
  });

const pollMs = { shortList: 5_000, longList: 30_000 };

/**
 * Returns the polling interval while an engagement runs. A long list needs more requests, so it is polled less often.
 */
function pollOf(pages: readonly { engagements: readonly EngagementSummary[] }[]): number | false {
  const isActive = pages.some(({ engagements }) => engagements.some(({ status }) => status === 'running'));
  if (!isActive) return false;
  return pages.length > 2 ? pollMs.longList : pollMs.shortList;
}

/** Whether the workspace has engagements. */
export const hasEngagementsQuery = queryOptions({
  queryKey: ['engagements', 'any'],
  queryFn: async ({ signal }) =>
    (await api.listEngagements({ limit: 1, include_archived: true }, { signal })).length > 0,
});

/** The first engagements that match, for the command menu. */
export const engagementSearchQuery = (q: string) =>
  queryOptions({
    queryKey: ['engagements', 'search', q],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api.listEngagements({ limit: foundAtOnce, q: cut(q) }, { signal }),
  });

/** One engagement with its runs and deliverables. */
export const engagementQuery = (id: string) =>
  queryOptions({
    queryKey: ['engagements', 'detail', id],
    queryFn: ({ signal }) => api.getEngagement({ id }, { signal }),
  });

/** Names of the newest engagements by id, for records that contain only ids. */
export const engagementNamesQuery = queryOptions({
  queryKey: ['engagements', 'names'],
  async queryFn({ signal }): Promise<ReadonlyMap<string, string>> {
    const engagements = await api.listEngagements({ limit: namedAtMost, include_archived: true }, { signal });
    return new Map(engagements.map(({ id, name }) => [id, name]));
  },
});
