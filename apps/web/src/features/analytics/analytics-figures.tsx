import { formatMoment } from '../../format/format.ts';
import { analyticsTexts } from '../../texts/en/analytics.ts';
import { statusTexts } from '../../texts/en/shared/statuses.ts';
import { AgentsFigure } from './agents-figure.tsx';
import { AnalyticsTiles } from './analytics-tiles.tsx';
import { ConsultationsFigure } from './consultations-figure.tsx';
import { CostByModel } from './cost-by-model.tsx';
import { CostByTask } from './cost-by-task.tsx';
import { QualityFigure } from './quality-figure.tsx';
import { RoutingFigure } from './routing-figure.tsx';
import { RunsFigure } from './runs-figure.tsx';
import { SpendingFigure } from './spending-figure.tsx';
import type { Figures } from './use-figures.ts';

/** Shows all figures of an engagement, the most important ones first. */
export function AnalyticsFigures({ figures }: { figures: Figures }) {
  const { latest, analyzed, runs, run, isPartial } = figures;
  const isOther = analyzed !== undefined && analyzed.id !== latest.id;
  return (
    <div className="flex flex-col gap-6">
      <AnalyticsTiles figures={figures} />
      <p className="text-muted text-sm">
        {analyticsTexts.scope(formatMoment(latest.startedAt), statusTexts.engagement[latest.status].toLowerCase())}{' '}
        {isOther && analyticsTexts.otherRun(formatMoment(analyzed.startedAt))} {isPartial && analyticsTexts.partial}
      </p>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <CostByTask figures={figures} />
        <CostByModel figures={figures} />
      </div>
      <QualityFigure figures={figures} />
      <RoutingFigure figures={figures} />
      <ConsultationsFigure figures={figures} />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <AgentsFigure figures={figures} />
        {runs.length > 0 && <RunsFigure figures={figures} />}
      </div>
      {/* The last, because it follows from events that arrive after the rest. */}
      {run.spending.length > 1 && <SpendingFigure figures={figures} />}
    </div>
  );
}
