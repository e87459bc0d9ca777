import type { RunQuality, UnscoredTask } from '@ecp/contract/work/runs';
import { TriangleAlert } from 'lucide-react';
import { formatScore, formatShare } from '../../base/format/format.ts';
import { labelled } from '../../base/format/words.ts';
import { shownLanguage } from '../../base/language/language.ts';
import { BarList, DotMark, DotRow } from '../../base/ui/charts/bars.tsx';
import { ChartFigure } from '../../base/ui/charts/chart-figure.tsx';
import type { Figures } from './analytics-figures.ts';
import { ExpandableRow } from './expandable-row.tsx';
import { analyticsTexts } from './texts.ts';

const texts = analyticsTexts.quality;

type Entry = ScoredTask | UnscoredTask;
const isScored = (entry: Entry): entry is ScoredTask => 'score' in entry;

const columns = () => [
  { title: texts.columns.task, value: ({ taskName }: Entry) => taskName },
  { title: texts.columns.score, value: (entry: Entry) => (isScored(entry) ? entry.score : null) },
  {
    title: texts.columns.observer,
    value: (entry: Entry) => (isScored(entry) ? entry.observerScore : null),
  },
  {
    title: texts.columns.rubric,
    value: (entry: Entry) =>
      isScored(entry) ? texts.rubric(entry.rubricType, entry.rubricVersion) : null,
  },
  {
    title: texts.columns.criteria,
    value: (entry: Entry) =>
      isScored(entry)
        ? entry.criteria.map(({ name, score }) => labelled(name, String(score))).join('; ')
        : null,
  },
  {
    title: texts.columns.feedback,
    value: (entry: Entry) => (isScored(entry) ? entry.feedback : whyUnscored(entry)),
  },
];

/** The reason is English. */
const whyUnscored = ({ reason }: UnscoredTask): string =>
  shownLanguage() === 'en' ? `${texts.unscored}: ${reason}` : texts.unscored;

export function QualityFigure({ figures }: { figures: Figures }) {
  const scored = withObserver(figures);
  const { averageScore, unscored } = figures.quality;
  const entries: Entry[] = [...scored, ...unscored];
  return (
    <ChartFigure
      title={texts.title}
      summary={averageScore === null ? texts.none : summarize(averageScore, scored)}
      table={{ columns: columns(), rows: entries }}
      rowKey={({ taskId }) => taskId}
      filename="quality"
    >
      {entries.length > 0 && (
        <div className="-mx-4 -mb-4">
          {scored.length > 0 && (
            <Legend hasObserver={scored.some(({ observerScore }) => observerScore !== null)} />
          )}
          <ul aria-label={texts.title} className="divide-y border-t">
            {scored.map((task) => (
              <QualityRow key={task.id} task={task} />
            ))}
            {unscored.map((task) => (
              <UnscoredRow key={task.taskId} task={task} />
            ))}
          </ul>
        </div>
      )}
    </ChartFigure>
  );
}

/** A task without a score, with the reason. */
function UnscoredRow({ task: { taskName, reason } }: { task: UnscoredTask }) {
  return (
    <li className="flex gap-3 px-4 py-2.5">
      <TriangleAlert aria-hidden className="mt-1 size-4 shrink-0 text-warn" />
      <div className="min-w-0 flex-1">
        <p className="font-medium">{taskName}</p>
        {shownLanguage() === 'en' && <p className="max-w-[80ch] text-muted text-sm">{reason}</p>}
      </div>
      <span className="shrink-0 text-muted text-sm">{texts.unscored}</span>
    </li>
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

/**
 * Adds the observer's scores, which come with the model choices. They apply only if both belong to
 * the same run.
 */
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

/** The evaluator's score of a task, with the observer's score of its draft if that is known. */
type ScoredTask = RunQuality['scores'][number] & { observerScore: number | null };

/**
 * The evaluator approves at `approve` or above and rejects below `reject`
 * (docs/decisions/rubric-agreement.md).
 */
const verdictMarks = { reject: 50, approve: 70 } as const;

function QualityRow({ task }: { task: ScoredTask }) {
  const { taskName, score, observerScore, rubricType, rubricVersion, feedback, criteria } = task;
  const evaluated = { label: texts.evaluator, value: score, shape: 'circle' } as const;
  const observed =
    observerScore === null
      ? []
      : [{ label: texts.observer, value: observerScore, shape: 'diamond' } as const];
  const line = (
    <>
      <span className="min-w-0">
        <span className="block truncate font-medium">{taskName}</span>
        <span className="block truncate text-muted text-sm">
          {texts.rubric(rubricType, rubricVersion)}
        </span>
      </span>
      <span className="max-md:col-span-2 max-md:col-start-2 max-md:row-start-2">
        <DotRow dots={[...observed, evaluated]} max={100} marks={Object.values(verdictMarks)} />
      </span>
      <span className="figures text-right max-md:col-start-3 max-md:row-start-1">
        <span className="font-medium">{formatScore(score)}</span>
        {observerScore !== null && (
          <span className="text-muted"> / {formatScore(observerScore)}</span>
        )}
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

interface QualityCriteriaProps {
  criteria: RunQuality['scores'][number]['criteria'];
  label: string;
}

/** Shows the score of each criterion of the rubric with the evaluator's remark. */
function QualityCriteria({ criteria, label }: QualityCriteriaProps) {
  return (
    <BarList
      label={label}
      max={100}
      bars={criteria.map(({ id, name, score, weight, comment }) => ({
        key: id,
        label: (
          <>
            {name}{' '}
            <span className="text-muted text-sm">
              {analyticsTexts.quality.weight(formatShare(weight))}
            </span>
          </>
        ),
        value: score,
        text: String(score),
        note: comment,
      }))}
    />
  );
}
