import type { TaskConfiguration } from '@ecp/contract/work/engagements';
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { taskTexts } from '../../../texts/en/tasks.ts';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { nameTask } from '../name-task.ts';
import { TaskRemark } from '../task-remark.tsx';

interface TaskItemProps {
  tasks: readonly TaskConfiguration[];
  index: number;
  task: TaskConfiguration;
  open: boolean;
  wrong: boolean;
  onToggle: () => void;
  onMove: (step: -1 | 1) => void;
  onRemove: () => void;
  /** The fields of the task, while it is open. */
  children: ReactNode;
}

/** One task of the editor: a row that expands to its fields. */
export function TaskItem({ tasks, index, task, open, wrong, onToggle, onMove, onRemove, children }: TaskItemProps) {
  const name = nameTask(task, index);
  return (
    <li className="border-b last:border-0">
      <div className={classNames('flex items-center gap-1 py-1.5 pr-2 pl-1', open && 'bg-sunken')}>
        <button
          type="button"
          data-wrong={wrong}
          aria-expanded={open}
          onClick={onToggle}
          className="flex min-w-0 flex-1 items-center gap-3 rounded-lg px-2 py-1 text-left focus-visible:-outline-offset-2"
        >
          <span
            aria-hidden
            className={classNames(
              'figures flex size-6 shrink-0 items-center justify-center rounded-md border text-xs',
              wrong ? 'border-danger text-danger' : 'text-muted',
            )}
          >
            {index + 1}
          </span>
          <span className="min-w-0">
            <span className={classNames('block truncate font-medium', task.name.trim() === '' && 'text-muted')}>
              {name}
            </span>
            <TaskRemark tasks={tasks} task={task} />
          </span>
        </button>
        <span className={classNames('shrink-0', open ? 'flex' : 'hidden sm:flex')}>
          <IconButton label={taskTexts.moveUp(name)} disabled={index === 0} onClick={() => onMove(-1)}>
            <ArrowUp aria-hidden />
          </IconButton>
          <IconButton label={taskTexts.moveDown(name)} disabled={index === tasks.length - 1} onClick={() => onMove(1)}>
            <ArrowDown aria-hidden />
          </IconButton>
        </span>
        <IconButton label={taskTexts.remove(name)} onClick={onRemove}>
          <Trash2 aria-hidden />
        </IconButton>
      </div>
      {open && <div className="px-4 pt-3 pb-5">{children}</div>}
    </li>
  );
}
