import type { TaskConfiguration } from '@ecp/contract/work/engagements';
import { taskTexts } from '../../texts/en/tasks.ts';
import { useAgentName } from '../agents/use-agent-name.ts';
import { nameTasks } from './name-task.ts';

/** Names the agent of a task and the tasks that it waits for, in one line. */
export function TaskRemark({ tasks, task }: { tasks: readonly TaskConfiguration[]; task: TaskConfiguration }) {
  const agent = useAgentName(task.agent);
  const before = nameTasks(tasks, task.dependsOn ?? []);
  return (
    <span className="block truncate text-muted text-sm">
      {[agent ?? taskTexts.agentPlaceholder, before.length > 0 ? taskTexts.waitsFor(before.join(', ')) : '']
        .filter(Boolean)
        .join(' · ')}
    </span>
  );
}
