import type { Plan } from '@ecp/contract/work/plans';
import { useAgentNames } from '../../domain/agents/use-agent-name.ts';
import { BoardPaperBadge } from '../../domain/tasks/board-paper-badge.tsx';
import { nameTasks } from '../../domain/tasks/name-task.ts';
import { formatUsd } from '../../format/format.ts';
import { planTexts } from '../../texts/en/plan.ts';
import { taskTexts } from '../../texts/en/tasks.ts';
import { type Column, Table } from '../../ui/layout/table.tsx';

const texts = planTexts.tasks;
type PlanTask = Plan['tasks'][number];

/** Lists the tasks of a plan with agent, model and cost. */
export function PlanTasks({ tasks }: { tasks: Plan['tasks'] }) {
  const nameOf = useAgentNames();
  const after = ({ dependsOn }: PlanTask) => nameTasks(tasks, dependsOn).join(', ');
  const columns: Column<PlanTask>[] = [
    {
      title: texts.columns.task,
      cell: (task) => (
        <div className="min-w-40">
          <span className="font-medium">{task.name}</span>{' '}
          {task.kind === 'synthesis' && <BoardPaperBadge name={task.name} />}
          {task.dependsOn.length > 0 && (
            <span className="block text-muted text-sm">{taskTexts.waitsFor(after(task))}</span>
          )}
        </div>
      ),
    },
    {
      title: texts.columns.agent,
      cell: (task) => (
        <>
          {nameOf(task.agent)}
          <code className="block text-muted text-sm">{task.model}</code>
        </>
      ),
    },
    { title: texts.columns.cost, numeric: true, cell: ({ cost }) => <Cost cost={cost} /> },
  ];
  return <Table caption={texts.caption} columns={columns} rows={tasks} rowKey={({ id }) => id} />;
}

function Cost({ cost: { low, expected, high } }: { cost: Plan['cost'] }) {
  return (
    <span className="whitespace-nowrap">
      {formatUsd(expected)}
      {high > 0 && <span className="block text-muted text-sm">{texts.costRange(formatUsd(low), formatUsd(high))}</span>}
    </span>
  );
}
