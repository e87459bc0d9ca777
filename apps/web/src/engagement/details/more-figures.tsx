import type { RunAnalytics } from '@ecp/contract/work/runs';
import { lazy, Suspense, useMemo } from 'react';
import { nameAgentSlug } from '../../base/api/firm-queries.ts';
import {
  formatCount,
  formatDecimal,
  formatDuration,
  formatShare,
  formatTokens,
  formatUsd,
} from '../../base/format/format.ts';
import { sentences } from '../../base/format/words.ts';
import { t } from '../../base/language/translate.ts';
import { BarList, FigureTiles } from '../../base/ui/charts/bars.tsx';
import { ChartFigure } from '../../base/ui/charts/chart-figure.tsx';
import { LineChart } from '../../base/ui/charts/line-chart.tsx';
import { Skeleton } from '../../base/ui/states.tsx';
import type { Figures } from './analytics-figures.ts';
import { RoutingFigure } from './routing-figure.tsx';
import type { ConsultationTotals, Spent } from './run-totals.ts';
import { analyticsTexts } from './texts.ts';

const { tiles } = analyticsTexts;

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
  const sum = (part: 'inputTokens' | 'outputTokens') =>
    runs.reduce((total, entry) => total + entry[part], 0);
  const [input, output] = [sum('inputTokens'), sum('outputTokens')];
  const { inputTokens = 0, cachedInputTokens = 0, savedUsd = 0 } = analytics.cache ?? {};
  const cached = {
    label: tiles.cached,
    value: formatShare(cachedInputTokens / inputTokens),
    note: tiles.cachedNote(
      formatTokens(cachedInputTokens),
      savedUsd > 0 ? formatUsd(savedUsd) : null,
    ),
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
        {
          label: tiles.calls,
          value: run.steps === 0 ? '–' : formatCount(run.steps),
          note: tiles.inRun,
        },
      ]}
    />
  );
}

const ConsultationsGraph = lazy(async () => ({
  default: (await import('./consultations-graph.tsx')).ConsultationsGraph,
}));

const consultationTexts = analyticsTexts.consultations;
const consultationColumns = () => [
  {
    title: consultationTexts.columns.from,
    value: ({ from }: ConsultationTotals) => nameAgentSlug(from),
  },
  { title: consultationTexts.columns.to, value: ({ to }: ConsultationTotals) => nameAgentSlug(to) },
  { title: consultationTexts.columns.count, value: ({ count }: ConsultationTotals) => count },
  { title: consultationTexts.columns.reused, value: ({ reused }: ConsultationTotals) => reused },
  {
    title: consultationTexts.columns.cost,
    value: ({ cost }: ConsultationTotals) => cost,
    text: ({ cost }: ConsultationTotals) => formatUsd(cost ?? 0),
  },
];

function ConsultationsFigure({ figures }: { figures: Figures }) {
  const { analytics } = figures;
  const consultations = useMemo(() => chooseConsultations(figures), [figures]);
  const departments = useMemo(
    () => new Map(analytics.agents.map(({ slug, department }) => [slug, department])),
    [analytics],
  );
  if (consultations.length === 0) return null;
  return (
    <ChartFigure
      title={consultationTexts.title}
      summary={summarizeConsultations(consultations)}
      table={{ columns: consultationColumns(), rows: consultations }}
      rowKey={({ from, to }) => `${from} ${to}`}
      filename="who-asked-whom"
    >
      <Suspense fallback={<Skeleton className="h-48 w-full" />}>
        <ConsultationsGraph consultations={consultations} departments={departments} />
      </Suspense>
    </ChartFigure>
  );
}

/**
 * Returns the latest run's consultations. Without its events: the newest completed run's, without
 * costs.
 */
function chooseConsultations({ run, analytics }: Figures): ConsultationTotals[] {
  if (run.tasks.length > 0) return run.consultations;
  return analytics.delegations.map((delegation) => ({ ...delegation, cost: null, reused: 0 }));
}

function summarizeConsultations(consultations: readonly ConsultationTotals[]): string {
  const agents = new Set(consultations.flatMap(({ from, to }) => [from, to]));
  const questions = consultations.reduce((sum, { count }) => sum + count, 0);
  const reused = consultations.reduce((sum, entry) => sum + entry.reused, 0);
  const asked = [...Map.groupBy(consultations, ({ to }) => to)]
    .map(([to, entries]) => ({ to, count: entries.reduce((sum, { count }) => sum + count, 0) }))
    .sort((a, b) => b.count - a.count)[0];
  return sentences([
    consultationTexts.summary(questions, agents.size, nameAgentSlug(asked?.to ?? '')),
    reused > 0 && consultationTexts.reused(reused),
  ]);
}

