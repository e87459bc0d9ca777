import type { TaskConfiguration } from '@ecp/contract/work/engagements';
import { ArrowDown, ArrowUp, ListPlus, Trash2, TriangleAlert } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { Button, IconButton } from '../../base/ui/buttons.tsx';
import { classNames } from '../../base/ui/class-names.ts';
import { defer } from '../../base/ui/defer.ts';
import { TextAreaField, TextField } from '../../base/ui/fields/fields.tsx';
import { SkeletonRows } from '../../base/ui/states.tsx';
import { NoTasks, TaskGraph, TaskRemark } from './task-overview.tsx';
import { addTask, changeTask, checkTasks, maxTasks, moveTask, removeTask } from './tasks.ts';
import { nameTask, nameTasks, taskTexts } from './texts.ts';

export interface TaskEditorProps {
  tasks: readonly TaskConfiguration[];
  onChange: (tasks: TaskConfiguration[]) => void;
  /** Whether missing fields are shown as errors: only after an attempt to submit. */
  showsMissing: boolean;
}

/** Edits tasks in a list, with the graph of their dependencies below it. */
export function TaskEditor({ tasks, onChange, showsMissing }: TaskEditorProps) {
  const [openId, setOpenId] = useState<string>();
  const box = useRef<HTMLDivElement>(null);
  const { nameless, cycle } = checkTasks(tasks);
  const add = () => {
    const added = addTask(tasks);
    onChange(added.tasks);
    setOpenId(added.id);
  };
  const remove = (id: string) => {
    onChange(removeTask(tasks, id));
    // The focused button disappears together with its task.
    box.current?.querySelector<HTMLElement>('[data-add]')?.focus();
  };
  if (tasks.length === 0) return <NoTasks onAdd={add} />;
  return (
    <div className="flex flex-col gap-4">
      <div ref={box} className="flex min-w-0 flex-col gap-3">
        <CycleAlert tasks={tasks} cycle={cycle} />
        <ol aria-label={taskTexts.list} className="overflow-hidden rounded-lg border">
          {tasks.map((task, index) => (
            <TaskItem
              key={task.id}
              tasks={tasks}
              index={index}
              task={task}
              open={openId === task.id}
              wrong={cycle.includes(task.id) || (showsMissing && nameless.has(task.id))}
              onToggle={() => setOpenId(openId === task.id ? undefined : task.id)}
              onMove={(step) => onChange(moveTask(tasks, task.id, step))}
              onRemove={() => remove(task.id)}
            >
              <TaskFields
                tasks={tasks}
                task={task}
                cycle={cycle}
                nameError={
                  showsMissing && nameless.has(task.id) ? taskTexts.nameMissing : undefined
                }
                onChange={(change) => onChange(changeTask(tasks, task.id, change))}
              />
            </TaskItem>
          ))}
        </ol>
        <AddTask count={tasks.length} onAdd={add} />
      </div>
      <TaskGraph tasks={tasks} cycle={cycle} selected={openId} onSelect={setOpenId} />
    </div>
  );
}

function AddTask({ count, onAdd }: { count: number; onAdd: () => void }) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button icon={ListPlus} data-add onClick={onAdd} disabled={count >= maxTasks}>
        {taskTexts.add}
      </Button>
      {count >= maxTasks && <p className="text-muted text-sm">{taskTexts.full(maxTasks)}</p>}
    </div>
  );
}

interface TaskItemProps {
  tasks: readonly TaskConfiguration[];
  index: number;
  task: TaskConfiguration;
  open: boolean;
  wrong: boolean;
  onToggle: () => void;
  onMove: (step: -1 | 1) => void;
  onRemove: () => void;
  children: ReactNode;
}

function TaskItem({
  tasks,
  index,
  task,
  open,
  wrong,
  onToggle,
  onMove,
  onRemove,
  children,
}: TaskItemProps) {
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
            <span
              className={classNames(
                'block truncate font-medium',
                task.name.trim() === '' && 'text-muted',
              )}
            >
              {name}
            </span>
            <TaskRemark tasks={tasks} task={task} />
          </span>
        </button>
        <span className={classNames('shrink-0', open ? 'flex' : 'hidden sm:flex')}>
          <IconButton
            icon={ArrowUp}
            label={taskTexts.moveUp(name)}
            disabled={index === 0}
            onClick={() => onMove(-1)}
          />
          <IconButton
            icon={ArrowDown}
            label={taskTexts.moveDown(name)}
            disabled={index === tasks.length - 1}
            onClick={() => onMove(1)}
          />
        </span>
        <IconButton icon={Trash2} label={taskTexts.remove(name)} onClick={onRemove} />
      </div>
      {open && <div className="px-4 pt-3 pb-5">{children}</div>}
    </li>
  );
}

const pickers = defer(() => import('./task-pickers.tsx'));

interface TaskFieldsProps {
  tasks: readonly TaskConfiguration[];
  task: TaskConfiguration;
  onChange: (change: Partial<TaskConfiguration>) => void;
  nameError: string | undefined;
  /** Ids of the tasks in the cycle of the graph; empty without one. */
  cycle: readonly string[];
}

/** All fields of one task. The pickers load while the user types the name. */
function TaskFields({ tasks, task, onChange, nameError, cycle }: TaskFieldsProps) {
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

/** Warns of a cycle of dependencies as soon as it exists; renders nothing without one. */
function CycleAlert({
  tasks,
  cycle,
}: {
  tasks: readonly TaskConfiguration[];
  cycle: readonly string[];
}) {
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
