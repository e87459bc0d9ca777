import type { EngagementDetail } from '@ecp/contract/work/engagements';
import { NoTasks } from '../no-tasks.tsx';
import { TaskGraph } from './task-graph.tsx';
import { TaskOutline } from './task-outline.tsx';

/** Shows tasks read-only with the graph of their dependencies, or explains why there are none. */
export function TaskOverview({ tasks }: { tasks: EngagementDetail['tasks'] }) {
  if (tasks.length === 0) return <NoTasks />;
  return (
    <div className="grid gap-4 xl:grid-cols-[minmax(0,1fr)_25rem]">
      <TaskOutline tasks={tasks} />
      <TaskGraph tasks={tasks} />
    </div>
  );
}
