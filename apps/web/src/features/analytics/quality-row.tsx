import type { RunQuality } from '@ecp/contract/work/runs';
import { DotRow } from '../../charts/dot-row.tsx';
import { formatScore } from '../../format/format.ts';
import { analyticsTexts } from '../../texts/en/analytics/analytics.ts';
import { ExpandableRow } from './expandable-row.tsx';
import { QualityCriteria } from './quality-criteria.tsx';

const texts = analyticsTexts.quality;

/** The evaluator's score of a task, with the observer's score of its draft if that is known. */
export type ScoredTask = RunQuality['scores'][number] & { observerScore: number | null };

/** The evaluator approves at `approve` or above and rejects below `reject` (docs/decisions/rubric-agreement.md). */
export const verdictMarks = { reject: 50, approve: 70 } as const;

/** One scored task. It expands to criteria and feedback. */
export function QualityRow({ task }: { task: ScoredTask }) {
  const { taskName, score, observerScore, rubricType, rubricVersion, feedback, criteria } = task;
  const evaluated = { label: texts.evaluator, value: score, shape: 'circle' } as const;
  const observed =
    observerScore === null ? [] : [{ label: texts.observer, value: observerScore, shape: 'diamond' } as const];
  const line = (
    <>
      <span className="min-w-0">
        <span className="block truncate font-medium">{taskName}</span>
        <span className="block truncate text-muted text-sm">{texts.rubric(rubricType, rubricVersion)}</span>
      </span>
      <span className="max-md:col-span-2 max-md:col-start-2 max-md:row-start-2">
        <DotRow dots={[...observed, evaluated]} max={100} marks={Object.values(verdictMarks)} />
      </span>
      <span className="figures text-right max-md:col-start-3 max-md:row-start-1">
        <span className="font-medium">{formatScore(score)}</span>
        {observerScore !== null && <span className="text-muted"> / {formatScore(observerScore)}</span>}
      </span>
    </>
  );
  return (
    <ExpandableRow
      className="grid grid-cols-[auto_minmax(0,1fr)_auto] py-2.5 md:grid-cols-[auto_minmax(0,1fr)_minmax(0,1fr)_6.5rem]"
      line={line}
    >
      {feedback !== '' && <p className="max-w-3xl">{feedback}</p>}
      <QualityCriteria criteria={criteria} label={texts.criteria} />
    </ExpandableRow>
  );
}
