import type { EngagementDetail } from '@ecp/contract/work/engagements';
import { NoTasks } from '../no-tasks.tsx';
import { TaskGraph } from './task-graph.tsx';
import { TaskOutline } from './task-outline.tsx';

/** Shows tasks read-only with the graph of their dependencies, or explains why there are none. */
export function TaskOverview({ tasks }: { tasks: EngagementDetail['tasks'] }) {
  if (tasks.length === 0) return <NoTasks />;
  return (
    <div className="flex flex-col gap-4">
      <TaskGraph tasks={tasks} />
      <TaskOutline tasks={tasks} />
    </div>
  );
}