const agentTexts = analyticsTexts.agents;
type Agent = RunAnalytics['agents'][number];

const modelsOf = ({ models }: Agent) => models.map(({ model }) => model).join(', ');
const agentColumns = () => [
  { title: agentTexts.columns.agent, value: ({ slug }: Agent) => nameAgentSlug(slug) },
  { title: agentTexts.columns.department, value: ({ department }: Agent) => department },
  { title: agentTexts.columns.calls, value: ({ steps }: Agent) => steps },
  { title: agentTexts.columns.models, value: modelsOf },
];

/**
 * Shows which agents worked in the run and how many model calls each made. Renders nothing if no
 * run has completed.
 */
function AgentsFigure({ figures: { analytics } }: { figures: Figures }) {
  const { agents } = analytics;
  if (agents.length === 0) return null;
  return (
    <ChartFigure
      title={agentTexts.title}
      summary={agentTexts.summary(
        agents.length,
        agents.reduce((sum, { steps }) => sum + steps, 0),
      )}
      table={{ columns: agentColumns(), rows: agents }}
      rowKey={({ slug }) => slug}
      filename="agents"
    >
      <BarList
        label={agentTexts.title}
        bars={agents.map((agent) => ({
          key: agent.slug,
          label: nameAgentSlug(agent.slug),
          value: agent.steps,
          text: agentTexts.calls(agent.steps),
          note: [agent.department, modelsOf(agent)].filter(Boolean).join(' · '),
        }))}
      />
    </ChartFigure>
  );
}

const spendingTexts = analyticsTexts.overTime;
const spendingColumns = () => [
  {
    title: spendingTexts.columns.seconds,
    value: ({ atMs }: Spent) => atMs / 1_000,
    text: ({ atMs }: Spent) => formatDuration(atMs),
  },
  {
    title: spendingTexts.columns.cost,
    value: ({ cost }: Spent) => cost,
    text: ({ cost }: Spent) => formatUsd(cost),
  },
  {
    title: spendingTexts.columns.input,
    value: ({ inputTokens }: Spent) => inputTokens,
    text: ({ inputTokens }: Spent) => formatTokens(inputTokens),
  },
  {
    title: spendingTexts.columns.output,
    value: ({ outputTokens }: Spent) => outputTokens,
    text: ({ outputTokens }: Spent) => formatTokens(outputTokens),
  },
];

/** Shows tenths of a second, because whole seconds would look the same in a short run. */
const formatSeconds = (durationMs: number) =>
  t('{seconds} s', { seconds: formatDecimal(durationMs / 1_000) });

/**
 * Below this share of the budget the limit line would flatten the curve, so the summary states the
 * limit.
 */
const shareWithLimit = 0.3;

/**
 * Shows the latest run's spending over time against the remaining budget. Without prices, it shows
 * tokens.
 */
function SpendingFigure({ figures }: { figures: Figures }) {
  const { run, runs, latest, engagement } = figures;
  const before = runs
    .filter(({ id }) => id !== latest.id)
    .reduce((sum, { estimatedCost }) => sum + estimatedCost, 0);
  const left = Math.max(0, engagement.budget - before);
  const start: Spent = { atMs: 0, cost: 0, inputTokens: 0, outputTokens: 0 };
  const spending = [start, ...run.spending];
  const last = run.spending.at(-1) ?? start;
  const time = formatDuration(last.atMs);
  const isFree = last.cost === 0;
  const limit =
    last.cost >= left * shareWithLimit ? { value: left, label: spendingTexts.left } : undefined;
  return (
    <ChartFigure
      title={isFree ? spendingTexts.tokensTitle : spendingTexts.costTitle}
      summary={
        isFree
          ? spendingTexts.tokensSummary(formatTokens(last.inputTokens + last.outputTokens), time)
          : spendingTexts.costSummary(
              formatUsd(last.cost),
              time,
              formatShare(left > 0 ? last.cost / left : 1),
            )
      }
      table={{ columns: spendingColumns(), rows: spending }}
      rowKey={({ atMs, inputTokens, outputTokens }) => `${atMs} ${inputTokens} ${outputTokens}`}
      filename="spending-over-time"
    >
      <LineChart
        label={isFree ? spendingTexts.tokensTitle : spendingTexts.costTitle}
        points={spending.map(({ atMs, cost, inputTokens, outputTokens }) => ({
          x: atMs,
          values: isFree ? [inputTokens, outputTokens] : [cost],
        }))}
        lines={isFree ? [spendingTexts.input, spendingTexts.output] : [spendingTexts.cost]}
        formatX={last.atMs < 10_000 ? formatSeconds : formatDuration}
        formatY={isFree ? formatTokens : formatUsd}
        limit={isFree ? undefined : limit}
        stepped
      />
    </ChartFigure>
  );
}
