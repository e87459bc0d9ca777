import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { engagementQuery } from '../../api/engagement-queries.ts';
import { useReadOnOpen } from '../../api/waiting-queries.ts';
import { engagementTexts } from '../../texts/engagements.ts';
import { linkStyle } from '../../ui/buttons.tsx';
import { defer } from '../../ui/defer.ts';
import { SkeletonRows } from '../../ui/states.tsx';

const route = getRouteApi('/shell/engagements/$engagementId');
const drafts = defer(() => import('../plan/pending-overview.tsx'));
const runs = defer(() => import('./run-overview.tsx'));

/** The first page of an engagement: its setup before the first run, and the latest run from then on. */
export function OverviewPage() {
  const { engagementId } = route.useParams();
  useReadOnOpen({ engagementId });
  const { data } = useQuery(engagementQuery(engagementId));
  const hasRun = data && data.runs.length > 0;
  const draft = drafts.useModule(hasRun === false);
  const run = runs.useModule(hasRun === true);
  if (run && hasRun) {
    return (
      <>
        <run.RunOverview engagementId={engagementId} />
        <Link to="/engagements/$engagementId/analytics" params={{ engagementId }} className={`${linkStyle} self-start`}>
          {engagementTexts.pages.details}
        </Link>
      </>
    );
  }
  if (draft && data && !hasRun) return <draft.PendingOverview engagement={data} />;
  return <SkeletonRows />;
}
