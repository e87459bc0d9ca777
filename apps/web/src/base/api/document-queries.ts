import type { Release } from '@ecp/contract/reach/releases';
import type { DeliverableCitations } from '@ecp/contract/values/citations';
import type { Comment } from '@ecp/contract/work/comments';
import type {
  DeliverableDetail,
  DeliverableListItem,
  DeliverableVersions,
} from '@ecp/contract/work/deliverables';
import type { EngagementDetail } from '@ecp/contract/work/engagements';
import type { Conflict, LedgerFigure } from '@ecp/contract/work/figures';
import { type QueryClient, queryOptions, skipToken } from '@tanstack/react-query';
import type { Static } from 'typebox';
import { nameSlug } from '../format/words.ts';
import { api } from './client.ts';

export interface FileProps {
  engagementId: string;
  filename: string;
}

export interface VersionProps extends FileProps {
  version: number;
}

export type ListedDeliverable = Static<typeof DeliverableListItem>;
export type Deliverable = Static<typeof DeliverableDetail>;
export type Version = Static<typeof DeliverableVersions>['versions'][number];
export type VersionReview = Version['reviews'][number];

/**
 * All versions of all files, newest first. All query keys of deliverables begin with
 * `deliverables`.
 */
export const deliverableListQuery = (engagementId: string) =>
  queryOptions({
    queryKey: ['deliverables', engagementId, 'list'],
    queryFn: ({ signal }) =>
      api.listDeliverables({ id: engagementId, include_internal: true }, { signal }),
  });

/** One version with its text; the latest one without `version`. */
export const deliverableQuery = (engagementId: string, filename: string, version?: number) =>
  queryOptions({
    queryKey: ['deliverables', engagementId, filename, 'text', version ?? 'latest'],
    queryFn: ({ signal }) =>
      api.getDeliverable({ id: engagementId, filename, version }, { signal }),
  });

export const deliverableCharts = (document: {
  engagementId: string;
  filename: string;
  version: number;
}): ChartLoader => {
  const { engagementId, filename, version } = document;
  return {
    key: ['deliverables', engagementId, filename, 'charts', version],
    load: async ({ number, theme }, signal) => {
      const drawing = await api.getChart(
        { id: engagementId, filename, version, number, theme },
        { signal },
      );
      return (await drawing.blob()).text();
    },
  };
};

/** Versions of a file, the highest first, each with its reviews. */
export const versionsQuery = (engagementId: string, filename: string) =>
  queryOptions({
    queryKey: ['deliverables', engagementId, filename, 'versions'],
    queryFn: async ({ signal }) =>
      (await api.listDeliverableVersions({ id: engagementId, filename }, { signal })).versions,
  });

/** How often the results of a check are read again that waits for its turn, a file or a judge. */
const recheckIntervalMs = 2_000;

/** The results of the check of a version's citations. They change only while the check waits. */
export const citationsQuery = (engagementId: string, filename: string, version: number) =>
  queryOptions({
    queryKey: ['deliverables', engagementId, filename, 'citations', version],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => api.listCitations({ id: engagementId, filename, version }, { signal }),
    refetchInterval: ({ state }) => (isWaiting(state.data) ? recheckIntervalMs : false),
  });

const isWaiting = (found: DeliverableCitations | undefined) =>
  found !== undefined && (found.waitsForFiles || found.waitsForCheck || found.waitsForJudge);

/** Criterion scores of one run. Sends no request without a `runId`. */
export const qualityQuery = (engagementId: string, runId: string | null) =>
  queryOptions({
    queryKey: ['deliverables', engagementId, 'quality', runId],
    queryFn:
      runId === null
        ? skipToken
        : ({ signal }) => api.getRunQuality({ id: engagementId, runId }, { signal }),
  });

/** The observer's score of each task in the newest completed run. */
export const observerQuery = (engagementId: string) =>
  queryOptions({
    queryKey: ['deliverables', engagementId, 'observer'],
    queryFn: async ({ signal }) =>
      (await api.getRunAnalytics({ id: engagementId }, { signal })).modelRouting,
  });

/** Reads the engagement, its deliverables and what waits again, after a review or a run. */
export async function refreshDeliverables(
  queryClient: QueryClient,
  engagementId: string,
): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['deliverables', engagementId] }),
    queryClient.invalidateQueries({ queryKey: ['engagements', 'detail', engagementId] }),
    queryClient.invalidateQueries({ queryKey: ['queue'] }),
  ]);
}

export function latestOfFiles<D extends { filename: string; version: number }>(
  listed: readonly D[],
): D[] {
  const latest = new Map<string, D>();
  for (const entry of listed) {
    const known = latest.get(entry.filename);
    if (!known || known.version < entry.version) latest.set(entry.filename, entry);
  }
  return [...latest.values()];
}

