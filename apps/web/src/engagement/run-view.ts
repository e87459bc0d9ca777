import type { EngagementOverview } from '@ecp/contract/reach/overview';
import type { FailureReason } from '@ecp/contract/values/run-facts';
import type { EngagementDetail, EngagementStatus } from '@ecp/contract/work/engagements';
import type { Plan } from '@ecp/contract/work/plans';
import type { Run } from '@ecp/contract/work/runs';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { engagementQuery, isActive, overviewQuery } from '../base/api/engagement-queries.ts';
import { useScoresShown } from '../base/api/firm-queries.ts';
import { isAwaitingFirstEvent } from '../shared/live/run-feed.ts';
import { type RunProjection, withoutScores } from '../shared/live/run-projection.ts';
import { type FollowedRun, useRunEvents } from '../shared/live/use-run-events.ts';
import { isOpen, type Question, questionsQuery } from '../shared/questions/question-queries.ts';
import { refreshAfterRun, runStatusQuery } from '../shared/runs/engagement-run.ts';
import { usePlan } from './use-plan.ts';

export interface RunView {
  engagement: EngagementDetail;
  run: Run;
  status: EngagementStatus;
  /** Why the run failed, in words; `failureReason` is the code. Null if it did not fail. */
  error: string | null;
  failureReason: FailureReason | null;
  projection: RunProjection;
  live: FollowedRun;
  /**
   * USD of this run. `costBefore` is the rest of the engagement: its earlier runs and its plans.
   */
  cost: number;
  costBefore: number;
  /** The tasks of a rerun; null for a run of all tasks. */
  taskIds: readonly string[] | null;
  /** Cost that the last plan expected of a run of all tasks; null without a plan. */
  expected: Plan['cost'] | null;
  /** How long the run and its tasks usually take. */
  expectedTime: EngagementOverview['expected'];
  /** The questions whose answers tasks of the run wait for, the oldest first. */
  openQuestions: readonly Question[];
}

const none: readonly Question[] = [];

/** Prefers the events, which are the newest; falls back to stored data without a connection. */
export function useRunView(engagementId: string): RunView | undefined {
  const { data: engagement } = useQuery(engagementQuery(engagementId));
  const { data: progress } = useQuery(runStatusQuery(engagementId));
  const { data: overview } = useQuery(overviewQuery(engagementId));
  const { plan } = usePlan(engagementId);
  const showsScores = useScoresShown();
  const run = engagement?.runs[0];
  const live = useRunEvents(engagementId, run?.id);
  const projection = showsScores ? live.projection : withoutScores(live.projection);
  const { connection } = live;
  const openQuestions = useOpenQuestions(engagementId, run?.id, projection);
  useRefresh(engagementId, projection, connection === 'superseded');
  if (!engagement || !run || !overview) return undefined;
  const polled = progress?.runId === run.id ? progress : undefined;
  const isCurrent =
    projection.status !== null && (connection === 'live' || connection === 'closed');
  const status = (isCurrent ? projection.status : null) ?? polled?.status ?? run.status;
  return {
    engagement,
    run,
    status,
    error: projection.error ?? polled?.error ?? run.error,
    failureReason: projection.failureReason ?? polled?.failureReason ?? run.failureReason,
    projection,
    live,
    cost: Math.max(projection.cost, polled?.estimated_cost ?? 0, run.estimatedCost),
    costBefore: roundToNano(
      overview.money.spent - (overview.run?.id === run.id ? overview.run.spent : 0),
    ),
    taskIds: overview.run?.id === run.id ? overview.run.taskIds : null,
    expected: plan && overview.run?.taskIds === null ? plan.cost : null,
    expectedTime: overview.expected,
    openQuestions: isActive(status) ? openQuestions : none,
  };
}

/**
 * Whether the tasks of the run are still unknown: no event has been read, or the planner is still
 * working.
 */
export const areTasksComing = ({
  projection,
  live,
  status,
}: Pick<RunView, 'projection' | 'live' | 'status'>): boolean =>
  projection.tasks.length === 0 && (isActive(status) || isAwaitingFirstEvent(live));

/** Rounds to the precision of money on the wire: sums of fractions leave rounding errors. */
const roundToNano = (usd: number) => Math.max(0, Math.round(usd * 1e9) / 1e9);

/** Refreshes the other pages and the header as soon as events report a change. */
function useRefresh(engagementId: string, projection: RunProjection, isSuperseded: boolean): void {
  const queryClient = useQueryClient();
  const { status } = projection;
  const documents = projection.tasks.filter(({ wordCount }) => wordCount !== null).length;
  useEffect(() => {
    const known = queryClient.getQueryData(engagementQuery(engagementId).queryKey)?.status;
    if (isSuperseded || (status !== null && status !== known))
      void refreshAfterRun(queryClient, engagementId);
  }, [status, isSuperseded, queryClient, engagementId]);
  useEffect(() => {
    if (documents === 0) return;
    void queryClient.invalidateQueries({ queryKey: ['deliverables', engagementId] });
    void queryClient.invalidateQueries({ queryKey: overviewQuery(engagementId).queryKey });
  }, [documents, queryClient, engagementId]);
}

/**
 * Lists the questions that tasks of a run wait for. Events do not tell of answers, so the list is
 * polled while one is open.
 */
function useOpenQuestions(
  engagementId: string,
  runId: string | undefined,
  { questions, waitsUntil }: Pick<RunProjection, 'questions' | 'waitsUntil'>,
): readonly Question[] {
  const queryClient = useQueryClient();
  const { data = none } = useQuery({ ...questionsQuery(engagementId), enabled: questions > 0 });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new question and a new wait change the list.
  useEffect(() => {
    if (questions === 0) return;
    void queryClient.invalidateQueries({ queryKey: ['questions'] });
    void queryClient.invalidateQueries({ queryKey: ['queue'] });
  }, [questions, waitsUntil, queryClient]);
  return useMemo(
    () => data.filter((question) => isOpen(question) && question.runId === runId).toReversed(),
    [data, runId],
  );
}
