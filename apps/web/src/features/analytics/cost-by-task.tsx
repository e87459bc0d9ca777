import { type Bar, BarList } from '../../charts/bar-list.tsx';
import { ChartFigure } from '../../charts/chart-figure.tsx';
import { nameAgentSlug } from '../../domain/agents/use-agent-name.ts';
import { formatDuration, formatShare, formatUsd } from '../../format/format.ts';
import { analyticsTexts } from '../../texts/en/analytics/analytics.ts';
import type { TaskFigures } from './run-totals.ts';
import type { Figures } from './use-figures.ts';

const texts = analyticsTexts.costByTask;
const columns = [
  { title: texts.columns.task, value: ({ name }: TaskFigures) => name },
  { title: texts.columns.agent, value: ({ agent }: TaskFigures) => agent && nameAgentSlug(agent) },
  { title: texts.columns.model, value: ({ model }: TaskFigures) => model },
  { title: texts.columns.state, value: ({ state }: TaskFigures) => analyticsTexts.states[state] },
  {
    title: texts.columns.time,
    value: ({ durationMs }: TaskFigures) => (durationMs === null ? null : durationMs / 1_000),
    text: ({ durationMs }: TaskFigures) => formatDuration(durationMs ?? 0),
  },
  {
    title: texts.columns.cost,
    value: ({ cost }: TaskFigures) => cost,
    text: ({ cost }: TaskFigures) => formatUsd(cost ?? 0),
  },
  { title: texts.columns.error, value: ({ error }: TaskFigures) => error },
];

/** Shows what each task of the latest run cost, the dearest first. Without prices, it shows how long each task took. */
export function CostByTask({ figures: { tasks, latest } }: { figures: Figures }) {
  const ended = tasks.filter(({ cost }) => cost !== null);
  const total = ended.reduce((sum, { cost }) => sum + (cost ?? 0), 0);
  const isFree = total === 0;
  const isOver = latest.status === 'completed' || latest.status === 'failed';
  const beyond = isOver && !isFree ? latest.estimatedCost - total : 0;
  const title = isFree ? texts.timeTitle : texts.title;
  const shown = columns.filter((column) => column.title !== texts.columns.error || tasks.some(({ error }) => error));
  return (
    <ChartFigure
      title={title}
      summary={summarize(ended, total)}
      table={{ columns: shown, rows: tasks }}
      rowKey={({ id }) => id}
      filename="tasks"
    >
      {ended.length > 0 && (
        <BarList label={title} bars={[...toBars(ended, isFree), ...(beyond > total / 200 ? [toBeyond(beyond)] : [])]} />
      )}
    </ChartFigure>
  );
}

function toBars(ended: readonly TaskFigures[], isFree: boolean): Bar[] {
  const worthOf = ({ cost, durationMs }: TaskFigures) => (isFree ? durationMs : cost) ?? 0;
  return ended
    .toSorted((a, b) => worthOf(b) - worthOf(a))
    .map((task) => ({
      key: task.id,
      label: task.name,
      value: worthOf(task),
      text: isFree ? formatDuration(worthOf(task)) : formatUsd(worthOf(task)),
      note: describe(task, !isFree),
    }));
}

/** Returns a bar for the cost that belongs to the run but to none of its tasks. */
function toBeyond(cost: number): Bar {
  return {
    key: ' beyond',
    label: texts.beyond,
    value: cost,
    text: formatUsd(cost),
    note: texts.beyondNote,
    apart: true,
  };
}

function summarize(ended: readonly TaskFigures[], total: number): string {
  const [dearest] = ended.toSorted((a, b) => (b.cost ?? 0) - (a.cost ?? 0));
  const [longest] = ended.toSorted((a, b) => (b.durationMs ?? 0) - (a.durationMs ?? 0));
  if (!dearest || !longest) return texts.none;
  if (dearest.cost) return texts.dearest(dearest.name, formatUsd(dearest.cost), formatShare(dearest.cost / total));
  return `${texts.free} ${texts.longest(longest.name, formatDuration(longest.durationMs ?? 0))}`;
}

function describe({ agent, model, state, durationMs }: TaskFigures, withTime: boolean): string {
  const time = withTime && durationMs !== null && formatDuration(durationMs);
  const ending = state !== 'completed' && analyticsTexts.states[state];
  return [agent && nameAgentSlug(agent), model, time, ending].filter((part) => typeof part === 'string').join(' · ');
}
