import type { EngagementDetail } from '@ecp/contract/work/engagements';
import type { Run, RunAnalytics, RunQuality } from '@ecp/contract/work/runs';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useRunEvents } from '../../live/use-run-events.ts';
import { inOrder, newestCompleted } from '../../domain/runs/run-order.ts';
import { analyticsQuery, qualityQuery } from './queries.ts';
import { type RunTotals, readRunTotals, type TaskFigures } from './run-totals.ts';

/** Everything that the service tells in figures about an engagement. */
export interface Figures {
  engagement: EngagementDetail;
  /** In the order of their starts. */
  runs: Run[];
  latest: Run;
  /** The run that `analytics` is of; another one than the latest while that runs, or when it failed. */
  analyzed: Run | undefined;
  analytics: RunAnalytics;
  quality: RunQuality;
  run: RunTotals;
  /** Of the latest run by its events, or of the analyzed one where there are none. */
  tasks: TaskFigures[];
  /** The events of the run cannot be had. */
  isPartial: boolean;
}

/** Reads the figures of an engagement that has been run, and keeps them as new as its latest run. */
export function useFigures(engagement: EngagementDetail, latest: Run) {
  const { id } = engagement;
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
    runs: inOrder(engagement.runs),
    latest,
    analyzed: newestCompleted(engagement.runs),
    analytics: analytics.data,
    quality: quality.data,
    run,
    tasks: run.tasks.length > 0 ? run.tasks : tasksOf(analytics.data, engagement),
    isPartial: connection === 'lost',
  };
  return { error: null, retry, figures };
}

/** A run that ends while one looks: its cost, scores and model choices are known only now. */
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
    cost,
    durationMs: null,
  }));
}
