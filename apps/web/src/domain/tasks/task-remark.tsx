import type { TaskConfiguration } from '@ecp/contract/work/engagements';
import { boardPaperTexts } from '../../texts/en/findings/board-paper.ts';
import { taskTexts } from '../../texts/en/tasks.ts';
import { useAgentName } from '../agents/use-agent-name.ts';
import { nameTasks } from './name-task.ts';

/** Says in one line whether a task writes the board paper, who writes it, and which tasks it waits for. */
export function TaskRemark({ tasks, task }: { tasks: readonly TaskConfiguration[]; task: TaskConfiguration }) {
  const agent = useAgentName(task.agent);
  const before = nameTasks(tasks, task.dependsOn ?? []);
  const isNamed = task.name.trim() === boardPaperTexts.label;
  const kind = task.synthesis === true && !isNamed && boardPaperTexts.label;
  return (
    <span className="block truncate text-muted text-sm">
      {[kind, agent ?? taskTexts.agentPlaceholder, before.length > 0 ? taskTexts.waitsFor(before.join(', ')) : '']
        .filter(Boolean)
        .join(' · ')}
    </span>
  );
}
