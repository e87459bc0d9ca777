import type { RunQuality } from '@ecp/contract/runs';
import { useQuery } from '@tanstack/react-query';
import { deliverableListQuery, qualityQuery } from '../deliverables/queries.ts';
import { engagementQuery } from '../engagements/queries.ts';
import { findScore } from './find-score.ts';
import { observerQuery } from './observer-query.ts';
import type { VersionProps } from './review-props.ts';

export interface Scores {
  evaluation: RunQuality['scores'][number] | null;
  /** Which version the evaluation is of. */
  scoredVersion: number | null;
  observerScore: number | null;
  /** The newest run scored something, but not this file. */
  isOld: boolean;
}

/** The scores that are known of a file: those of the newest run (specification, Engagements rule 4). */
export function useScores({ engagementId, filename }: VersionProps) {
  const list = useQuery(deliverableListQuery(engagementId));
  const quality = useQuery(qualityQuery(engagementId));
  const engagement = useQuery(engagementQuery(engagementId));
  const observer = useQuery(observerQuery(engagementId));
  const retry = () => {
    for (const query of [list, quality, engagement]) if (query.isError) void query.refetch();
  };
  const error = list.error ?? quality.error ?? engagement.error;
  const isPending = error === null && (list.isPending || quality.isPending || engagement.isPending);
  if (!list.data || !quality.data || !engagement.data) return { scores: undefined, isPending, error, retry };
  const found = findScore(filename, list.data, engagement.data.tasks, quality.data.scores);
  const observed = observer.data?.find(({ taskId }) => taskId === found.taskId);
  const scores: Scores = {
    evaluation: found.score,
    scoredVersion: found.version,
    observerScore: found.score ? (observed?.observerScore ?? null) : null,
    isOld: quality.data.scores.length > 0,
  };
  return { scores, isPending: false, error, retry };
}
