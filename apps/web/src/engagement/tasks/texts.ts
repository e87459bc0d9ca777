import type { TaskConfiguration } from '@ecp/contract/work/engagements';
import { t, translated } from '../../base/language/translate.ts';

export const taskTexts = translated({
  list: 'Tasks',
  add: 'Add a task',
  unnamed: (number: number) => t('Task {number}, no name yet', { number }),
  moveUp: (name: string) => t('Move “{name}” up', { name }),
  moveDown: (name: string) => t('Move “{name}” down', { name }),
  remove: (name: string) => t('Remove “{name}”', { name }),
  full: (most: number) => t('An engagement can have at most {most} tasks.', { most }),
  name: 'Name',
  namePlaceholder: 'Tariff options and their effect on households',
  nameMissing: 'Give the task a name. Its document gets the same name.',
  description: 'What to write',
  descriptionPlaceholder:
    'What the document must answer, which evidence counts, and how it should end.',
  agent: 'Agent',
  agentHint: 'Writes the document. If you choose none, the planner picks the best-suited agent.',
  agentPlaceholder: 'Picked by the planner',
  agentUnknown: (slug: string) =>
    t('The agent “{slug}” no longer exists. Pick another one.', { slug }),
  agentSearch: 'Search agents by name or skill',
  agentClear: 'Let the planner pick',
  agentNone: 'No agent matches.',
  rosterFailed: 'The agents could not be loaded. You can save the task without one.',
  dependsOn: 'Waits for',
  dependsOnHint: 'These tasks finish first, and this task’s agent reads their documents.',
  dependsOnPlaceholder: 'Nothing: it can start at once',
  dependsOnCount: (count: number) => t('{count, plural, one {# task} other {# tasks}}', { count }),
  dependsOnSearch: 'Search tasks',
  dependsOnNone: 'No other task matches.',
  dependsOnClosesCircle: 'already waits for this task',
  stopWaitingFor: (name: string) => t('Do not wait for “{name}”', { name }),
  needs: (numbers: string) => t('needs {numbers}', { numbers }),
  circle: {
    title: 'These tasks wait for each other',
    field: (names: string) => t('Cycle: {names}.', { names }),
    advice: (names: string) =>
      t('{names}. None of them can start. Remove one of these dependencies.', { names }),
  },
  graph: {
    title: 'Each task starts when the tasks that lead to it are done.',
    shortened:
      'Each task starts when the tasks that lead to it are done. Arrows that others imply are left out.',
    label: (count: number) =>
      t(
        'Graph of {count, plural, one {# task} other {# tasks}}: a task waits for the tasks that lead to it. The list of tasks has the same information.',
        { count },
      ),
    states: {
      waiting: 'Waiting',
      asking: 'Waiting for an answer',
      working: 'In progress',
      paused: 'Paused',
      get done() {
        return t('Done', {}, 'task');
      },
      failed: 'Failed',
      skipped: 'Skipped',
      stopped: 'Stopped',
    },
  },
  empty: {
    title: 'No tasks: the plan proposes them',
    advice:
      'It reads the brief and decides which documents answer it and who writes each one. You can change its plan before anything runs. Add tasks yourself if you know what you want.',
  },
});

export function nameTask(task: TaskConfiguration, index: number): string {
  return task.name.trim() === '' ? taskTexts.unnamed(index + 1) : task.name;
}

/** Returns the names of some tasks, in the order of `ids`. */
export function nameTasks(tasks: readonly TaskConfiguration[], ids: readonly string[]): string[] {
  return ids.flatMap((id) => {
    const index = tasks.findIndex((task) => task.id === id);
    const task = tasks[index];
    return task ? [nameTask(task, index)] : [];
  });
}

/**
 * Says which tasks a task needs, as in “needs 1–4, 7”; empty if none. Missing tasks are left out.
 */
export function listNeeds(
  tasks: readonly TaskConfiguration[],
  dependsOn: readonly string[] = [],
): string {
  const needed = new Set(dependsOn);
  const numbers = tasks.flatMap(({ id }, index) => (needed.has(id) ? [index + 1] : []));
  if (numbers.length === 0) return '';
  const rows: number[][] = [];
  for (const number of numbers) {
    const row = rows.at(-1);
    if (row?.at(-1) === number - 1) row.push(number);
    else rows.push([number]);
  }
  const parts = rows.map((row) => (row.length > 2 ? `${row[0]}–${row.at(-1)}` : row.join(', ')));
  return taskTexts.needs(parts.join(', '));
}
