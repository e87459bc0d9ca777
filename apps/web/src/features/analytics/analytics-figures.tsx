import { lazy, Suspense, useState } from 'react';
import { formatMoment } from '../../format/format.ts';
import { analyticsTexts } from '../../texts/en/analytics/analytics.ts';
import { statusTexts } from '../../texts/en/shared/statuses.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { AnalyticsTiles } from './analytics-tiles.tsx';
import { CostByModel } from './cost-by-model.tsx';
import { CostByTask } from './cost-by-task.tsx';
import { QualityFigure } from './quality-figure.tsx';
import { RunsFigure } from './runs-figure.tsx';
import type { Figures } from './use-figures.ts';

const MoreFiguresOf = lazy(async () => ({ default: (await import('./more-figures.tsx')).MoreFigures }));

/** Shows the figures that decide something: spending, cost of documents and models, quality, runs; others on demand. */
export function AnalyticsFigures({ figures }: { figures: Figures }) {
  const { latest, analyzed, runs, isPartial } = figures;
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
      {runs.length > 1 && <RunsFigure figures={figures} />}
      <MoreFigures figures={figures} />
    </div>
  );
}

/** The figures that explain more than they decide, loaded when they are asked for. */
function MoreFigures({ figures }: { figures: Figures }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <section className="flex flex-col gap-6">
      <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} className="self-start">
        {isOpen ? analyticsTexts.fewer : analyticsTexts.more}
      </Button>
      {isOpen && (
        <Suspense fallback={<Skeleton className="h-96 w-full" />}>
          <MoreFiguresOf figures={figures} />
        </Suspense>
      )}
    </section>
  );
}
