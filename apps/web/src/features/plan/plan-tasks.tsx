import type { Plan } from '@ecp/contract/work/plans';
import { useAgentNames } from '../../domain/agents/use-agent-name.ts';
import { BoardPaperBadge } from '../../domain/tasks/board-paper-badge.tsx';
import { listNeeds } from '../../domain/tasks/list-needs.ts';
import { nameTasks } from '../../domain/tasks/name-task.ts';
import { formatUsd } from '../../format/format.ts';
import { planTexts } from '../../texts/en/plan.ts';
import { classNames } from '../../ui/class-names.ts';

const texts = planTexts.tasks;

interface PlanTasksProps {
  tasks: Plan['tasks'];
  /** The task that was clicked in the graph. */
  selected: string | undefined;
}

/** Returns the id of the element of a task, which takes the focus when the task is clicked in the graph. */
export const planTaskElementId = (taskId: string): string => `plan-task-${taskId}`;

/** Lists the tasks of a plan with their numbers, what each needs, its agent, its model and its cost. */
export function PlanTasks({ tasks, selected }: PlanTasksProps) {
  const nameOf = useAgentNames();
  return (
    <ol aria-label={texts.caption} className="divide-y rounded-xl border bg-surface">
      {tasks.map((task, index) => {
        const { id, name, agent, model, kind, cost, dependsOn } = task;
        const needs = listNeeds(tasks, dependsOn);
        return (
          <li
            key={id}
            id={planTaskElementId(id)}
            tabIndex={-1}
            className={classNames(
              'flex scroll-my-24 items-start gap-3 px-4 py-2.5 focus-visible:-outline-offset-2',
              id === selected && 'bg-accent-soft',
            )}
          >
            <span aria-hidden className="figures w-5 shrink-0 text-right text-muted">
              {index + 1}
            </span>
            <div className="min-w-0 flex-1 gap-x-6 md:grid md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
              <div className="min-w-0">
                <span className="wrap-anywhere font-medium">{name}</span>{' '}
                {kind === 'synthesis' && <BoardPaperBadge name={name} />}
                {needs && (
                  <span className="block text-muted text-sm" title={nameTasks(tasks, dependsOn).join(', ')}>
                    {needs}
                  </span>
                )}
              </div>
              <div className="min-w-0 max-md:text-muted max-md:text-sm">
                {nameOf(agent)}
                <code className="block truncate text-muted text-sm">{model}</code>
              </div>
            </div>
            <Cost cost={cost} />
          </li>
        );
      })}
    </ol>
  );
}

function Cost({ cost: { low, expected, high } }: { cost: Plan['cost'] }) {
  return (
    <span className="figures shrink-0 whitespace-nowrap text-right">
      {formatUsd(expected)}
      {high > 0 && <span className="block text-muted text-sm">{texts.costRange(formatUsd(low), formatUsd(high))}</span>}
    </span>
  );
}
