import type { TaskConfiguration } from '@ecp/contract/work/engagements';
import { taskTexts } from '../../texts/en/tasks.ts';
import { useAgentName } from '../agents/use-agent-name.ts';
import { boardPaperLabel } from './board-paper-label.ts';
import { listNeeds } from './list-needs.ts';
import { nameTasks } from './name-task.ts';

/** Tells in one line the agent of a task and the numbers of the tasks that it needs, and marks the board paper. */
export function TaskRemark({ tasks, task }: { tasks: readonly TaskConfiguration[]; task: TaskConfiguration }) {
  const agent = useAgentName(task.agent);
  const before = nameTasks(tasks, task.dependsOn ?? []);
  const kind = task.synthesis === true && boardPaperLabel(task.name);
  return (
    <span className="block truncate text-muted text-sm" title={before.length > 0 ? before.join(', ') : undefined}>
      {[kind, agent ?? taskTexts.agentPlaceholder, listNeeds(tasks, task.dependsOn)].filter(Boolean).join(' · ')}
    </span>
  );
}
