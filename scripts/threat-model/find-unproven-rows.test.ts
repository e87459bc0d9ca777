import { describe, expect, test } from 'vitest';
import { findUnprovenRows, readClaimRows } from './find-unproven-rows.ts';

// The ids are concatenated, so that the check of requirements does not take them for citations in
// this file.
const [proven, unproven] = [1, 2].map((number) => `KEY${'-'}${number}`) as [string, string];
const known = {
  proven: new Set([proven]),
  testFiles: new Set(['apps/keys.test.ts', 'apps/page.test.tsx']),
};
const page = (...rows: string[]) =>
  ['# Walls', '', '| wall | Proven by |', '|---|---|', ...rows, ''].join('\n');
const problemsOf = (text: string) => findUnprovenRows(readClaimRows(text), known);

describe('a row', () => {
  test.each([
    ['names a statement', `| keys | ${proven} |`],
    ['names a test file', '| keys | `apps/keys.test.ts` and `apps/page.test.tsx` |'],
    ['names both', `| keys | ${proven}, \`apps/keys.test.ts\` |`],
  ])('is fine when it %s', (_what, row) => {
    expect(problemsOf(page(row))).toEqual([]);
  });

  test.each([
    ['no test', '| keys | by hand |', 'it names no test'],
    ['an empty cell', '| keys | |', 'it names no test'],
    ['too few cells', '| keys |', 'it names no test'],
    [
      'a statement without a test',
      `| keys | ${proven}, ${unproven} |`,
      `no test proves ${unproven}`,
    ],
    ['a file that is gone', '| keys | `apps/gone.test.ts` |', 'apps/gone.test.ts does not exist'],
    ['a standard', '| keys | SHA-256 |', 'no test proves SHA-256'],
  ])('is reported with its line when it names %s', (_what, row, problem) => {
    expect(problemsOf(page(`| files | ${proven} |`, row))).toEqual([`line 6, keys: ${problem}`]);
  });

  test('may name no test when its state says that nothing holds', () => {
    const table = (state: string) =>
      `| section | state | proven by |\n|---|---|---|\n| keys | ${state} | – |\n`;
    expect(problemsOf(table('not'))).toEqual([]);
    expect(problemsOf(table('n/a'))).toEqual([]);
    expect(problemsOf(table('held'))).toEqual(['line 3, keys: it names no test']);
  });
});

test('only tables with the column count, each by its own head', () => {
  const other = '| actor | holds |\n|---|---|\n| a stranger | nothing |\n';
  expect(readClaimRows(`${other}\n${page(`| keys | ${proven} |`)}\n${other}`)).toEqual([
    { line: 9, subject: 'keys', isOpen: false, named: [proven] },
  ]);
  expect(problemsOf(other)).toEqual(['no table has the column proven by']);
});
