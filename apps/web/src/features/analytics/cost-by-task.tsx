import { BarList } from '../../charts/bar-list.tsx';
import { ChartFigure } from '../../charts/chart-figure.tsx';
import { formatDuration, formatShare, formatUsd } from '../../format/format.ts';
import { analyticsTexts } from '../../texts/en/analytics.ts';
import { agentName } from './agent-name.ts';
import type { TaskFigures } from './run-figures.ts';
import type { Figures } from './use-figures.ts';

const texts = analyticsTexts.costByTask;
const columns = [
  { title: texts.columns.task, value: ({ name }: TaskFigures) => name },
  { title: texts.columns.agent, value: ({ agent }: TaskFigures) => agent && agentName(agent) },
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

/** What each task of the latest run cost, the dearest first; a run without prices says so. */
export function CostByTask({ figures: { tasks, latest } }: { figures: Figures }) {
  const ended = tasks.filter(({ cost }) => cost !== null).sort((a, b) => (b.cost ?? 0) - (a.cost ?? 0));
  const total = ended.reduce((sum, { cost }) => sum + (cost ?? 0), 0);
  const [dearest] = ended;
  const isFree = total === 0;
  const failedOnly = columns.filter(({ title }) => title !== texts.columns.error || tasks.some(({ error }) => error));
  const isOver = latest.status === 'completed' || latest.status === 'failed';
  const beyond = isOver ? latest.estimatedCost - total : 0;
  return (
    <ChartFigure
      title={texts.title}
      summary={summarize(dearest, total, ended.length > 0)}
      table={{ columns: failedOnly, rows: tasks }}
      rowKey={({ id }) => id}
      filename="cost-by-task"
    >
      {!isFree && (
        <BarList
          label={texts.title}
          bars={[
            ...ended.map((task) => ({
              key: task.id,
              label: task.name,
              value: task.cost ?? 0,
              text: formatUsd(task.cost ?? 0),
              note: describe(task),
            })),
            ...(beyond > total * 0.005
              ? [
                  {
                    key: ' beyond',
                    label: texts.beyond,
                    value: beyond,
                    text: formatUsd(beyond),
                    note: texts.beyondNote,
                    apart: true,
                  },
                ]
              : []),
          ]}
        />
      )}
    </ChartFigure>
  );
}

function summarize(dearest: TaskFigures | undefined, total: number, hasEnded: boolean): string {
  if (!hasEnded) return texts.none;
  if (!dearest?.cost) return texts.free;
  return texts.dearest(dearest.name, formatUsd(dearest.cost), formatShare(dearest.cost / total));
}

function describe({ agent, model, state, durationMs }: TaskFigures): string {
  const parts = [agent && agentName(agent), model, durationMs !== null && formatDuration(durationMs)];
  const ending = state === 'completed' ? [] : [analyticsTexts.states[state]];
  return [...parts.filter((part) => typeof part === 'string'), ...ending].join(' · ');
}
