import { expect, it } from 'vitest';
import { changeTask, readTasks, removeTask } from '../tasks/tasks.ts';
import { toTask } from './plan-page.tsx';

const cost = { low: 0, expected: 0, high: 0 };
const planned = (id: string, kind: string) => {
  return {
    id,
    name: id,
    description: '',
    agent: 'analyst',
    kind,
    model: 'm',
    cost,
    dependsOn: ['a'],
  };
};

// SYN-1, SYN-3
it('keeps the task that writes the board paper when a plan is edited, stored in the browser and accepted', () => {
  const tasks = [toTask(planned('a', 'analysis'), []), toTask(planned('b', 'synthesis'), [])];
  const edited = removeTask(changeTask(tasks, 'b', { name: 'For the board' }), 'a');
  expect(readTasks(JSON.stringify(edited))).toEqual([
    {
      id: 'b',
      name: 'For the board',
      description: '',
      agent: 'analyst',
      dependsOn: [],
      synthesis: true,
    },
  ]);
  expect(tasks[0]).not.toHaveProperty('synthesis');
});

// ENG-12
it('keeps the other fields of a task that the plan only priced', () => {
  const current = [{ id: 'a', name: 'Old', typicalDays: 3 }];
  expect(toTask(planned('a', 'analysis'), current)).toMatchObject({ name: 'a', typicalDays: 3 });
});
