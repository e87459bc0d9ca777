import type { RunQuality } from '@ecp/contract/work/runs';
import { useQuery } from '@tanstack/react-query';
import { observerQuery, qualityQuery, type VersionProps } from '../../base/api/document-queries.ts';
import { engagementQuery, newestCompletedRun } from '../../base/api/engagement-queries.ts';
import { formatShare } from '../../base/format/format.ts';
import { versionTexts } from '../../base/texts/versions.ts';
import { classNames } from '../../base/ui/class-names.ts';
import { Section } from '../../base/ui/layout/page.tsx';
import { ErrorState, SkeletonRows } from '../../base/ui/states.tsx';
import { type Judgement, judgeScore, useListedVersion } from '../versions.ts';

const texts = versionTexts.quality;

export function QualityScores({ engagementId, filename, version }: VersionProps) {
  const { scores, isPending, error, retry } = useScores({ engagementId, filename, version });
  return (
    <Section title={texts.title} description={scores?.evaluation ? texts.scale : undefined}>
      {isPending && <SkeletonRows rows={3} className="h-6 w-full" />}
      {!isPending && error !== null && <ErrorState error={error} onRetry={retry} />}
      {scores && <ShownScores scores={scores} />}
    </Section>
  );
}

function ShownScores({ scores: { evaluation, unscored, observerScore } }: { scores: Scores }) {
  if (!evaluation) {
    return (
      <div className="text-muted">
        <p className="font-medium text-ink">{texts.none}</p>
        <p>{unscored ?? texts.noneAdvice}</p>
      </div>
    );
  }
  const { score, rubricType, rubricVersion, criteria, feedback } = evaluation;
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-end gap-x-8 gap-y-3">
        <BigScore label={texts.evaluator} score={score} />
        {observerScore !== null && <BigScore label={texts.observer} score={observerScore} />}
        <p className="ml-auto text-muted text-sm">{texts.rubric(rubricType, rubricVersion)}</p>
      </div>
      <ul aria-label={texts.criteria} className="flex flex-col gap-4">
        {criteria.map(({ id, name, score: mark, weight, comment }) => (
          <li key={id}>
            <div className="flex items-baseline justify-between gap-3">
              <span className="min-w-0 font-medium">
                {name ?? id}{' '}
                {weight !== undefined && (
                  <span className="font-normal text-muted text-sm">
                    {texts.weight(formatShare(weight))}
                  </span>
                )}
              </span>
              <span className="figures">{mark}</span>
            </div>
            <ScoreBar score={mark} />
            {comment !== '' && <p className="mt-1 text-muted text-sm">{comment}</p>}
          </li>
        ))}
      </ul>
      {feedback !== '' && (
        <div>
          <h3 className="font-medium">{texts.feedback}</h3>
          <p className="whitespace-pre-line text-muted">{feedback}</p>
        </div>
      )}
    </div>
  );
}

function BigScore({ label, score }: { label: string; score: number }) {
  return (
    <p>
      <span className="block text-muted text-sm">{label}</span>
      <span className="figures font-semibold text-2xl">{score}</span>{' '}
      <span className="text-muted text-sm">{texts.outOf}</span>
    </p>
  );
}

const fills: Record<Judgement, string> = {
  sound: 'bg-good',
  weak: 'bg-warn',
  poor: 'bg-danger-fill',
};

/**
 * Draws a score of 0 to 100 as a bar with ticks where the verdict changes. The number is shown
 * beside it.
 */
function ScoreBar({ score }: { score: number }) {
  return (
    <div aria-hidden className="relative mt-1.5 h-1.5 overflow-hidden rounded-full bg-hover">
      <div
        className={classNames('h-full rounded-full', fills[judgeScore(score)])}
        style={{ width: `${score}%` }}
      />
      <div className="absolute inset-y-0 left-1/2 w-px bg-surface" />
      <div className="absolute inset-y-0 left-[70%] w-px bg-surface" />
    </div>
  );
}

interface Scores {
  evaluation: RunQuality['scores'][number] | null;
  /** Why there is none, as far as the run recorded it. */
  unscored: string | null;
  /** Known only for the newest completed run. */
  observerScore: number | null;
}

/** Returns the scores of a version from the run that created it, or why it has none. */
function useScores(shown: VersionProps) {
  const { engagementId } = shown;
  const { listed, ...list } = useListedVersion(shown);
  const runId = listed?.runId ?? null;
  const quality = useQuery(qualityQuery(engagementId, runId));
  const engagement = useQuery(engagementQuery(engagementId));
  const observer = useQuery(observerQuery(engagementId));
  const evaluation =
    quality.data?.scores.find(({ taskId, offline }) => taskId === listed?.taskId && !offline) ??
    null;
  const unscored =
    quality.data?.unscored.find(({ taskId }) => taskId === listed?.taskId)?.reason ?? null;
  // Scores cached while the run was active may be older than this one.
  const isRead = evaluation !== null || !(quality.isPending || quality.isFetching);
  const isPending = list.isPending || (runId !== null && !isRead);
  const error = listed === undefined ? list.error : evaluation === null ? quality.error : null;
  const isObserved = newestCompletedRun(engagement.data?.runs ?? [])?.id === runId;
  const observed = observer.data?.find(({ taskId }) => taskId === listed?.taskId);
  const scores: Scores = {
    evaluation,
    unscored,
    observerScore: isObserved ? (observed?.observerScore ?? null) : null,
  };
  const retry = () => {
    for (const query of [list, quality]) if (query.error !== null) void query.refetch();
  };
  return { scores: isPending || error !== null ? undefined : scores, isPending, error, retry };
}
