import type { EngagementDetail } from '@ecp/contract/work/engagements';
import type { Run } from '@ecp/contract/work/runs';
import { Link } from '@tanstack/react-router';
import { ChartColumn } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useScoresShown } from '../../base/api/firm-queries.ts';
import {
  formatCount,
  formatMoment,
  formatScore,
  formatShare,
  formatUsd,
} from '../../base/format/format.ts';
import { listed } from '../../base/format/words.ts';
import { useSession } from '../../base/session/session.ts';
import { commonTexts, statusTexts } from '../../base/texts/common.ts';
import { Button, buttonStyle } from '../../base/ui/buttons.tsx';
import { FigureTiles } from '../../base/ui/charts/bars.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../base/ui/states.tsx';
import { type Figures, useFigures } from './analytics-figures.ts';
import { CostByModel, CostByTask, RunsFigure } from './cost-figures.tsx';
import { QualityFigure } from './quality-figure.tsx';
import { analyticsTexts } from './texts.ts';

/** The figures of the latest run and of all: spending, cost of tasks and models, quality. */
export function RunAnalytics({
  engagement,
  latest,
}: {
  engagement: EngagementDetail;
  latest: Run;
}) {
  const { figures, error, retry } = useFigures(engagement, latest);
  if (figures) return <AnalyticsFigures figures={figures} />;
  return error ? <ErrorState error={error} onRetry={retry} /> : <AnalyticsSkeleton />;
}

export function NoRun({ engagementId }: { engagementId: string }) {
  const { has } = useSession();
  const { title, advice, action } = analyticsTexts.noRun;
  const toPlan = has('member') && (
    <Link
      to="/engagements/$engagementId/plan"
      params={{ engagementId }}
      className={buttonStyle('primary')}
    >
      {action}
    </Link>
  );
  return (
    <EmptyState icon={ChartColumn} title={title} action={toPlan}>
      {advice}
    </EmptyState>
  );
}

const MoreFiguresOf = lazy(async () => ({
  default: (await import('./more-figures.tsx')).MoreFigures,
}));

/**
 * Shows the figures that decide something: spending, cost of documents and models, quality, runs;
 * others on demand.
 */
function AnalyticsFigures({ figures }: { figures: Figures }) {
  const { latest, analyzed, runs, isPartial } = figures;
  const isOther = analyzed !== undefined && analyzed.id !== latest.id;
  const showsScores = useScoresShown();
  return (
    <div className="flex flex-col gap-6">
      <AnalyticsTiles figures={figures} />
      <p className="text-muted text-sm">
        {analyticsTexts.scope(
          formatMoment(latest.startedAt),
          statusTexts.engagement[latest.status].toLowerCase(),
        )}{' '}
        {isOther && analyticsTexts.otherRun(formatMoment(analyzed.startedAt))}{' '}
        {isPartial && analyticsTexts.partial}
      </p>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <CostByTask figures={figures} />
        <CostByModel figures={figures} />
      </div>
      {showsScores && <QualityFigure figures={figures} />}
      {runs.length > 1 && <RunsFigure figures={figures} />}
      <MoreFigures figures={figures} />
    </div>
  );
}

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

const { tiles } = analyticsTexts;

function AnalyticsTiles({ figures: { engagement, runs, quality } }: { figures: Figures }) {
  const spent = runs.reduce((total, { estimatedCost }) => total + estimatedCost, 0);
  const completed = runs.filter(({ status }) => status === 'completed').length;
  const { averageScore, scores, unscored } = quality;
  const showsScores = useScoresShown();
  return (
    <FigureTiles
      tiles={[
        {
          label: tiles.spent,
          value: formatUsd(spent),
          note: tiles.ofBudget(
            formatShare(spent / engagement.budget),
            formatUsd(engagement.budget),
          ),
        },
        ...(showsScores
          ? [
              {
                label: tiles.score,
                value: averageScore === null ? '–' : formatScore(averageScore),
                note: describeScores(scores.length, unscored.length),
              },
            ]
          : []),
        { label: tiles.runs, value: formatCount(runs.length), note: tiles.runsNote(completed) },
      ]}
    />
  );
}

function describeScores(scored: number, unscored: number): string {
  if (unscored === 0) return scored === 0 ? tiles.unscored : tiles.scored(scored);
  return scored === 0
    ? tiles.notScored(unscored)
    : listed([tiles.scored(scored), tiles.notScored(unscored)]);
}

function AnalyticsSkeleton() {
  return (
    <div role="status" aria-label={commonTexts.loading} className="flex flex-col gap-6">
      <Skeleton className="h-24 w-full rounded-xl" />
      <div className="grid gap-6 lg:grid-cols-2">
        <Skeleton className="h-64 rounded-xl" />
        <Skeleton className="h-64 rounded-xl" />
      </div>
      <Skeleton className="h-80 w-full rounded-xl" />
    </div>
  );
}
