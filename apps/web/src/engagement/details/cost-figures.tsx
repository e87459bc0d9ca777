import { averageScore } from '@ecp/contract/values/scores';
import type { Run } from '@ecp/contract/work/runs';
import { nameAgentSlug } from '../../base/api/firm-queries.ts';
import {
  formatDuration,
  formatMoment,
  formatScore,
  formatShare,
  formatTokens,
  formatUsd,
} from '../../base/format/format.ts';
import { sentences } from '../../base/format/words.ts';
import { statusTexts } from '../../base/texts/common.ts';
import { StatusBadge } from '../../base/ui/badges.tsx';
import { type Bar, BarList } from '../../base/ui/charts/bars.tsx';
import { ChartFigure } from '../../base/ui/charts/chart-figure.tsx';
import { describeRunFailure, describeTaskFailure } from '../../shared/runs/failures.ts';
import type { Figures } from './analytics-figures.ts';
import type { TaskFigures } from './run-totals.ts';
import { analyticsTexts } from './texts.ts';

const taskTexts = analyticsTexts.costByTask;
const taskColumns = () => [
  { title: taskTexts.columns.task, value: ({ name }: TaskFigures) => name },
  {
    title: taskTexts.columns.agent,
    value: ({ agent }: TaskFigures) => agent && nameAgentSlug(agent),
  },
  { title: taskTexts.columns.model, value: ({ model }: TaskFigures) => model },
  {
    title: taskTexts.columns.state,
    value: ({ state }: TaskFigures) => analyticsTexts.states[state],
  },
  {
    title: taskTexts.columns.time,
    value: ({ durationMs }: TaskFigures) => (durationMs === null ? null : durationMs / 1_000),
    text: ({ durationMs }: TaskFigures) => formatDuration(durationMs ?? 0),
  },
  {
    title: taskTexts.columns.cost,
    value: ({ cost }: TaskFigures) => cost,
    text: ({ cost }: TaskFigures) => formatUsd(cost ?? 0),
  },
  { title: taskTexts.columns.error, value: describeTaskFailure },
];

/**
 * Shows what each task of the latest run cost, the dearest first. Without prices, it shows how long
 * each task took.
 */
export function CostByTask({ figures: { tasks, latest } }: { figures: Figures }) {
  const ended = tasks.filter(({ cost }) => cost !== null);
  const total = ended.reduce((sum, { cost }) => sum + (cost ?? 0), 0);
  const isFree = total === 0;
  const isOver = latest.status === 'completed' || latest.status === 'failed';
  const beyond = isOver && !isFree ? latest.estimatedCost - total : 0;
  const title = isFree ? taskTexts.timeTitle : taskTexts.title;
  const shown = taskColumns().filter(
    (column) => column.title !== taskTexts.columns.error || tasks.some(({ error }) => error),
  );
  return (
    <ChartFigure
      title={title}
      summary={summarizeTasks(ended, total)}
      table={{ columns: shown, rows: tasks }}
      rowKey={({ id }) => id}
      filename="tasks"
    >
      {ended.length > 0 && (
        <BarList
          label={title}
          bars={[
            ...toTaskBars(ended, isFree),
            ...(beyond > total / 200 ? [toBarBeyondTasks(beyond)] : []),
          ]}
        />
      )}
    </ChartFigure>
  );
}

function toTaskBars(ended: readonly TaskFigures[], isFree: boolean): Bar[] {
  const worthOf = ({ cost, durationMs }: TaskFigures) => (isFree ? durationMs : cost) ?? 0;
  return ended
    .toSorted((a, b) => worthOf(b) - worthOf(a))
    .map((task) => ({
      key: task.id,
      label: task.name,
      value: worthOf(task),
      text: isFree ? formatDuration(worthOf(task)) : formatUsd(worthOf(task)),
      note: describeTask(task, !isFree),
    }));
}

/** Returns a bar for the cost that belongs to the run but to none of its tasks. */
function toBarBeyondTasks(cost: number): Bar {
  return {
    key: ' beyond',
    label: taskTexts.beyond,
    value: cost,
    text: formatUsd(cost),
    note: taskTexts.beyondNote,
    apart: true,
  };
}

function summarizeTasks(ended: readonly TaskFigures[], total: number): string {
  const [dearest] = ended.toSorted((a, b) => (b.cost ?? 0) - (a.cost ?? 0));
  const [longest] = ended.toSorted((a, b) => (b.durationMs ?? 0) - (a.durationMs ?? 0));
  if (!dearest || !longest) return taskTexts.none;
  if (dearest.cost)
    return taskTexts.dearest(
      dearest.name,
      formatUsd(dearest.cost),
      formatShare(dearest.cost / total),
    );
  return sentences([
    taskTexts.free,
    taskTexts.longest(longest.name, formatDuration(longest.durationMs ?? 0)),
  ]);
}

function describeTask({ agent, model, state, durationMs }: TaskFigures, withTime: boolean): string {
  const time = withTime && durationMs !== null && formatDuration(durationMs);
  const ending = state !== 'completed' && analyticsTexts.states[state];
  return [agent && nameAgentSlug(agent), model, time, ending]
    .filter((part) => typeof part === 'string')
    .join(' · ');
}

const modelTexts = analyticsTexts.costByModel;

interface ModelFigures {
  model: string;
  tasks: number;
  cost: number;
  score: number | null;
}

