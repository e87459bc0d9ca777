import type { TaskConfiguration } from '@ecp/contract/work/engagements';
import { taskTexts } from '../../../texts/en/tasks.ts';
import { defer } from '../../../ui/defer.ts';
import { TextAreaField } from '../../../ui/fields/text-area-field.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { SkeletonRows } from '../../../ui/states/skeleton.tsx';
import { nameTasks } from '../name-task.ts';

const pickers = defer(() => import('./task-pickers.tsx'));

interface TaskFieldsProps {
  tasks: readonly TaskConfiguration[];
  task: TaskConfiguration;
  onChange: (change: Partial<TaskConfiguration>) => void;
  /** Why the name is refused. */
  nameError: string | undefined;
  /** Ids of the tasks in the cycle of the graph; empty without one. */
  cycle: readonly string[];
}

/** All fields of one task. The pickers load while the user types the name. */
export function TaskFields({ tasks, task, onChange, nameError, cycle }: TaskFieldsProps) {
  const parts = pickers.useModule(true);
  const circle = nameTasks(tasks, [...cycle, ...cycle.slice(0, 1)]).join(' → ');
  return (
    <div className="flex flex-col gap-4">
      <TextField
        label={taskTexts.name}
        value={task.name}
        maxLength={200}
        autoFocus
        placeholder={taskTexts.namePlaceholder}
        error={nameError}
        onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
      />
      <TextAreaField
        label={taskTexts.description}
        value={task.description ?? ''}
        maxLength={20_000}
        rows={4}
        placeholder={taskTexts.descriptionPlaceholder}
        onChange={({ currentTarget }) => onChange({ description: currentTarget.value })}
      />
      {parts ? (
        <parts.TaskPickers
          tasks={tasks}
          task={task}
          onChange={onChange}
          error={cycle.includes(task.id) ? taskTexts.circle.field(circle) : undefined}
        />
      ) : (
        <SkeletonRows rows={2} className="h-20 w-full" />
      )}
    </div>
  );
}
