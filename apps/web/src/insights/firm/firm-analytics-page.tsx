import type { Insights } from '@ecp/contract/reach/insights';
import type { LibraryEntry } from '@ecp/contract/reach/library';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Sparkles } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { api } from '../../api/client.ts';
import { useScoresShown } from '../../api/firm-queries.ts';
import { formatAgo, formatCount, formatDuration, formatScore, formatTime, formatUsd } from '../../format/format.ts';
import { useSession } from '../../session/session.ts';
import { Button, linkStyle } from '../../ui/buttons.tsx';
import { BarList, FigureTiles } from '../../ui/charts/bars.tsx';
import { ChartFigure } from '../../ui/charts/chart-figure.tsx';
import { Page, PageHeader } from '../../ui/layout/page.tsx';
import { ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { showDoneToast } from '../../ui/toasts/show-toast.ts';
import { Findings, isWaiting } from './findings.tsx';
import {
  type EngagementRun,
  listEngagementRuns,
  type ModelSum,
  median,
  sum,
  sumByModel,
  withoutCounts,
  withoutScores,
} from './run-sums.ts';
import { firmAnalyticsTexts } from './texts.ts';

export function FirmAnalyticsPage() {
  const insights = useQuery(insightsQuery);
  const showsScores = useScoresShown();
  const entries = useQuery({ ...runsQuery, select: showsScores ? withoutCounts : withoutScores });
  const { has } = useSession();
  const analysis = insights.data?.analysis ?? null;
  const failed = [insights, entries].find(({ isLoadingError }) => isLoadingError);
  const runs = listEngagementRuns(entries.data ?? []);
  return (
    <Page>
      <PageHeader
        title={firmAnalyticsTexts.title}
        description={
          <>
            <p>{firmAnalyticsTexts.description}</p>
            <p role="status" className="text-sm">
              {describeAnalysis(analysis)}
            </p>
          </>
        }
        actions={has('admin') && <AnalyzeButton isRunning={analysis?.status === 'running'} />}
      />
      {failed && <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />}
      {!failed && !(insights.data && entries.data) && <SkeletonRows rows={3} className="h-40 w-full" />}
      {insights.data && entries.data && (
        <>
          {entries.data.length > 0 && <FirmTiles entries={entries.data} runs={runs} insights={insights.data} />}
          <Findings insights={insights.data} runs={runs} />
          {entries.data.length > 0 && (
            <div className="grid items-start gap-6 lg:grid-cols-2">
              <EngagementsFigure runs={runs} />
              <ModelsFigure entries={entries.data} />
            </div>
          )}
        </>
      )}
    </Page>
  );
}

function describeAnalysis(analysis: Insights['analysis']): string {
  if (!analysis) return '';
  const { finishedAt, startedAt } = analysis;
  return finishedAt === null
    ? firmAnalyticsTexts.running(formatTime(new Date(startedAt)))
    : firmAnalyticsTexts.last(formatAgo(finishedAt));
}

/** Starts an analysis, or joins the active one, and reports when it is done. */
function AnalyzeButton({ isRunning }: { isRunning: boolean }) {
  const queryClient = useQueryClient();
  const analyze = useMutation({
    mutationFn: () => api.analyzePatterns(),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: insightsQuery.queryKey }),
  });
  const startedHere = useRef(false);
  const isBusy = analyze.isPending || isRunning;
  useEffect(() => {
    if (isBusy || !startedHere.current) return;
    startedHere.current = false;
    const insights = queryClient.getQueryData(insightsQuery.queryKey)?.insights ?? [];
    showDoneToast(firmAnalyticsTexts.done(insights.filter((insight) => !isWaiting(insight)).length));
  }, [isBusy, queryClient]);
  const start = () => {
    startedHere.current = true;
    analyze.mutate(undefined, {
      onError: () => {
        startedHere.current = false;
      },
    });
  };
  return (
    <Button icon={Sparkles} kind="primary" busy={isBusy} onClick={start}>
      {firmAnalyticsTexts.analyze}
    </Button>
  );
}

const { tiles } = firmAnalyticsTexts;

interface FirmTilesProps {
  entries: readonly LibraryEntry[];
  runs: readonly EngagementRun[];
  insights: Insights;
}

