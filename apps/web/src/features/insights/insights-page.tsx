import type { Insights } from '@ecp/contract/reach/insights';
import { useQuery } from '@tanstack/react-query';
import { formatAgo, formatTime } from '../../format/format.ts';
import { useSession } from '../../session/session.ts';
import { insightTexts } from '../../texts/en/insights.ts';
import { Page } from '../../ui/layout/page.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { SkeletonRows } from '../../ui/states/skeleton.tsx';
import { AnalyzeButton } from './analyze-button.tsx';
import { InsightList } from './insight-list.tsx';
import { insightsQuery } from './queries.ts';

/** Shows findings across all engagements and what to improve (docs/requirements/insights.md). */
export function InsightsPage() {
  const { data, error, isPending, refetch } = useQuery(insightsQuery);
  const { has } = useSession();
  const analysis = data?.analysis ?? null;
  return (
    <Page>
      <PageHeader
        title={insightTexts.title}
        description={
          <>
            <p>{insightTexts.description}</p>
            <p role="status" className="text-sm">
              {describe(analysis)}
            </p>
          </>
        }
        actions={has('admin') && <AnalyzeButton isRunning={analysis?.status === 'running'} />}
      />
      {isPending ? (
        <SkeletonRows rows={3} className="h-40 w-full" />
      ) : data ? (
        <InsightList insights={data} />
      ) : (
        <ErrorState error={error} onRetry={() => void refetch()} />
      )}
    </Page>
  );
}

function describe(analysis: Insights['analysis']): string {
  if (!analysis) return '';
  const { finishedAt, startedAt } = analysis;
  return finishedAt === null
    ? insightTexts.running(formatTime(new Date(startedAt)))
    : insightTexts.last(formatAgo(finishedAt));
}
