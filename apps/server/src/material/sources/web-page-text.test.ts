import { expect, test } from 'vitest';
import { holdsPage } from './web-pages.ts';

// REC-11
test('a file holds its page, also one of a longer text than a file takes', () => {
  const header = '---\nsource: "https://example.com/"\n---\n\n';
  const long = 'word '.repeat(150_000);
  expect(holdsPage(`${header}The quay.\n`, { text: 'The quay.\n\n' })).toBe(true);
  expect(holdsPage(`${header}${long.slice(0, 500 * 1_024)}\n`, { text: long })).toBe(true);
  expect(holdsPage(`${header}The quay.\n`, { text: 'The quay costs.' })).toBe(false);
});
