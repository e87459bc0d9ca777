import { lazy, Suspense, useMemo } from 'react';
import { ChartFigure } from '../../charts/chart-figure.tsx';
import { nameAgentSlug } from '../../domain/agents/use-agent-name.ts';
import { formatUsd } from '../../format/format.ts';
import { analyticsTexts } from '../../texts/en/analytics/analytics.ts';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import type { ConsultationTotals } from './run-totals.ts';
import type { Figures } from './use-figures.ts';

const ConsultationsGraph = lazy(async () => ({
  default: (await import('./consultations-graph.tsx')).ConsultationsGraph,
}));

const texts = analyticsTexts.consultations;
const columns = [
  { title: texts.columns.from, value: ({ from }: ConsultationTotals) => nameAgentSlug(from) },
  { title: texts.columns.to, value: ({ to }: ConsultationTotals) => nameAgentSlug(to) },
  { title: texts.columns.count, value: ({ count }: ConsultationTotals) => count },
  { title: texts.columns.reused, value: ({ reused }: ConsultationTotals) => reused },
  {
    title: texts.columns.cost,
    value: ({ cost }: ConsultationTotals) => cost,
    text: ({ cost }: ConsultationTotals) => formatUsd(cost ?? 0),
  },
];

/** Shows which agents consulted each other in the run, how often, and what the answers cost. */
export function ConsultationsFigure({ figures }: { figures: Figures }) {
  const { analytics } = figures;
  const consultations = useMemo(() => chooseConsultations(figures), [figures]);
  const departments = useMemo(
    () => new Map(analytics.agents.map(({ slug, department }) => [slug, department])),
    [analytics],
  );
  if (consultations.length === 0) return null;
  return (
    <ChartFigure
      title={texts.title}
      summary={summarize(consultations)}
      table={{ columns, rows: consultations }}
      rowKey={({ from, to }) => `${from} ${to}`}
      filename="who-asked-whom"
    >
      <Suspense fallback={<Skeleton className="h-48 w-full" />}>
        <ConsultationsGraph consultations={consultations} departments={departments} />
      </Suspense>
    </ChartFigure>
  );
}

/** Returns the latest run's consultations. Without its events: the newest completed run's, without costs. */
function chooseConsultations({ run, analytics }: Figures): ConsultationTotals[] {
  if (run.tasks.length > 0) return run.consultations;
  return analytics.delegations.map((delegation) => ({ ...delegation, cost: null, reused: 0 }));
}

function summarize(consultations: readonly ConsultationTotals[]): string {
  const agents = new Set(consultations.flatMap(({ from, to }) => [from, to]));
  const questions = consultations.reduce((sum, { count }) => sum + count, 0);
  const reused = consultations.reduce((sum, entry) => sum + entry.reused, 0);
  const asked = [...Map.groupBy(consultations, ({ to }) => to)]
    .map(([to, entries]) => ({ to, count: entries.reduce((sum, { count }) => sum + count, 0) }))
    .sort((a, b) => b.count - a.count)[0];
  const sentence = texts.summary(questions, agents.size, nameAgentSlug(asked?.to ?? ''));
  return reused === 0 ? sentence : `${sentence} ${texts.reused(reused)}`;
}
