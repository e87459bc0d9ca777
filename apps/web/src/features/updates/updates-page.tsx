import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useReadOnOpen } from '../../domain/notices/use-read-on-open.ts';
import { updateTexts } from '../../texts/en/recurring/updates.ts';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { SkeletonRows } from '../../ui/states/skeleton.tsx';
import { CheckList } from './check-list.tsx';
import { ProposalSection } from './proposal-section.tsx';
import { ScheduleSection } from './schedule-section.tsx';
import { scheduleQuery, updatesQuery } from './updates-queries.ts';

const route = getRouteApi('/shell/engagements/$engagementId/updates');

/** Shows the open proposal, the schedule for reading sources again, and the checks (contract 11). */
export function UpdatesPage() {
  const { engagementId } = route.useParams();
  useReadOnOpen({ engagementId, kinds: ['update_proposed'] });
  const schedule = useQuery(scheduleQuery(engagementId));
  const updates = useQuery(updatesQuery(engagementId));
  const failed = [schedule, updates].find(({ isLoadingError }) => isLoadingError);
  if (failed) return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />;
  if (schedule.data === undefined || !updates.data) return <SkeletonRows rows={4} className="h-20 w-full" />;
  const open = updates.data.find(({ status }) => status === 'proposed');
  return (
    <div className="flex flex-col gap-6">
      <p className="max-w-3xl text-muted">{updateTexts.description}</p>
      {open && <ProposalSection key={open.id} engagementId={engagementId} update={open} />}
      <ScheduleSection engagementId={engagementId} schedule={schedule.data} />
      <CheckList updates={updates.data} />
    </div>
  );
}
