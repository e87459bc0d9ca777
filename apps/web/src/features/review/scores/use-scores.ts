import type { RunQuality } from '@ecp/contract/work/runs';
import { useQuery } from '@tanstack/react-query';
import { observerQuery, qualityQuery } from '../../../domain/deliverables/queries.ts';
import { useListedVersion } from '../../../domain/deliverables/use-listed-version.ts';
import type { VersionProps } from '../../../domain/deliverables/version-props.ts';
import { engagementQuery } from '../../../domain/engagements/queries.ts';
import { newestCompleted } from '../../../domain/runs/run-order.ts';

export interface Scores {
  /** Null if there is no evaluation. */
  evaluation: RunQuality['scores'][number] | null;
  /** Why there is none, as far as the run recorded it. */
  unscored: string | null;
  /** Known only for the newest completed run. */
  observerScore: number | null;
}

/** Returns the scores of a version from the run that created it, or why it has none (QUA-3, QUA-7). */
export function useScores(shown: VersionProps) {
  const { engagementId } = shown;
  const { listed, ...list } = useListedVersion(shown);
  const runId = listed?.runId ?? null;
  const quality = useQuery(qualityQuery(engagementId, runId));
  const engagement = useQuery(engagementQuery(engagementId));
  const observer = useQuery(observerQuery(engagementId));
  const evaluation = quality.data?.scores.find(({ taskId }) => taskId === listed?.taskId) ?? null;
  const unscored = quality.data?.unscored.find(({ taskId }) => taskId === listed?.taskId)?.reason ?? null;
  // Scores cached while the run was active may be older than this one.
  const isRead = evaluation !== null || !(quality.isPending || quality.isFetching);
  const isPending = list.isPending || (runId !== null && !isRead);
  const error = listed === undefined ? list.error : evaluation === null ? quality.error : null;
  const isObserved = newestCompleted(engagement.data?.runs ?? [])?.id === runId;
  const observed = observer.data?.find(({ taskId }) => taskId === listed?.taskId);
  const scores: Scores = { evaluation, unscored, observerScore: isObserved ? (observed?.observerScore ?? null) : null };
  const retry = () => {
    for (const query of [list, quality]) if (query.error !== null) void query.refetch();
  };
  return { scores: isPending || error !== null ? undefined : scores, isPending, error, retry };
}
