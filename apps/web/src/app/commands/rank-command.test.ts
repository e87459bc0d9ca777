import { expect, test } from 'vitest';
import { rankCommand } from './rank-command.ts';

const rank = (typed: string, ...words: string[]) => rankCommand('id', typed, words);

test('requires every typed word, in any order', () => {
  expect(rank('theme dark', 'Switch to the dark theme')).toBe(1);
  expect(rank('theme light', 'Switch to the dark theme')).toBe(0);
});

test('does not match scattered letters', () => {
  expect(rank('theme', 'Recommendation on the export decision')).toBe(0);
});

test('ranks the beginning of a word above its middle, and matches everything without a search', () => {
  expect(rank('hook', 'Settings: Webhooks')).toBeLessThan(rank('web', 'Settings: Webhooks'));
  expect(rank('hook', 'Settings: Webhooks')).toBeGreaterThan(0);
  expect(rank('', 'Library')).toBe(1);
});

// SEA-8
test('keeps results of the service, below every command', () => {
  expect(rankCommand('found:deliverable a.md', 'größe', ['Another title'])).toBeGreaterThan(0);
  expect(rankCommand('found:deliverable a.md', 'web', ['Web'])).toBeLessThan(
    rank('web', 'Settings: Webhooks'),
  );
});

test('does not treat the search as a pattern', () => {
  expect(rank('c++ (', 'C++ (embedded)')).toBe(1);
  expect(rank('.*', 'Library')).toBe(0);
});
