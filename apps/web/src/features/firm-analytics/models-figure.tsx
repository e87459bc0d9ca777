import type { LibraryEntry } from '@ecp/contract/reach/library';
import { BarList } from '../../charts/bar-list.tsx';
import { ChartFigure } from '../../charts/chart-figure.tsx';
import { formatScore, formatUsd } from '../../format/format.ts';
import { firmAnalyticsTexts } from '../../texts/en/analytics/firm-analytics.ts';
import { type ModelSum, sumByModel } from './sum-up-runs.ts';

const texts = firmAnalyticsTexts.models;
const perTask = ({ costUsd, tasks }: ModelSum) => (tasks === 0 ? 0 : costUsd / tasks);

const columns = [
  { title: texts.columns.model, value: ({ model }: ModelSum) => model },
  { title: texts.columns.tasks, value: ({ tasks }: ModelSum) => tasks },
  { title: texts.columns.perTask, value: perTask },
  { title: texts.columns.cost, value: ({ costUsd }: ModelSum) => costUsd },
  { title: texts.columns.score, value: ({ score }: ModelSum) => score },
];

/** Compares the models by the cost of a task, with their scores. */
export function ModelsFigure({ entries }: { entries: readonly LibraryEntry[] }) {
  const models = sumByModel(entries);
  const isFree = models.every(({ costUsd }) => costUsd === 0);
  const title = isFree ? texts.tasksTitle : texts.costTitle;
  return (
    <ChartFigure
      title={title}
      summary={isFree ? texts.free : texts.summary(models.length)}
      table={{ columns, rows: models }}
      rowKey={({ model }) => model}
      filename="models"
    >
      <BarList
        label={title}
        bars={models.map((sum) => ({
          key: sum.model,
          label: sum.model,
          value: isFree ? sum.tasks : perTask(sum),
          text: isFree ? texts.tasks(sum.tasks) : formatUsd(perTask(sum)),
          note: [
            sum.score === null ? texts.unscored : texts.score(formatScore(sum.score)),
            ...(isFree ? [] : [texts.tasks(sum.tasks)]),
          ].join(' · '),
        }))}
      />
    </ChartFigure>
  );
}
