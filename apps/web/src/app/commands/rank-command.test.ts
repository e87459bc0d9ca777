import { expect, test } from 'vitest';
import { rankCommand } from './rank-command.ts';

const rank = (typed: string, ...words: string[]) => rankCommand('id', typed, words);

test('every typed word must be there, in any order', () => {
  expect(rank('theme dark', 'Switch to the dark theme')).toBe(1);
  expect(rank('theme light', 'Switch to the dark theme')).toBe(0);
});

test('letters that are scattered over a name do not find it', () => {
  expect(rank('theme', 'Recommendation on the export decision')).toBe(0);
});

test('the beginning of a word ranks above its middle, and nothing typed finds all', () => {
  expect(rank('hook', 'Settings: Webhooks')).toBeLessThan(rank('web', 'Settings: Webhooks'));
  expect(rank('hook', 'Settings: Webhooks')).toBeGreaterThan(0);
  expect(rank('', 'Library')).toBe(1);
});

test('what is typed is no pattern', () => {
  expect(rank('c++ (', 'C++ (embedded)')).toBe(1);
  expect(rank('.*', 'Library')).toBe(0);
});
