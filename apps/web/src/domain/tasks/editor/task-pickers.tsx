import type { TaskConfiguration } from '@ecp/contract/work/engagements';
import { AgentPicker } from './agent-picker.tsx';
import { DependencyPicker } from './dependency-picker.tsx';

interface TaskPickersProps {
  tasks: readonly TaskConfiguration[];
  task: TaskConfiguration;
  onChange: (change: Partial<TaskConfiguration>) => void;
  /** Shown when the choice closes a cycle. */
  error: string | undefined;
}

/** Picks the agent and the dependencies of a task. Only `task-fields.tsx` imports this file, when a task is opened. */
export function TaskPickers({ tasks, task, onChange, error }: TaskPickersProps) {
  return (
    <>
      <AgentPicker value={task.agent ?? null} onChange={(agent) => onChange({ agent })} />
      <DependencyPicker tasks={tasks} task={task} onChange={(dependsOn) => onChange({ dependsOn })} error={error} />
    </>
  );
}
