import type { DeliverableCitations } from '@ecp/contract/values/citations';
import type { DeliverableDetail, DeliverableListItem, DeliverableVersions } from '@ecp/contract/work/deliverables';
import type { QueryClient } from '@tanstack/react-query';
import { queryOptions, skipToken } from '@tanstack/react-query';
import type { Static } from 'typebox';
import { api } from '../../api/client.ts';
import type { ChartLoader } from '../document-charts/chart-loader.ts';

export type ListedDeliverable = Static<typeof DeliverableListItem>;
export type Deliverable = Static<typeof DeliverableDetail>;
/** One version with its reviews, the newest review first (DEL-7, DEL-8). */
export type Version = Static<typeof DeliverableVersions>['versions'][number];
export type VersionReview = Version['reviews'][number];

/**
 * All versions of all files, newest first, with internal files. All query keys of deliverables begin with
 * `deliverables`.
 */
export const deliverableListQuery = (engagementId: string) =>
  queryOptions({
    queryKey: ['deliverables', engagementId, 'list'],
    queryFn: ({ signal }) => api.listDeliverables({ id: engagementId, include_internal: true }, { signal }),
  });

/** One version with its text; the latest one without `version` (DEL-6). */
export const deliverableQuery = (engagementId: string, filename: string, version?: number) =>
  queryOptions({
    queryKey: ['deliverables', engagementId, filename, 'text', version ?? 'latest'],
    queryFn: ({ signal }) => api.getDeliverable({ id: engagementId, filename, version }, { signal }),
  });

/** Loads the charts of one version. */
export const deliverableCharts = (document: {
  engagementId: string;
  filename: string;
  version: number;
}): ChartLoader => {
  const { engagementId, filename, version } = document;
  return {
    key: ['deliverables', engagementId, filename, 'charts', version],
    load: async ({ number, theme }, signal) => {
      const drawing = await api.getChart({ id: engagementId, filename, version, number, theme }, { signal });
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

/** How often the results of a check are read again that waits for a file or a judge. */
const recheckIntervalMs = 2_000;

/** The results of the check of a version's citations. They change only if the check waits for a file or a judge. */
export const citationsQuery = (engagementId: string, filename: string, version: number) =>
  queryOptions({
    queryKey: ['deliverables', engagementId, filename, 'citations', version],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => api.listCitations({ id: engagementId, filename, version }, { signal }),
    refetchInterval: ({ state }) => (isWaiting(state.data) ? recheckIntervalMs : false),
  });

const isWaiting = (found: DeliverableCitations | undefined) =>
  found !== undefined && (found.waitsForFiles || found.waitsForJudge);

/** Criterion scores of one run (QUA-3). Sends no request without a `runId`. */
export const qualityQuery = (engagementId: string, runId: string | null) =>
  queryOptions({
    queryKey: ['deliverables', engagementId, 'quality', runId],
    queryFn: runId === null ? skipToken : ({ signal }) => api.getRunQuality({ id: engagementId, runId }, { signal }),
  });

/** The observer's score of each task in the newest completed run (QUA-5). */
export const observerQuery = (engagementId: string) =>
  queryOptions({
    queryKey: ['deliverables', engagementId, 'observer'],
    queryFn: async ({ signal }) => (await api.getRunAnalytics({ id: engagementId }, { signal })).modelRouting,
  });

/** Reads the engagement, its deliverables and what waits again, after a review or a run. */
export async function refreshDeliverables(queryClient: QueryClient, engagementId: string): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['deliverables', engagementId] }),
    queryClient.invalidateQueries({ queryKey: ['engagements', 'detail', engagementId] }),
    queryClient.invalidateQueries({ queryKey: ['queue'] }),
  ]);
}
