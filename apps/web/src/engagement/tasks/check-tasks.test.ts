import { expect, test } from 'vitest';
import { areTasksFine, checkTasks, waitsFor } from './tasks.ts';

test('finds tasks without a name, and cycles', () => {
  const fine = [
    { id: 'a', name: 'Research' },
    { id: 'b', name: 'Options', dependsOn: ['a'] },
  ];
  expect(areTasksFine(checkTasks(fine))).toBe(true);
  const wrong = [
    { id: 'a', name: ' ', dependsOn: ['b'] },
    { id: 'b', name: 'Options', dependsOn: ['a'] },
  ];
  expect(checkTasks(wrong)).toEqual({ nameless: new Set(['a']), cycle: ['a', 'b'] });
  expect(areTasksFine(checkTasks(wrong))).toBe(false);
});

test('finds indirect dependencies, and terminates in a cycle', () => {
  const chain = [
    { id: 'a', name: 'A' },
    { id: 'b', name: 'B', dependsOn: ['a'] },
    { id: 'c', name: 'C', dependsOn: ['b'] },
    { id: 'd', name: 'D', dependsOn: ['e'] },
    { id: 'e', name: 'E', dependsOn: ['d'] },
  ];
  expect(waitsFor(chain, 'c', 'a')).toBe(true);
  expect(waitsFor(chain, 'a', 'c')).toBe(false);
  expect(waitsFor(chain, 'd', 'a')).toBe(false);
});
