import { FigureTiles } from '../../charts/figure-tiles.tsx';
import { formatCount, formatScore, formatShare, formatTokens, formatUsd } from '../../format/format.ts';
import { analyticsTexts } from '../../texts/en/analytics.ts';
import type { Figures } from './use-figures.ts';

const { tiles } = analyticsTexts;

/** Sums up the engagement in one row: cost and tokens over all runs, the other figures for the latest run. */
export function AnalyticsTiles({ figures: { engagement, runs, quality, run, analytics } }: { figures: Figures }) {
  const sum = (part: 'estimatedCost' | 'inputTokens' | 'outputTokens') =>
    runs.reduce((total, entry) => total + entry[part], 0);
  const spent = sum('estimatedCost');
  const [input, output] = [sum('inputTokens'), sum('outputTokens')];
  const completed = runs.filter(({ status }) => status === 'completed').length;
  const { averageScore, scores, unscored } = quality;
  const { inputTokens = 0, cachedInputTokens = 0, savedUsd = 0 } = analytics.cache ?? {};
  return (
    <FigureTiles
      tiles={[
        {
          label: tiles.spent,
          value: formatUsd(spent),
          note: tiles.ofBudget(formatShare(spent / engagement.budget), formatUsd(engagement.budget)),
        },
        {
          label: tiles.tokens,
          value: formatTokens(input + output),
          note: tiles.inAndOut(formatTokens(input), formatTokens(output)),
        },
        ...(cachedInputTokens > 0
          ? [
              {
                label: tiles.cached,
                value: formatShare(cachedInputTokens / inputTokens),
                note: tiles.cachedNote(formatTokens(cachedInputTokens), savedUsd > 0 ? formatUsd(savedUsd) : null),
              },
            ]
          : []),
        {
          label: tiles.score,
          value: averageScore === null ? '–' : formatScore(averageScore),
          note: describeScores(scores.length, unscored.length),
        },
        { label: tiles.calls, value: run.steps === 0 ? '–' : formatCount(run.steps), note: tiles.inRun },
        { label: tiles.runs, value: formatCount(runs.length), note: tiles.runsNote(completed) },
      ]}
    />
  );
}

function describeScores(scored: number, unscored: number): string {
  if (unscored === 0) return scored === 0 ? tiles.unscored : tiles.scored(scored);
  return scored === 0 ? tiles.notScored(unscored) : `${tiles.scored(scored)}, ${tiles.notScored(unscored)}`;
}