/** Sums up the newest completed runs in one row. The reviews are those that the last analysis compared with scores. */
function FirmTiles({ entries, runs, insights: { insights, analysis } }: FirmTilesProps) {
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
        ...(scores.length === 0
          ? []
          : [
              {
                label: tiles.score,
                value: formatScore(sum(scores) / scores.length),
                note: tiles.scored(scores.length),
              },
            ]),
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

const engagementTexts = firmAnalyticsTexts.engagements;
/** The row clips its content, so the focus ring lies inside. */
const barLinkStyle = `${linkStyle} px-0.5 focus-visible:-outline-offset-2`;
/** Greatest number of bars. The table lists all engagements. */
const mostBars = 10;

const engagementColumns = [
  { title: engagementTexts.columns.name, value: ({ name }: EngagementRun) => name },
  { title: engagementTexts.columns.cost, value: ({ costUsd }: EngagementRun) => costUsd },
  { title: engagementTexts.columns.score, value: ({ score }: EngagementRun) => score },
  {
    title: engagementTexts.columns.time,
    value: ({ durationMs }: EngagementRun) => durationMs / 1_000,
    text: ({ durationMs }: EngagementRun) => formatDuration(durationMs),
  },
  { title: engagementTexts.columns.tasks, value: ({ tasks }: EngagementRun) => tasks },
];

/** Shows the most expensive engagements by their newest run, or the longest ones where nothing has a price. */
function EngagementsFigure({ runs }: { runs: readonly EngagementRun[] }) {
  const isFree = runs.every(({ costUsd }) => costUsd === 0);
  const sorted = runs.toSorted((a, b) => b.costUsd - a.costUsd || b.durationMs - a.durationMs);
  const title = isFree ? engagementTexts.timeTitle : engagementTexts.costTitle;
  return (
    <ChartFigure
      title={title}
      summary={engagementTexts.summary(Math.min(mostBars, sorted.length), sorted.length)}
      table={{ columns: engagementColumns, rows: sorted }}
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
            ...(score === null ? [] : [engagementTexts.score(formatScore(score))]),
            engagementTexts.tasks(tasks),
            ...(isFree ? [] : [formatDuration(durationMs)]),
          ].join(' · '),
        }))}
      />
    </ChartFigure>
  );
}

const modelTexts = firmAnalyticsTexts.models;
const perTask = ({ costUsd, tasks }: ModelSum) => (tasks === 0 ? 0 : costUsd / tasks);

const modelColumns = [
  { title: modelTexts.columns.model, value: ({ model }: ModelSum) => model },
  { title: modelTexts.columns.tasks, value: ({ tasks }: ModelSum) => tasks },
  { title: modelTexts.columns.perTask, value: perTask },
  { title: modelTexts.columns.cost, value: ({ costUsd }: ModelSum) => costUsd },
  { title: modelTexts.columns.score, value: ({ score }: ModelSum) => score },
];

function ModelsFigure({ entries }: { entries: readonly LibraryEntry[] }) {
  const models = sumByModel(entries);
  const isFree = models.every(({ costUsd }) => costUsd === 0);
  const title = isFree ? modelTexts.tasksTitle : modelTexts.costTitle;
  return (
    <ChartFigure
      title={title}
      summary={isFree ? modelTexts.free : modelTexts.summary(models.length)}
      table={{ columns: modelColumns, rows: models }}
      rowKey={({ model }) => model}
      filename="models"
    >
      <BarList
        label={title}
        bars={models.map((sum) => ({
          key: sum.model,
          label: sum.model,
          value: isFree ? sum.tasks : perTask(sum),
          text: isFree ? modelTexts.tasks(sum.tasks) : formatUsd(perTask(sum)),
          note: [
            ...(sum.score === null ? [] : [modelTexts.score(formatScore(sum.score))]),
            ...(isFree ? [] : [modelTexts.tasks(sum.tasks)]),
          ].join(' · '),
        }))}
      />
    </ChartFigure>
  );
}

/** Polling interval while an analysis is active. */
const watchMs = 1_000;
const newestRuns = 200;

/** Findings and proposals of the last analysis, polled while an analysis is active. */
const insightsQuery = queryOptions({
  queryKey: ['insights'],
  queryFn: ({ signal }) => api.getInsights({}, { signal }),
  refetchInterval: ({ state }) => (state.data?.analysis?.status === 'running' ? watchMs : false),
});

const runsQuery = queryOptions({
  queryKey: ['library', 'runs'],
  queryFn: async ({ signal }) => (await api.listLibrary({ limit: newestRuns }, { signal })).entries,
});
