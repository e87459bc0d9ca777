import type { EngagementOverview as Overview } from '@ecp/contract/reach/overview';
import type { EngagementDetail } from '@ecp/contract/work/engagements';
import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import {
  engagementQuery,
  isActive,
  isDone,
  overviewQuery,
} from '../../base/api/engagement-queries.ts';
import { pendingTexts } from '../../base/texts/new-engagement.ts';
import { ErrorState, Skeleton, SkeletonRows } from '../../base/ui/states.tsx';
import { useLiveStatus } from '../../shared/runs/engagement-run.ts';
import { BriefText } from '../brief/brief-text.tsx';
import { RunNow } from '../run/run-now.tsx';
import { useOnceTrue } from '../run/run-section.tsx';
import { useRunView } from '../run-view.ts';
import { DocumentsTable } from './documents-table.tsx';
import { LatestRun } from './latest-run.tsx';
import { Conflicts, DueAndMoney, Waiting } from './open-points.tsx';
import { Recommendation } from './recommendation.tsx';
import { SampleNotice } from './sample-notice.tsx';

/**
 * The state of an engagement: advice, documents, open points, due date and money; above them a run
 * that goes on.
 */
export function EngagementOverview({ engagementId }: { engagementId: string }) {
  const { data: engagement } = useQuery(engagementQuery(engagementId));
  const { data: overview, error, refetch } = useQuery(overviewQuery(engagementId));
  const status = useLiveStatus(engagementId, engagement);
  // Whoever watched a run to its end keeps it in view.
  const showsRun = useOnceTrue(status !== undefined && (isActive(status) || status === 'failed'));
  if (error && !overview) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!engagement || !overview) return <OverviewSkeleton />;
  const hasRun = engagement.runs.length > 0;
  return (
    <div className="flex min-w-0 flex-col gap-6">
      {showsRun && hasRun ? (
        <WithRun engagement={engagement} overview={overview} />
      ) : (
        <>
          <Points engagement={engagement} overview={overview} spent={overview.money.spent} />
          {overview.run && (
            <LatestRun engagement={engagement} overview={overview} run={overview.run} />
          )}
        </>
      )}
    </div>
  );
}

interface OverviewProps {
  engagement: EngagementDetail;
  overview: Overview;
}

/**
 * The overview below a run that goes on, or has not ended well. Its tasks stand in one list, that
 * of the run.
 */
function WithRun({ engagement, overview }: OverviewProps) {
  const view = useRunView(engagement.id);
  const wasOn = useOnceTrue(view !== undefined && isActive(view.status));
  if (!view) return <OverviewSkeleton />;
  const ofRun = new Set(
    view.taskIds ?? [...engagement.tasks, ...view.projection.tasks].map(({ id }) => id),
  );
  const others = overview.documents.filter(({ taskId }) => !ofRun.has(taskId ?? ''));
  return (
    <>
      <RunNow view={view} />
      <Points
        engagement={engagement}
        overview={{ ...overview, documents: wasOn ? others : overview.documents }}
        spent={view.cost + view.costBefore}
      />
    </>
  );
}

function Points({ engagement, overview, spent }: OverviewProps & { spent: number }) {
  return (
    <>
      <Recommendation engagementId={engagement.id} recommendation={overview.recommendation} />
      {engagement.sample && <SampleNotice engagementId={engagement.id} />}
      <DocumentsTable engagementId={engagement.id} documents={overview.documents} />
      <div className="grid items-start gap-4 md:grid-cols-2 lg:grid-cols-3">
        <Conflicts overview={overview} />
        <Waiting overview={overview} isSample={engagement.sample} />
        <DueAndMoney
          overview={overview}
          spent={spent}
          isDone={isDone({ ...engagement, waiting: overview.waiting })}
        />
      </div>
      <BriefSection engagement={engagement} />
    </>
  );
}

/** Holds the brief. It is closed at first, and its text is rendered when it opens. */
function BriefSection({ engagement: { brief } }: { engagement: EngagementDetail }) {
  const [open, setOpen] = useState(false);
  return (
    <details
      className="group rounded-xl border bg-surface"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="flex cursor-pointer list-none items-center gap-2 px-4 py-3 font-semibold">
        <ChevronRight aria-hidden className="size-4 shrink-0 text-muted group-open:rotate-90" />
        <h2>{pendingTexts.brief}</h2>
      </summary>
      <div className="border-t p-4">{open && <BriefText brief={brief} />}</div>
    </details>
  );
}

function OverviewSkeleton() {
  return (
    <div className="flex flex-col gap-6">
      <Skeleton className="h-40 w-full rounded-xl" />
      <SkeletonRows rows={4} className="h-14 w-full" />
      <Skeleton className="h-40 w-full rounded-xl" />
    </div>
  );
}
