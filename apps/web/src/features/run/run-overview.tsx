import { useRunView } from '../../domain/runs/use-run-view.ts';
import { Skeleton, SkeletonRows } from '../../ui/states/skeleton.tsx';
import { AgentSection } from './agents/agent-section.tsx';
import { BriefSection } from './brief-section.tsx';
import { DraftSection } from './drafts/draft-section.tsx';
import { EarlierRuns } from './earlier-runs.tsx';
import { ConnectionLine } from './log/connection-line.tsx';
import { RunLog } from './log/run-log.tsx';
import { RunControls } from './run-controls.tsx';
import { RunFigures } from './run-figures.tsx';
import { RunHead } from './run-head.tsx';
import { RunOutcome } from './run-outcome.tsx';
import { OtherTasks } from './tasks/other-tasks.tsx';
import { TaskSection } from './tasks/task-section.tsx';

/**
 * Shows an engagement's latest run, live while it is active: tasks, texts, agents, cost, log and actions (RUN-9,
 * RUN-10, RUN-11).
 */
export function RunOverview({ engagementId }: { engagementId: string }) {
  const view = useRunView(engagementId);
  if (!view) return <RunSkeleton />;
  return (
    <div className="flex min-w-0 flex-col gap-6">
      <RunHead view={view} actions={<RunControls view={view} />} />
      <RunOutcome view={view} />
      <RunFigures view={view} />
      <BriefSection engagement={view.engagement} />
      <TaskSection view={view} />
      <OtherTasks view={view} />
      <DraftSection view={view} />
      <AgentSection view={view} />
      <RunLog key={view.run.id} view={view} />
      <EarlierRuns runs={view.engagement.runs.slice(1)} />
      <ConnectionLine live={view.live} />
    </div>
  );
}

function RunSkeleton() {
  return (
    <div className="flex flex-col gap-6">
      <Skeleton className="h-24 w-full" />
      <SkeletonRows rows={4} className="h-16 w-full" />
      <Skeleton className="h-96 w-full" />
    </div>
  );
}
