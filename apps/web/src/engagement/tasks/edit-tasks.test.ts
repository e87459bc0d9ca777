import { expect, test } from 'vitest';
import { addTask, changeTask, moveTask, removeTask } from './tasks.ts';

const three = [
  { id: 'a', name: 'Research', typicalDays: 3 },
  { id: 'b', name: 'Options', dependsOn: ['a'] },
  { id: 'task-4', name: 'Summary', dependsOn: ['a', 'b'] },
];

test('gives a new task an unused id', () => {
  expect(addTask([])).toMatchObject({ id: 'task-1', tasks: [{ id: 'task-1' }] });
  const empty = { id: 'task-5', name: '', description: '', agent: null, dependsOn: [] };
  expect(addTask(three)).toEqual({ id: 'task-5', tasks: [...three, empty] });
});

// SYN-7
test('puts a new task before the board paper, which needs it', () => {
  const paper = { id: 'paper', name: 'Paper', dependsOn: ['a'], synthesis: true };
  expect(addTask([{ id: 'a', name: 'Research' }, paper]).tasks).toMatchObject([
    { id: 'a' },
    { id: 'task-3', dependsOn: [] },
    { id: 'paper', dependsOn: ['a', 'task-3'] },
  ]);
});

test('keeps fields that the editor does not know', () => {
  expect(changeTask(three, 'a', { name: 'Evidence' })[0]).toEqual({
    id: 'a',
    name: 'Evidence',
    typicalDays: 3,
  });
});

test('removes a deleted task from the dependencies of others', () => {
  expect(removeTask(three, 'a')).toEqual([
    { id: 'b', name: 'Options', dependsOn: [] },
    { id: 'task-4', name: 'Summary', dependsOn: ['b'] },
  ]);
});

test('moves a task by one place, and not past the ends', () => {
  const order = (tasks: { id: string }[]) => tasks.map(({ id }) => id).join(' ');
  expect(order(moveTask(three, 'b', -1))).toBe('b a task-4');
  expect(order(moveTask(three, 'b', 1))).toBe('a task-4 b');
  expect(order(moveTask(three, 'a', -1))).toBe('a b task-4');
  expect(order(moveTask(three, 'task-4', 1))).toBe('a b task-4');
});
