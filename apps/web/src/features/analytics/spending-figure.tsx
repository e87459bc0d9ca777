import { ChartFigure } from '../../charts/chart-figure.tsx';
import { LineChart } from '../../charts/line-chart.tsx';
import { formatDuration, formatShare, formatTokens, formatUsd } from '../../format/format.ts';
import { analyticsTexts } from '../../texts/en/analytics/analytics.ts';
import type { Spent } from './run-totals.ts';
import type { Figures } from './use-figures.ts';

const texts = analyticsTexts.overTime;
const columns = [
  {
    title: texts.columns.seconds,
    value: ({ atMs }: Spent) => atMs / 1_000,
    text: ({ atMs }: Spent) => formatDuration(atMs),
  },
  { title: texts.columns.cost, value: ({ cost }: Spent) => cost, text: ({ cost }: Spent) => formatUsd(cost) },
  {
    title: texts.columns.input,
    value: ({ inputTokens }: Spent) => inputTokens,
    text: ({ inputTokens }: Spent) => formatTokens(inputTokens),
  },
  {
    title: texts.columns.output,
    value: ({ outputTokens }: Spent) => outputTokens,
    text: ({ outputTokens }: Spent) => formatTokens(outputTokens),
  },
];

/** Shows tenths of a second, because whole seconds would look the same in a short run. */
const formatSeconds = (durationMs: number) => `${(durationMs / 1_000).toFixed(1)} s`;

/** Below this share of the budget the limit line would flatten the curve, so the summary states the limit. */
const shareWithLimit = 0.3;

/** Shows the latest run's spending over time against the remaining budget. Without prices, it shows tokens. */
export function SpendingFigure({ figures }: { figures: Figures }) {
  const { run, runs, latest, engagement } = figures;
  const before = runs.filter(({ id }) => id !== latest.id).reduce((sum, { estimatedCost }) => sum + estimatedCost, 0);
  const left = Math.max(0, engagement.budget - before);
  const start: Spent = { atMs: 0, cost: 0, inputTokens: 0, outputTokens: 0 };
  const spending = [start, ...run.spending];
  const last = run.spending.at(-1) ?? start;
  const time = formatDuration(last.atMs);
  const isFree = last.cost === 0;
  const limit = last.cost >= left * shareWithLimit ? { value: left, label: texts.left } : undefined;
  return (
    <ChartFigure
      title={isFree ? texts.tokensTitle : texts.costTitle}
      summary={
        isFree
          ? texts.tokensSummary(formatTokens(last.inputTokens + last.outputTokens), time)
          : texts.costSummary(formatUsd(last.cost), time, formatShare(left > 0 ? last.cost / left : 1))
      }
      table={{ columns, rows: spending }}
      rowKey={({ atMs, inputTokens, outputTokens }) => `${atMs} ${inputTokens} ${outputTokens}`}
      filename="spending-over-time"
    >
      <LineChart
        label={isFree ? texts.tokensTitle : texts.costTitle}
        points={spending.map(({ atMs, cost, inputTokens, outputTokens }) => ({
          x: atMs,
          values: isFree ? [inputTokens, outputTokens] : [cost],
        }))}
        lines={isFree ? [texts.input, texts.output] : [texts.cost]}
        formatX={last.atMs < 10_000 ? formatSeconds : formatDuration}
        formatY={isFree ? formatTokens : formatUsd}
        limit={isFree ? undefined : limit}
        stepped
      />
    </ChartFigure>
  );
}
