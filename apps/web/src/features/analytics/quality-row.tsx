import { ChevronRight } from 'lucide-react';
import { DotRow } from '../../charts/dot-row.tsx';
import { formatScore } from '../../format/format.ts';
import { analyticsTexts } from '../../texts/en/analytics.ts';
import { QualityCriteria } from './quality-criteria.tsx';
import { type ScoredTask, verdictMarks } from './quality-figure.tsx';

const texts = analyticsTexts.quality;

/** One scored task; opened, it shows criteria and feedback. */
export function QualityRow({ task }: { task: ScoredTask }) {
  const { taskName, score, observerScore, rubricType, rubricVersion, feedback } = task;
  const evaluated = { label: texts.evaluator, value: score, shape: 'circle' } as const;
  const observed =
    observerScore === null ? [] : [{ label: texts.observer, value: observerScore, shape: 'diamond' } as const];
  return (
    <li>
      <details className="group">
        <summary className="grid cursor-pointer list-none grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 px-4 py-2.5 hover:bg-hover focus-visible:-outline-offset-2 md:grid-cols-[auto_minmax(0,1fr)_minmax(0,1fr)_6.5rem] [&::-webkit-details-marker]:hidden">
          <ChevronRight aria-hidden className="size-4 text-muted transition-transform group-open:rotate-90" />
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
        </summary>
        <div className="flex flex-col gap-4 px-4 pb-4 md:pl-11">
          {feedback !== '' && <p className="max-w-3xl">{feedback}</p>}
          <QualityCriteria criteria={task.criteria} label={texts.criteria} />
        </div>
      </details>
    </li>
  );
}
