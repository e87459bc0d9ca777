import { expect, test } from 'vitest';
import { endOfDay, startOfDay, toDayInput } from './days.ts';

test('a day starts and ends in local time, also at the end of a year', () => {
  expect(startOfDay('2026-12-31')).toBe(new Date(2026, 11, 31).toISOString());
  expect(endOfDay('2026-12-31')).toBe(new Date(2027, 0, 1).toISOString());
  expect(startOfDay('yesterday')).toBeUndefined();
});

test('a day is written in local time', () => {
  expect(toDayInput(new Date(2026, 10, 20, 23, 59).getTime())).toBe('2026-11-20');
  expect(toDayInput(new Date(2027, 0, 1, 0, 5).getTime())).toBe('2027-01-01');
});
