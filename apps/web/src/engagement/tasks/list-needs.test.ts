import { expect, test } from 'vitest';
import { listNeeds } from './texts.ts';

const tasks = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => ({ id, name: id }));

// PLN-5
test('the tasks that a task needs are told by number, in order, and long rows as a range', () => {
  expect(listNeeds(tasks, ['b', 'a', 'a', 'gone'])).toBe('needs 1, 2');
  expect(listNeeds(tasks, ['a', 'b', 'c', 'd', 'f'])).toBe('needs 1–4, 6');
  expect(listNeeds(tasks, ['gone'])).toBe('');
  expect(listNeeds(tasks)).toBe('');
});
