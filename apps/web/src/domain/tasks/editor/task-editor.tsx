import type { TaskConfiguration } from '@ecp/contract/work/engagements';
import { ListPlus } from 'lucide-react';
import { useRef, useState } from 'react';
import { taskTexts } from '../../../texts/en/tasks.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { checkTasks } from '../check-tasks.ts';
import { TaskGraph } from '../graph/task-graph.tsx';
import { NoTasks } from '../no-tasks.tsx';
import { CycleAlert } from './cycle-alert.tsx';
import { addTask, changeTask, maxTasks, moveTask, removeTask } from './edit-tasks.ts';
import { TaskFields } from './task-fields.tsx';
import { TaskItem } from './task-item.tsx';

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
    const next = addTask(tasks);
    onChange(next);
    setOpenId(next.at(-1)?.id);
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
                nameError={showsMissing && nameless.has(task.id) ? taskTexts.nameMissing : undefined}
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
      <Button data-add onClick={onAdd} disabled={count >= maxTasks}>
        <ListPlus aria-hidden className="size-4" />
        {taskTexts.add}
      </Button>
      {count >= maxTasks && <p className="text-muted text-sm">{taskTexts.full(maxTasks)}</p>}
    </div>
  );
}
