import { FigureTiles } from '../../charts/figure-tiles.tsx';
import { formatCount, formatScore, formatShare, formatUsd } from '../../format/format.ts';
import { analyticsTexts } from '../../texts/en/analytics/analytics.ts';
import type { Figures } from './use-figures.ts';

const { tiles } = analyticsTexts;

/** Sums up the engagement in one row: spending against the budget, quality, and runs. */
export function AnalyticsTiles({ figures: { engagement, runs, quality } }: { figures: Figures }) {
  const spent = runs.reduce((total, { estimatedCost }) => total + estimatedCost, 0);
  const completed = runs.filter(({ status }) => status === 'completed').length;
  const { averageScore, scores, unscored } = quality;
  return (
    <FigureTiles
      tiles={[
        {
          label: tiles.spent,
          value: formatUsd(spent),
          note: tiles.ofBudget(formatShare(spent / engagement.budget), formatUsd(engagement.budget)),
        },
        {
          label: tiles.score,
          value: averageScore === null ? '–' : formatScore(averageScore),
          note: describeScores(scores.length, unscored.length),
        },
        { label: tiles.runs, value: formatCount(runs.length), note: tiles.runsNote(completed) },
      ]}
    />
  );
}

function describeScores(scored: number, unscored: number): string {
  if (unscored === 0) return scored === 0 ? tiles.unscored : tiles.scored(scored);
  return scored === 0 ? tiles.notScored(unscored) : `${tiles.scored(scored)}, ${tiles.notScored(unscored)}`;
}
