import type { Run } from '@ecp/contract/work/runs';
import { BarList } from '../../charts/bar-list.tsx';
import { ChartFigure } from '../../charts/chart-figure.tsx';
import { formatDuration, formatMoment, formatTokens, formatUsd } from '../../format/format.ts';
import { analyticsTexts } from '../../texts/en/analytics/analytics.ts';
import { statusTexts } from '../../texts/en/shared/statuses.ts';
import { StatusBadge } from '../../ui/states/status-badge.tsx';
import type { Figures } from './use-figures.ts';

const texts = analyticsTexts.runs;

const durationMs = ({ startedAt, finishedAt }: Run) =>
  finishedAt === null ? null : Date.parse(finishedAt) - Date.parse(startedAt);
const timeOf = (run: Run) => {
  const ms = durationMs(run);
  return ms === null ? statusTexts.engagement[run.status] : formatDuration(ms);
};

const columns = [
  {
    title: texts.columns.started,
    value: ({ startedAt }: Run) => startedAt,
    text: ({ startedAt }: Run) => formatMoment(startedAt),
  },
  { title: texts.columns.status, value: ({ status }: Run) => statusTexts.engagement[status] },
  { title: texts.columns.time, value: (run: Run) => (durationMs(run) ?? 0) / 1_000, text: timeOf },
  {
    title: texts.columns.cost,
    value: ({ estimatedCost }: Run) => estimatedCost,
    text: ({ estimatedCost }: Run) => formatUsd(estimatedCost),
  },
  {
    title: texts.columns.input,
    value: ({ inputTokens }: Run) => inputTokens,
    text: ({ inputTokens }: Run) => formatTokens(inputTokens),
  },
  {
    title: texts.columns.output,
    value: ({ outputTokens }: Run) => outputTokens,
    text: ({ outputTokens }: Run) => formatTokens(outputTokens),
  },
  { title: texts.columns.error, value: ({ error }: Run) => error },
];

/** Shows what each run and rerun cost and used. Without prices, tokens determine the length of the bars. */
export function RunsFigure({ figures: { runs } }: { figures: Figures }) {
  const total = runs.reduce((sum, { estimatedCost }) => sum + estimatedCost, 0);
  const shown = columns.filter(({ title }) => title !== texts.columns.error || runs.some(({ error }) => error));
  return (
    <ChartFigure
      title={texts.title}
      summary={texts.summary(runs.length, formatUsd(total))}
      table={{ columns: shown, rows: runs }}
      rowKey={({ id }) => id}
      filename="runs"
    >
      <BarList
        label={texts.title}
        bars={runs.map((run) => ({
          key: run.id,
          label: (
            <span className="flex items-center gap-2">
              {formatMoment(run.startedAt)} <StatusBadge status={run.status} />
            </span>
          ),
          value: total > 0 ? run.estimatedCost : run.inputTokens + run.outputTokens,
          text: formatUsd(run.estimatedCost),
          note: texts.tokens(formatTokens(run.inputTokens), formatTokens(run.outputTokens), timeOf(run)),
        }))}
      />
    </ChartFigure>
  );
}
