import type { TaskConfiguration } from '@ecp/contract/work/engagements';
import { TriangleAlert } from 'lucide-react';
import { taskTexts } from '../../../texts/en/tasks.ts';
import { nameTasks } from '../name-task.ts';

/** Warns of a cycle of dependencies as soon as it exists; renders nothing without one. */
export function CycleAlert({ tasks, cycle }: { tasks: readonly TaskConfiguration[]; cycle: readonly string[] }) {
  if (cycle.length === 0) return null;
  const circle = nameTasks(tasks, [...cycle, ...cycle.slice(0, 1)]).join(' → ');
  return (
    <div role="alert" className="flex gap-2.5 rounded-lg bg-danger-soft px-3 py-2 text-danger">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0">
        <p className="font-medium">{taskTexts.circle.title}</p>
        <p className="text-sm">{taskTexts.circle.advice(circle)}</p>
      </div>
    </div>
  );
}