/**
 * Title of a file: the first heading of its latest version, else the name of its task, else words
 * of the filename.
 */
export function titleOf(filename: string, engagement: EngagementDetail | undefined): string {
  const latest = engagement?.deliverables
    .filter((entry) => entry.filename === filename)
    .reduce<EngagementDetail['deliverables'][number] | undefined>(
      (last, entry) => (last && last.version > entry.version ? last : entry),
      undefined,
    );
  const heading = latest && readTitle(latest.content);
  return (
    heading || engagement?.tasks.find(({ id }) => id === latest?.taskId)?.name || nameSlug(filename)
  );
}

/** The titles of an engagement's documents by their file names. */
export const titlesOf = (engagement: EngagementDetail | undefined): ReadonlyMap<string, string> =>
  new Map(
    (engagement?.deliverables ?? []).map(({ filename }) => [
      filename,
      titleOf(filename, engagement),
    ]),
  );

/** Returns the level 1 heading at the start of a text, after any front matter. */
function readTitle(markdown: string): string {
  const [, title = ''] =
    /^(?:---\r?\n[\s\S]*?\r?\n---\s*)?#\s+(.*)/.exec(markdown.trimStart()) ?? [];
  return title.replace(/(?<!\w)[*_`]+(?=\S)|(?<=\S)[*_`]+(?!\w)/g, '').trim();
}

/**
 * Loads the charts of one version of a document. Keep it stable, so that a text is not rendered
 * again.
 */
export interface ChartLoader {
  /** Begins the query keys of its charts. */
  key: readonly unknown[];
  /** Returns the SVG of a chart. Rejects with `not_found` if it cannot be drawn. */
  load(chart: { number: number; theme: 'light' | 'dark' }, signal: AbortSignal): Promise<string>;
}

export type { Comment };

const pollMs = { few: 10_000, many: 60_000 };
/** A longer list is read again less often. */
const few = 200;

/**
 * The comments on a document, oldest first; polled, so that what others write appears within
 * seconds.
 */
export const documentCommentsQuery = (engagementId: string, filename: string) =>
  queryOptions({
    queryKey: ['comments', engagementId, 'document', filename],
    // Nobody comments on an internal file.
    queryFn: ({ signal }) =>
      filename.startsWith('_')
        ? []
        : Array.fromAsync(
            api.paginate('listDocumentComments', { id: engagementId, filename }, { signal }),
          ),
    refetchInterval: ({ state }) => ((state.data?.length ?? 0) <= few ? pollMs.few : pollMs.many),
  });

export const engagementCommentsQuery = (engagementId: string) =>
  queryOptions({
    queryKey: ['comments', engagementId, 'engagement'],
    async queryFn({ signal }) {
      const open = await Array.fromAsync(
        api.paginate('listComments', { id: engagementId, status: 'open' }, { signal }),
      );
      return open.filter(({ filename }) => filename === null);
    },
  });

/** Puts a changed or new comment into its list, and ends a read of the list that may lack it. */
export function putComment(queryClient: QueryClient, engagementId: string, comment: Comment): void {
  const { filename } = comment;
  const { queryKey } =
    filename === null
      ? engagementCommentsQuery(engagementId)
      : documentCommentsQuery(engagementId, filename);
  if (queryClient.getQueryData(queryKey) === undefined) {
    void queryClient.invalidateQueries({ queryKey });
    return;
  }
  void queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData<Comment[]>(queryKey, (known = []) => {
    const isKnown = known.some(({ id }) => id === comment.id);
    return isKnown
      ? known.map((each) => (each.id === comment.id ? comment : each))
      : [...known, comment];
  });
}

export type { LedgerFigure };
export type FigureValue = LedgerFigure['values'][number];

/**
 * The figures of the latest documents. The key begins like those of deliverables, so that a new
 * version reads them again.
 */
export const figuresQuery = (engagementId: string) =>
  queryOptions({
    queryKey: ['deliverables', engagementId, 'figures'],
    queryFn: async ({ signal }) =>
      (await api.listFigures({ id: engagementId }, { signal })).figures,
  });

export type { Conflict };

/**
 * What sources or latest documents say differently, open conflicts first; read again with the
 * deliverables.
 */
export const conflictsQuery = (engagementId: string) =>
  queryOptions({
    queryKey: ['deliverables', engagementId, 'conflicts'],
    queryFn: async ({ signal }) =>
      (await api.listConflicts({ id: engagementId }, { signal })).conflicts,
  });

export type { Release };

export const releasesQuery = (engagementId: string) =>
  queryOptions({
    queryKey: ['releases', engagementId],
    queryFn: async ({ signal }) =>
      (await api.listReleases({ id: engagementId }, { signal })).releases,
  });
