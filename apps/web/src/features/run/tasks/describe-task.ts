import type { EngagementStatus } from '@ecp/contract/work/engagements';
import { appearanceOf } from '../../../domain/tasks/task-appearance.ts';
import { formatMoment } from '../../../format/format.ts';
import type { TaskProjection } from '../../../live/run-projection.ts';
import { runTexts } from '../../../texts/en/run.ts';

const texts = runTexts.tasks;

/** Describes the activity of a task, or the cause of its wait. `dueAt` is the end of its wait for an answer. */
export function describeTask(
  task: TaskProjection,
  tasks: readonly TaskProjection[],
  status: EngagementStatus,
  dueAt?: string | null,
): string {
  switch (appearanceOf(task, status, Boolean(dueAt))) {
    case 'asking':
      return texts.asks(formatMoment(dueAt ?? ''));
    case 'done':
      return task.unscored === null ? texts.states.completed : texts.states.completedUnscored;
    case 'failed':
    case 'skipped':
      return task.error ?? '';
    case 'stopped':
      return texts.stopped;
    case 'waiting':
      return describeWait(task, tasks, status);
    case 'paused':
      return texts.paused(describeStep(task));
    default:
      return describeStep(task);
  }
}

function describeStep({ state, step, unscored }: TaskProjection): string {
  if (state === 'evaluated' && unscored !== null) return texts.states.unscored;
  return state === 'evaluating' || state === 'evaluated' ? texts.states[state] : texts.states[step];
}

function describeWait(
  { dependsOn }: TaskProjection,
  tasks: readonly TaskProjection[],
  status: EngagementStatus,
): string {
  const needed = tasks
    .filter(({ id, state }) => dependsOn.includes(id) && state !== 'completed')
    .map(({ name }) => name);
  const [first, second] = needed;
  if (first === undefined) return status === 'paused' ? texts.waitsForResume : texts.next;
  if (needed.length > 2) return texts.waitsForMany(first, needed.length - 1);
  return texts.waitsFor([first, second].filter((name) => name !== undefined).join(' and '));
}
