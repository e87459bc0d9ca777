import type { EngagementDetail } from '@ecp/contract/work/engagements';
import type { Run, RunAnalytics, RunQuality } from '@ecp/contract/work/runs';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { api } from '../../base/api/client.ts';
import { newestCompletedRun, sortByStart } from '../../base/api/engagement-queries.ts';
import { useScoresShown } from '../../base/api/firm-queries.ts';
import { useRunEvents } from '../../shared/live/use-run-events.ts';
import { type RunTotals, readRunTotals, type TaskFigures } from './run-totals.ts';

export interface Figures {
  engagement: EngagementDetail;
  runs: Run[];
  latest: Run;
  /**
   * The newest completed run, which `analytics` describes. The latest run may be active or failed.
   */
  analyzed: Run | undefined;
  analytics: RunAnalytics;
  quality: RunQuality;
  run: RunTotals;
  /** Tasks of the latest run from its events. Without events, tasks of the analyzed run. */
  tasks: TaskFigures[];
  isPartial: boolean;
}

/**
 * Reads the figures of an engagement that has runs, and refreshes them when its latest run ends.
 */
export function useFigures(engagement: EngagementDetail, latest: Run) {
  const { id } = engagement;
  const showsScores = useScoresShown();
  const analytics = useQuery(analyticsQuery(id, latest));
  const quality = useQuery(qualityQuery(id, latest));
  const { events, connection } = useRunEvents(id, latest.id);
  const run = useMemo(() => readRunTotals(events), [events]);
  useRefreshAtEnd(id, latest, connection === 'closed');
  const error = analytics.error ?? quality.error;
  const retry = () => void Promise.all([analytics.refetch(), quality.refetch()]);
  if (!analytics.data || !quality.data) return { error, retry, figures: undefined };
  const figures: Figures = {
    engagement,
    runs: sortByStart(engagement.runs),
    latest,
    analyzed: newestCompletedRun(engagement.runs),
    analytics: showsScores ? analytics.data : withoutObserver(analytics.data),
    quality: showsScores ? withoutCounts(quality.data) : { ...quality.data, ...noScores },
    run,
    tasks: run.tasks.length > 0 ? run.tasks : tasksOf(analytics.data, engagement),
    isPartial: connection === 'lost',
  };
  return { error: null, retry, figures };
}

const noScores = { averageScore: null, scores: [], unscored: [] };

/** Leaves out the scores of the offline model, which counts and judges nothing. */
function withoutCounts(quality: RunQuality): RunQuality {
  return quality.scores.some(({ offline }) => offline) ? { ...quality, ...noScores } : quality;
}

const withoutObserver = (analytics: RunAnalytics): RunAnalytics => ({
  ...analytics,
  modelRouting: analytics.modelRouting.map((route) => ({ ...route, observerScore: null })),
});

/** Refetches when a run ends while the page is open, because its figures are final only then. */
function useRefreshAtEnd(id: string, { status }: Run, hasEnded: boolean): void {
  const queryClient = useQueryClient();
  const isStale = hasEnded && status !== 'completed' && status !== 'failed';
  useEffect(() => {
    if (isStale) void queryClient.invalidateQueries({ queryKey: ['engagements', 'detail', id] });
  }, [isStale, queryClient, id]);
}

function tasksOf({ modelRouting }: RunAnalytics, { tasks }: EngagementDetail): TaskFigures[] {
  return modelRouting.map(({ taskId, agentSlug, selectedModel, cost }) => ({
    id: taskId,
    name: tasks.find((task) => task.id === taskId)?.name ?? taskId,
    agent: agentSlug,
    model: selectedModel,
    state: 'completed',
    error: null,
    failureReason: null,
    cost,
    durationMs: null,
  }));
}

/**
 * Figures of the newest completed run. `run` is the newest run: they are refetched when it ends.
 */
const analyticsQuery = (id: string, run: Run | undefined) =>
  queryOptions({
    queryKey: ['analytics', id, run?.id, run?.status],
    queryFn: ({ signal }) => api.getRunAnalytics({ id }, { signal }),
  });

const qualityQuery = (id: string, run: Run | undefined) =>
  queryOptions({
    queryKey: ['quality', id, run?.id, run?.status],
    queryFn: ({ signal }) => api.getRunQuality({ id }, { signal }),
  });
