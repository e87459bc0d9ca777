import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { engagementQuery } from '../engagements/queries.ts';
import { RunOverview } from '../run/run-overview.tsx';
import { DraftOverview } from './draft-overview.tsx';

const route = getRouteApi('/shell/engagements/$engagementId');

/** The first page of an engagement: what is to be done before its first run, what is being done from then on. */
export function OverviewPage() {
  const { engagementId } = route.useParams();
  const { data } = useQuery(engagementQuery(engagementId));
  if (!data) return <SkeletonRows />;
  return data.runs.length === 0 ? <DraftOverview engagement={data} /> : <RunOverview engagementId={engagementId} />;
}
