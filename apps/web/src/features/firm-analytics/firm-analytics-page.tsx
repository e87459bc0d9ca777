import type { Insights } from '@ecp/contract/reach/insights';
import { useQuery } from '@tanstack/react-query';
import { formatAgo, formatTime } from '../../format/format.ts';
import { useSession } from '../../session/session.ts';
import { firmAnalyticsTexts } from '../../texts/en/analytics/firm-analytics.ts';
import { Page } from '../../ui/layout/page.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { SkeletonRows } from '../../ui/states/skeleton.tsx';
import { AnalyzeButton } from './analyze-button.tsx';
import { EngagementsFigure } from './engagements-figure.tsx';
import { Findings } from './findings.tsx';
import { FirmTiles } from './firm-tiles.tsx';
import { ModelsFigure } from './models-figure.tsx';
import { insightsQuery, runsQuery } from './queries.ts';
import { listEngagementRuns } from './sum-up-runs.ts';

/** Shows findings over all engagements, and their costs, scores, time and models (INS-3, INS-6). */
export function FirmAnalyticsPage() {
  const insights = useQuery(insightsQuery);
  const entries = useQuery(runsQuery);
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
              {describe(analysis)}
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

function describe(analysis: Insights['analysis']): string {
  if (!analysis) return '';
  const { finishedAt, startedAt } = analysis;
  return finishedAt === null
    ? firmAnalyticsTexts.running(formatTime(new Date(startedAt)))
    : firmAnalyticsTexts.last(formatAgo(finishedAt));
}
