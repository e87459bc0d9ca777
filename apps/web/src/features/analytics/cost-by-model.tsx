import { BarList } from '../../charts/bar-list.tsx';
import { ChartFigure } from '../../charts/chart-figure.tsx';
import { formatScore, formatUsd } from '../../format/format.ts';
import { analyticsTexts } from '../../texts/en/analytics/analytics.ts';
import type { Figures } from './use-figures.ts';

const texts = analyticsTexts.costByModel;

interface ModelFigures {
  model: string;
  tasks: number;
  cost: number;
  score: number | null;
}

const columns = [
  { title: texts.columns.model, value: ({ model }: ModelFigures) => model },
  { title: texts.columns.tasks, value: ({ tasks }: ModelFigures) => tasks },
  {
    title: texts.columns.cost,
    value: ({ cost }: ModelFigures) => cost,
    text: ({ cost }: ModelFigures) => formatUsd(cost),
  },
  {
    title: texts.columns.perTask,
    value: ({ cost, tasks }: ModelFigures) => cost / tasks,
    text: ({ cost, tasks }: ModelFigures) => formatUsd(cost / tasks),
  },
  {
    title: texts.columns.score,
    value: ({ score }: ModelFigures) => score,
    text: ({ score }: ModelFigures) => (score === null ? '' : formatScore(score)),
  },
];

/** Compares models by the cost and scores of their tasks. Without prices, it compares the task counts. */
export function CostByModel({ figures }: { figures: Figures }) {
  const models = groupByModel(figures);
  const written = models.reduce((sum, { tasks }) => sum + tasks, 0);
  const isFree = models.every(({ cost }) => cost === 0);
  const title = isFree ? texts.tasksTitle : texts.title;
  return (
    <ChartFigure
      title={title}
      summary={texts.summary(models.length, written)}
      table={{ columns, rows: models }}
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
            text: isFree ? texts.tasks(tasks) : formatUsd(cost),
            note: [isFree ? formatUsd(cost) : texts.tasks(tasks), score !== null && texts.score(formatScore(score))]
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
      const scores = quality.scores.filter(({ taskName }) => names.has(taskName)).map(({ score }) => score);
      return {
        model,
        tasks: done.length,
        cost: done.reduce((sum, { cost }) => sum + (cost ?? 0), 0),
        score: scores.length === 0 ? null : scores.reduce((sum, score) => sum + score, 0) / scores.length,
      };
    })
    .sort((a, b) => b.cost - a.cost || b.tasks - a.tasks);
}
