import { Link } from '@tanstack/react-router';
import { BarList } from '../../charts/bar-list.tsx';
import { ChartFigure } from '../../charts/chart-figure.tsx';
import { formatDuration, formatScore, formatUsd } from '../../format/format.ts';
import { firmAnalyticsTexts } from '../../texts/en/analytics/firm-analytics.ts';
import { linkStyle } from '../../ui/layout/link-style.ts';
import type { EngagementRun } from './sum-up-runs.ts';

const texts = firmAnalyticsTexts.engagements;
/** The row clips its content, so the focus ring lies inside. */
const barLinkStyle = `${linkStyle} px-0.5 focus-visible:-outline-offset-2`;
/** Greatest number of bars. The table lists all engagements. */
const mostBars = 10;

const columns = [
  { title: texts.columns.name, value: ({ name }: EngagementRun) => name },
  { title: texts.columns.cost, value: ({ costUsd }: EngagementRun) => costUsd },
  { title: texts.columns.score, value: ({ score }: EngagementRun) => score },
  {
    title: texts.columns.time,
    value: ({ durationMs }: EngagementRun) => durationMs / 1_000,
    text: ({ durationMs }: EngagementRun) => formatDuration(durationMs),
  },
  { title: texts.columns.tasks, value: ({ tasks }: EngagementRun) => tasks },
];

/** Shows the most expensive engagements by their newest run, or the longest ones where nothing has a price. */
export function EngagementsFigure({ runs }: { runs: readonly EngagementRun[] }) {
  const isFree = runs.every(({ costUsd }) => costUsd === 0);
  const sorted = runs.toSorted((a, b) => b.costUsd - a.costUsd || b.durationMs - a.durationMs);
  const title = isFree ? texts.timeTitle : texts.costTitle;
  return (
    <ChartFigure
      title={title}
      summary={texts.summary(Math.min(mostBars, sorted.length), sorted.length)}
      table={{ columns, rows: sorted }}
      rowKey={({ engagementId }) => engagementId}
      filename="engagements"
    >
      <BarList
        label={title}
        bars={sorted.slice(0, mostBars).map(({ engagementId, name, costUsd, durationMs, score, tasks }) => ({
          key: engagementId,
          label: (
            <Link to="/engagements/$engagementId" params={{ engagementId }} className={barLinkStyle}>
              {name}
            </Link>
          ),
          value: isFree ? durationMs : costUsd,
          text: isFree ? formatDuration(durationMs) : formatUsd(costUsd),
          note: [
            score === null ? texts.unscored : texts.score(formatScore(score)),
            texts.tasks(tasks),
            ...(isFree ? [] : [formatDuration(durationMs)]),
          ].join(' · '),
        }))}
      />
    </ChartFigure>
  );
}
