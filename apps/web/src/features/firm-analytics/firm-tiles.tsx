import type { Insights } from '@ecp/contract/reach/insights';
import type { LibraryEntry } from '@ecp/contract/reach/library';
import { FigureTiles } from '../../charts/figure-tiles.tsx';
import { formatCount, formatDuration, formatScore, formatUsd } from '../../format/format.ts';
import { firmAnalyticsTexts } from '../../texts/en/analytics/firm-analytics.ts';
import { newestRuns } from './queries.ts';
import { type EngagementRun, median, sum } from './sum-up-runs.ts';

const { tiles } = firmAnalyticsTexts;

interface FirmTilesProps {
  entries: readonly LibraryEntry[];
  runs: readonly EngagementRun[];
  insights: Insights;
}

/** Sums up the newest completed runs in one row. The reviews are those that the last analysis compared with scores. */
export function FirmTiles({ entries, runs, insights: { insights, analysis } }: FirmTilesProps) {
  const totals = entries.map(({ jsonData }) => jsonData.totals);
  const scores = totals.flatMap(({ averageScore }) => averageScore ?? []);
  const reviewed = insights.map((insight) => (insight.kind === 'rubric_agreement' ? insight.evidence.reviewed : 0));
  const isCut = entries.length >= newestRuns;
  return (
    <FigureTiles
      tiles={[
        {
          label: tiles.runs,
          value: formatCount(entries.length),
          note: isCut ? tiles.newest : tiles.engagements(runs.length),
        },
        {
          label: tiles.spent,
          value: formatUsd(sum(totals.map(({ costUsd }) => costUsd))),
          note: tiles.perRun(formatUsd(median(totals.map(({ costUsd }) => costUsd)))),
        },
        {
          label: tiles.score,
          value: scores.length === 0 ? '–' : formatScore(sum(scores) / scores.length),
          note: tiles.scored(scores.length),
        },
        {
          label: tiles.time,
          value: formatDuration(median(totals.map(({ durationMs }) => durationMs))),
          note: tiles.median,
        },
        {
          label: tiles.reviewed,
          value: analysis === null ? '–' : formatCount(sum(reviewed)),
          note: analysis === null ? tiles.notAnalyzed : tiles.compared,
        },
      ]}
    />
  );
}
