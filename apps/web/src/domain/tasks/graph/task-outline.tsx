import type { TaskConfiguration } from '@ecp/contract/work/engagements';
import { taskTexts } from '../../../texts/en/tasks.ts';
import { TaskRemark } from '../task-remark.tsx';

/** Lists tasks read-only, each with its agent, dependencies and description. */
export function TaskOutline({ tasks }: { tasks: readonly TaskConfiguration[] }) {
  return (
    <ol aria-label={taskTexts.list} className="h-fit min-w-0 divide-y rounded-lg border">
      {tasks.map((task, index) => (
        <li key={task.id} className="flex gap-3 px-3 py-2.5">
          <span
            aria-hidden
            className="figures flex size-6 shrink-0 items-center justify-center rounded-md border text-muted text-xs"
          >
            {index + 1}
          </span>
          <div className="min-w-0">
            <p className="font-medium">{task.name}</p>
            <TaskRemark tasks={tasks} task={task} />
            {task.description && (
              <p className="mt-1 line-clamp-2 text-sm" title={task.description}>
                {task.description}
              </p>
            )}
          </div>
        </li>
      ))}
    </ol>
  );
}
