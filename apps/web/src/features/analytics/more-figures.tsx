import { FigureTiles } from '../../charts/figure-tiles.tsx';
import { formatCount, formatShare, formatTokens, formatUsd } from '../../format/format.ts';
import { analyticsTexts } from '../../texts/en/analytics/analytics.ts';
import { AgentsFigure } from './agents-figure.tsx';
import { ConsultationsFigure } from './consultations-figure.tsx';
import { RoutingFigure } from './routing-figure.tsx';
import { SpendingFigure } from './spending-figure.tsx';
import type { Figures } from './use-figures.ts';

const { tiles } = analyticsTexts;

/** Tokens and calls, the choice of models, consultations, agents, and spending over time. */
export function MoreFigures({ figures }: { figures: Figures }) {
  return (
    <div className="flex flex-col gap-6">
      <UseTiles figures={figures} />
      <RoutingFigure figures={figures} />
      <ConsultationsFigure figures={figures} />
      <AgentsFigure figures={figures} />
      {figures.run.spending.length > 1 && <SpendingFigure figures={figures} />}
    </div>
  );
}

function UseTiles({ figures: { runs, run, analytics } }: { figures: Figures }) {
  const sum = (part: 'inputTokens' | 'outputTokens') => runs.reduce((total, entry) => total + entry[part], 0);
  const [input, output] = [sum('inputTokens'), sum('outputTokens')];
  const { inputTokens = 0, cachedInputTokens = 0, savedUsd = 0 } = analytics.cache ?? {};
  const cached = {
    label: tiles.cached,
    value: formatShare(cachedInputTokens / inputTokens),
    note: tiles.cachedNote(formatTokens(cachedInputTokens), savedUsd > 0 ? formatUsd(savedUsd) : null),
  };
  return (
    <FigureTiles
      tiles={[
        {
          label: tiles.tokens,
          value: formatTokens(input + output),
          note: tiles.inAndOut(formatTokens(input), formatTokens(output)),
        },
        ...(cachedInputTokens > 0 ? [cached] : []),
        { label: tiles.calls, value: run.steps === 0 ? '–' : formatCount(run.steps), note: tiles.inRun },
      ]}
    />
  );
}
