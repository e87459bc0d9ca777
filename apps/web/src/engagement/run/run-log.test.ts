import { expect, test } from 'vitest';
import { filterLines, type LogLine, wholeLog } from '../../shared/live/run-projection.ts';
import { splitAtMatches } from './run-log.tsx';

const line = (
  number: number,
  message: string,
  level: LogLine['level'] = 'info',
  agent: string | null = null,
) => {
  return {
    number,
    at: '2026-01-01T00:00:00.000Z',
    message,
    level,
    code: 'task_started' as const,
    agent,
    taskId: null,
  };
};
const lines = [
  line(1, 'Given 2 tasks'),
  line(2, 'Alpha: cut', 'warning', 'a'),
  line(3, 'Alpha: failed', 'error', 'b'),
];
const numbersOf = (filter: object) =>
  filterLines(lines, { ...wholeLog, ...filter }).map(({ number }) => number);

test('filters by words regardless of case, by minimum level, and by agent', () => {
  expect(filterLines(lines, wholeLog)).toBe(lines);
  expect(numbersOf({ text: ' ALPHA ' })).toEqual([2, 3]);
  expect(numbersOf({ level: 'warning' })).toEqual([2, 3]);
  expect(numbersOf({ level: 'error' })).toEqual([3]);
  expect(numbersOf({ level: 'warning', agent: 'a' })).toEqual([2]);
});

test('splits a text at every match without losing a part', () => {
  const parts = splitAtMatches('Alpha and alpha', 'ALPHA');
  expect(parts.map(({ text }) => text)).toEqual(['Alpha', ' and ', 'alpha']);
  expect(parts.filter(({ isMatch }) => isMatch)).toHaveLength(2);
  expect(splitAtMatches('none', 'x')).toEqual([{ at: 0, text: 'none', isMatch: false }]);
});
