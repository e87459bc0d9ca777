import { ChartFigure } from '../../charts/chart-figure.tsx';
import { DotMark } from '../../charts/dot-row.tsx';
import { formatScore } from '../../format/format.ts';
import { analyticsTexts } from '../../texts/en/analytics.ts';
import { QualityRow, type ScoredTask, verdictMarks } from './quality-row.tsx';
import type { Figures } from './use-figures.ts';

const texts = analyticsTexts.quality;

const columns = [
  { title: texts.columns.task, value: ({ taskName }: ScoredTask) => taskName },
  { title: texts.columns.score, value: ({ score }: ScoredTask) => score },
  { title: texts.columns.observer, value: ({ observerScore }: ScoredTask) => observerScore },
  {
    title: texts.columns.rubric,
    value: ({ rubricType, rubricVersion }: ScoredTask) => texts.rubric(rubricType, rubricVersion),
  },
  {
    title: texts.columns.criteria,
    value: ({ criteria }: ScoredTask) => criteria.map(({ name, id, score }) => `${name ?? id}: ${score}`).join('; '),
  },
  { title: texts.columns.feedback, value: ({ feedback }: ScoredTask) => feedback },
];

/** Shows the scores of the latest run by task and criterion (QUA-3). */
export function QualityFigure({ figures }: { figures: Figures }) {
  const scored = withObserver(figures);
  const { averageScore } = figures.quality;
  return (
    <ChartFigure
      title={texts.title}
      summary={averageScore === null ? texts.none : summarize(averageScore, scored)}
      table={{ columns, rows: scored }}
      rowKey={({ id }) => id}
      filename="quality"
    >
      {scored.length > 0 && (
        <div className="-mx-4 -mb-4">
          <Legend hasObserver={scored.some(({ observerScore }) => observerScore !== null)} />
          <ul aria-label={texts.title} className="divide-y border-t">
            {scored.map((task) => (
              <QualityRow key={task.id} task={task} />
            ))}
          </ul>
        </div>
      )}
    </ChartFigure>
  );
}

function Legend({ hasObserver }: { hasObserver: boolean }) {
  return (
    <p className="flex flex-wrap items-center gap-x-5 gap-y-1 px-4 pb-3 text-muted text-sm">
      <span className="flex items-center gap-2">
        <DotMark shape="circle" />
        {texts.evaluator}
      </span>
      {hasObserver && (
        <span className="flex items-center gap-2">
          <DotMark shape="diamond" />
          {texts.observer}
        </span>
      )}
      <span>{texts.marks(verdictMarks.reject, verdictMarks.approve)}</span>
    </p>
  );
}

/** Adds the observer's scores, which come with the model choices. They apply only if both belong to the same run. */
function withObserver({ quality, analytics, analyzed, latest, tasks }: Figures): ScoredTask[] {
  const isSameRun = analyzed?.id === latest.id;
  const idOf = (name: string) => tasks.find((task) => task.name === name)?.id;
  return quality.scores.map((score) => {
    const choice = analytics.modelRouting.find(({ taskId }) => taskId === idOf(score.taskName));
    return { ...score, observerScore: isSameRun ? (choice?.observerScore ?? null) : null };
  });
}

function summarize(average: number, scored: readonly ScoredTask[]): string {
  const [best] = scored.toSorted((a, b) => b.score - a.score);
  const [weakest] = scored.toSorted((a, b) => a.score - b.score);
  if (!best || !weakest) return texts.none;
  if (best === weakest) return texts.summaryOne(formatScore(average), best.taskName);
  return texts.summary(formatScore(average), best.taskName, weakest.taskName);
}
