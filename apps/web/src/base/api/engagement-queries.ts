import type { EngagementDetail, EngagementStatus } from '@ecp/contract/work/engagements';
import type { EngagementSummary, SummarySort } from '@ecp/contract/work/queue';
import type { Run } from '@ecp/contract/work/runs';
import { isApiError } from '@ecp/sdk/create-client';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, nextCursor } from './client.ts';

export type { EngagementSummary, SummarySort };

export interface EngagementFilter {
  q?: string | undefined;
  status?: EngagementStatus | undefined;
  archived?: true | undefined;
  sort?: SummarySort | undefined;
  order?: 'asc' | 'desc' | undefined;
}

const longestSearch = 200;
const cut = (q: string | undefined) => q?.slice(0, longestSearch) || undefined;
/**
 * The first page is small because the user waits for it. Later pages load while the user scrolls.
 */
const firstPageSize = 50;
const pageSize = 200;
/** A list with more pages is read again only when something in it is known to have changed. */
const fewPages = 5;
const keptMs = 30 * 60_000;
const foundAtOnce = 8;
const namedAtMost = 200;

/**
 * The list, page by page, without briefs and tasks. All query keys of engagements begin with
 * `engagements`.
 */
export const engagementListQuery = ({ q, status, archived, sort, order }: EngagementFilter) =>
  infiniteQueryOptions({
    queryKey: ['engagements', 'list', { q, status, archived, sort, order }],
    gcTime: keptMs,
    placeholderData: keepPreviousData,
    initialPageParam: undefined as string | undefined,
    async queryFn({ pageParam, signal }) {
      const limit = pageParam === undefined ? firstPageSize : pageSize;
      const input = {
        limit,
        cursor: pageParam,
        q: cut(q?.trim()),
        status,
        include_archived: archived,
        sort,
        order,
      };
      let { data, headers } = await api.request('listEngagementSummaries', input, { signal });
      // A search of very many engagements takes several requests to find the first.
      for (
        let next = nextCursor(headers);
        data.summaries.length === 0 && next;
        next = nextCursor(headers)
      ) {
        ({ data, headers } = await api.request(
          'listEngagementSummaries',
          { ...input, cursor: next },
          { signal },
        ));
      }
      return { engagements: data.summaries, next: nextCursor(headers) };
    },
    getNextPageParam: ({ next }) => next,
    refetchOnMount: ({ state }) =>
      state.isInvalidated || (state.data?.pages.length ?? 0) <= fewPages,
    refetchOnWindowFocus: ({ state }) => (state.data?.pages.length ?? 0) <= fewPages,
    refetchInterval: ({ state }) => pollOf(state.data?.pages ?? []),
  });

const pollMs = { shortList: 5_000, longList: 30_000 };

/**
 * Returns the polling interval during a run. A long list is polled less often, because it needs
 * more requests.
 */
function pollOf(pages: readonly { engagements: readonly EngagementSummary[] }[]): number | false {
  const isActive = pages.some(({ engagements }) =>
    engagements.some(({ status }) => status === 'running'),
  );
  if (!isActive) return false;
  return pages.length > 2 ? pollMs.longList : pollMs.shortList;
}

export const hasEngagementsQuery = queryOptions({
  queryKey: ['engagements', 'any'],
  queryFn: async ({ signal }) =>
    (await api.listEngagements({ limit: 1, include_archived: true }, { signal })).length > 0,
});

export const engagementSearchQuery = (q: string) =>
  queryOptions({
    queryKey: ['engagements', 'search', q],
    placeholderData: keepPreviousData,
    async queryFn({ signal }) {
      const input = { limit: foundAtOnce, q: cut(q) };
      let { data, headers } = await api.request('listEngagements', input, { signal });
      for (let next = nextCursor(headers); data.length === 0 && next; next = nextCursor(headers)) {
        ({ data, headers } = await api.request(
          'listEngagements',
          { ...input, cursor: next },
          { signal },
        ));
      }
      return data;
    },
  });

export const engagementQuery = (id: string) =>
  queryOptions({
    queryKey: ['engagements', 'detail', id],
    queryFn: ({ signal }) => api.getEngagement({ id }, { signal }),
  });

/** The state of an engagement; read again whenever its page opens. */
export const overviewQuery = (id: string) =>
  queryOptions({
    queryKey: ['engagements', 'overview', id],
    queryFn: ({ signal }) => api.getEngagementOverview({ id }, { signal }),
    refetchOnMount: 'always',
  });

export const engagementNamesQuery = queryOptions({
  queryKey: ['engagements', 'names'],
  async queryFn({ signal }): Promise<ReadonlyMap<string, string>> {
    const engagements = await api.listEngagements(
      { limit: namedAtMost, include_archived: true },
      { signal },
    );
    return new Map(engagements.map(({ id, name }) => [id, name]));
  },
});

/**
 * Whether a run is in progress, during which nothing can be edited, planned, started or deleted.
 */
export const isActive = (status: EngagementStatus): boolean =>
  status === 'running' || status === 'paused';

/** Whether an engagement has run and nothing of it waits, so that its due date is met. */
export const isDone = ({
  status,
  waiting,
}: Pick<EngagementSummary, 'status' | 'waiting'>): boolean =>
  status === 'completed' && Object.values(waiting).every((count) => count === 0);

/** The service responds within two minutes, the limit of the planner. */
const planTimeoutMs = 150_000;

/**
 * The last plan of an engagement; null if there is none. Its room asks only where the overview has
 * a plan.
 */
export const planQuery = (id: string) =>
  queryOptions({
    queryKey: ['engagements', 'plan', id],
    async queryFn({ signal }) {
      try {
        return await api.getPlan({ id }, { signal });
      } catch (error) {
        if (isApiError(error, 'not_found')) return null;
        throw error;
      }
    },
  });

/** Plans an engagement: returns what a run would do and cost, and runs nothing. */
export const requestPlan = (id: string) => api.planEngagement({ id }, { timeoutMs: planTimeoutMs });

export const sortByStart = (runs: EngagementDetail['runs']): Run[] =>
  runs.toSorted((a, b) => Date.parse(a.startedAt) - Date.parse(b.startedAt));

/** Finds the newest completed run, which the service bases its analytics on. */
export const newestCompletedRun = (runs: EngagementDetail['runs']): Run | undefined =>
  sortByStart(runs).findLast(({ status }) => status === 'completed');
