import type { TaskConfiguration } from '@ecp/contract/work/engagements';
import { taskTexts } from '../../texts/en/tasks.ts';
import { useAgentName } from '../agents/use-agent-name.ts';
import { boardPaperLabel } from './board-paper-label.ts';
import { nameTasks } from './name-task.ts';

/** Names in one line the agent of a task and the tasks that it waits for, and marks the board paper. */
export function TaskRemark({ tasks, task }: { tasks: readonly TaskConfiguration[]; task: TaskConfiguration }) {
  const agent = useAgentName(task.agent);
  const before = nameTasks(tasks, task.dependsOn ?? []);
  const kind = task.synthesis === true && boardPaperLabel(task.name);
  return (
    <span className="block truncate text-muted text-sm">
      {[kind, agent ?? taskTexts.agentPlaceholder, before.length > 0 ? taskTexts.waitsFor(before.join(', ')) : '']
        .filter(Boolean)
        .join(' · ')}
    </span>
  );
}
