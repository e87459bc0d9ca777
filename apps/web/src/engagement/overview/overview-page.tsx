import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { engagementQuery } from '../../base/api/engagement-queries.ts';
import { useReadOnOpen } from '../../base/api/waiting-queries.ts';
import { defer } from '../../base/ui/defer.ts';
import { SkeletonRows } from '../../base/ui/states.tsx';

const route = getRouteApi('/shell/engagements/$engagementId');
const drafts = defer(() => import('../plan/pending-overview.tsx'));
const overviews = defer(() => import('./engagement-overview.tsx'));

/**
 * The first page of an engagement: its setup before there is anything, then what it has come to.
 */
export function OverviewPage() {
  const { engagementId } = route.useParams();
  useReadOnOpen({ engagementId });
  const { data } = useQuery(engagementQuery(engagementId));
  const hasBegun = data && (data.runs.length > 0 || data.deliverables.length > 0);
  const draft = drafts.useModule(hasBegun === false);
  const overview = overviews.useModule(hasBegun === true);
  if (overview && hasBegun) return <overview.EngagementOverview engagementId={engagementId} />;
  if (draft && data && !hasBegun) return <draft.PendingOverview engagement={data} />;
  return <SkeletonRows />;
}
