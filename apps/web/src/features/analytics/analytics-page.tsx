import type { EngagementDetail } from '@ecp/contract/work/engagements';
import type { Run } from '@ecp/contract/work/runs';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ChartColumn } from 'lucide-react';
import { engagementQuery } from '../../domain/engagements/queries.ts';
import { inOrder } from '../../domain/runs/run-order.ts';
import { useSession } from '../../session/session.ts';
import { analyticsTexts } from '../../texts/en/analytics/analytics.ts';
import { buttonStyle } from '../../ui/buttons/button-style.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { AnalyticsFigures } from './analytics-figures.tsx';
import { AnalyticsSkeleton } from './analytics-skeleton.tsx';
import { useFigures } from './use-figures.ts';

const route = getRouteApi('/shell/engagements/$engagementId');

/** Charts an engagement's cost, consultations, model choices and quality (QUA-3, QUA-5). */
export function AnalyticsPage() {
  const { engagementId } = route.useParams();
  const { data: engagement } = useQuery(engagementQuery(engagementId));
  if (!engagement) return <AnalyticsSkeleton />;
  const latest = inOrder(engagement.runs).at(-1);
  return latest ? <RunAnalyticsOf engagement={engagement} latest={latest} /> : <NoRun engagementId={engagementId} />;
}

function RunAnalyticsOf({ engagement, latest }: { engagement: EngagementDetail; latest: Run }) {
  const { figures, error, retry } = useFigures(engagement, latest);
  if (figures) return <AnalyticsFigures figures={figures} />;
  return error ? <ErrorState error={error} onRetry={retry} /> : <AnalyticsSkeleton />;
}

function NoRun({ engagementId }: { engagementId: string }) {
  const { has } = useSession();
  const { title, advice, action } = analyticsTexts.noRun;
  const toPlan = has('member') && (
    <Link to="/engagements/$engagementId/plan" params={{ engagementId }} className={buttonStyle('primary')}>
      {action}
    </Link>
  );
  return (
    <EmptyState icon={ChartColumn} title={title} action={toPlan}>
      {advice}
    </EmptyState>
  );
}