const modelColumns = () => [
  { title: modelTexts.columns.model, value: ({ model }: ModelFigures) => model },
  { title: modelTexts.columns.tasks, value: ({ tasks }: ModelFigures) => tasks },
  {
    title: modelTexts.columns.cost,
    value: ({ cost }: ModelFigures) => cost,
    text: ({ cost }: ModelFigures) => formatUsd(cost),
  },
  {
    title: modelTexts.columns.perTask,
    value: ({ cost, tasks }: ModelFigures) => cost / tasks,
    text: ({ cost, tasks }: ModelFigures) => formatUsd(cost / tasks),
  },
  {
    title: modelTexts.columns.score,
    value: ({ score }: ModelFigures) => score,
    text: ({ score }: ModelFigures) => (score === null ? '' : formatScore(score)),
  },
];

export function CostByModel({ figures }: { figures: Figures }) {
  const models = groupByModel(figures);
  const written = models.reduce((sum, { tasks }) => sum + tasks, 0);
  const isFree = models.every(({ cost }) => cost === 0);
  const title = isFree ? modelTexts.tasksTitle : modelTexts.title;
  return (
    <ChartFigure
      title={title}
      summary={modelTexts.summary(models.length, written)}
      table={{ columns: modelColumns(), rows: models }}
      rowKey={({ model }) => model}
      filename="cost-by-model"
    >
      {models.length > 0 && (
        <BarList
          label={title}
          bars={models.map(({ model, tasks, cost, score }) => ({
            key: model,
            label: model,
            value: isFree ? tasks : cost,
            text: isFree ? modelTexts.tasks(tasks) : formatUsd(cost),
            note: [
              isFree ? formatUsd(cost) : modelTexts.tasks(tasks),
              score !== null && modelTexts.score(formatScore(score)),
            ]
              .filter((part) => part !== false)
              .join(' · '),
          }))}
        />
      )}
    </ChartFigure>
  );
}

function groupByModel({ tasks, quality }: Figures): ModelFigures[] {
  const started = tasks.filter(({ model }) => model !== null);
  return [...Map.groupBy(started, ({ model }) => model ?? '')]
    .map(([model, done]) => {
      const names = new Set(done.map(({ name }) => name));
      const scores = quality.scores
        .filter(({ taskName }) => names.has(taskName))
        .map(({ score }) => score);
      return {
        model,
        tasks: done.length,
        cost: done.reduce((sum, { cost }) => sum + (cost ?? 0), 0),
        score: averageScore(scores),
      };
    })
    .sort((a, b) => b.cost - a.cost || b.tasks - a.tasks);
}

const runTexts = analyticsTexts.runs;

const runDurationMs = ({ startedAt, finishedAt }: Run) =>
  finishedAt === null ? null : Date.parse(finishedAt) - Date.parse(startedAt);
const timeOf = (run: Run) => {
  const ms = runDurationMs(run);
  return ms === null ? statusTexts.engagement[run.status] : formatDuration(ms);
};

const runColumns = () => [
  {
    title: runTexts.columns.started,
    value: ({ startedAt }: Run) => startedAt,
    text: ({ startedAt }: Run) => formatMoment(startedAt),
  },
  { title: runTexts.columns.status, value: ({ status }: Run) => statusTexts.engagement[status] },
  {
    title: runTexts.columns.time,
    value: (run: Run) => (runDurationMs(run) ?? 0) / 1_000,
    text: timeOf,
  },
  {
    title: runTexts.columns.cost,
    value: ({ estimatedCost }: Run) => estimatedCost,
    text: ({ estimatedCost }: Run) => formatUsd(estimatedCost),
  },
  {
    title: runTexts.columns.input,
    value: ({ inputTokens }: Run) => inputTokens,
    text: ({ inputTokens }: Run) => formatTokens(inputTokens),
  },
  {
    title: runTexts.columns.output,
    value: ({ outputTokens }: Run) => outputTokens,
    text: ({ outputTokens }: Run) => formatTokens(outputTokens),
  },
  { title: runTexts.columns.error, value: describeRunFailure },
];

/**
 * Shows what each run and rerun cost and used. Without prices, tokens determine the length of the
 * bars.
 */
export function RunsFigure({ figures: { runs } }: { figures: Figures }) {
  const total = runs.reduce((sum, { estimatedCost }) => sum + estimatedCost, 0);
  const shown = runColumns().filter(
    ({ title }) => title !== runTexts.columns.error || runs.some(({ error }) => error),
  );
  return (
    <ChartFigure
      title={runTexts.title}
      summary={runTexts.summary(runs.length, formatUsd(total))}
      table={{ columns: shown, rows: runs }}
      rowKey={({ id }) => id}
      filename="runs"
    >
      <BarList
        label={runTexts.title}
        bars={runs.map((run) => ({
          key: run.id,
          label: (
            <span className="flex items-center gap-2">
              {formatMoment(run.startedAt)} <StatusBadge status={run.status} />
            </span>
          ),
          value: total > 0 ? run.estimatedCost : run.inputTokens + run.outputTokens,
          text: formatUsd(run.estimatedCost),
          note: runTexts.tokens(
            formatTokens(run.inputTokens),
            formatTokens(run.outputTokens),
            timeOf(run),
          ),
        }))}
      />
    </ChartFigure>
  );
}
