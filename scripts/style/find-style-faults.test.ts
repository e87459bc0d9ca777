import { expect, test } from 'vitest';
import { findStyleFaults } from './find-style-faults.ts';

/** Returns the rule and line of each fault. */
function faultsOf(source: string): string[] {
  return findStyleFaults('sample.tsx', source).map(({ rule, line }) => `${line} ${rule}`);
}

test.each([
  ['const found = search();', ['1 whole-name']],
  ['const { found, rest: [given] } = search();', ['1 whole-name', '1 whole-name']],
  ['function read(own: string, { kept = 1 }) {}', ['1 whole-name', '1 whole-name']],
  ['interface Answer {\n  told: string;\n}', ['2 whole-name']],
  ['class Answer {\n  #count = 0;\n  made = 1;\n}', ['3 whole-name']],
  ['const foundTexts = search();\nconst { found: foundNotes } = foundTexts;', []],
])('a name that is no noun phrase is found where it is declared: %s', (source, faults) => {
  expect(faultsOf(source)).toEqual(faults);
});

test.each([
  ['list(...[1, 2]);', ['1 spread-literal']],
  ['const all = {\n  ...{ a: 1 },\n};', ['2 spread-literal']],
  ['const all = [...first, ...(isLong ? [1] : [])];', []],
])('a literal that is spread is found: %s', (source, faults) => {
  expect(faultsOf(source)).toEqual(faults);
});

test.each([
  ['const add = (a: number) => (b: number) => a + b;', ['1 second-arrow']],
  ['const add = (a: number) =>\n  (b: number) => a + b;', []],
  ['let read: (a: () => void) => void = (run) => run();', []],
  ['const sign = a < 0 ? -1 : a > 0 ? 1 : 0;', ['1 second-ternary']],
  ['const sign = a < 0\n  ? -1\n  : a > 0 ? 1 : 0;', []],
])('a second arrow function or conditional expression on a line is found: %s', (source, faults) => {
  expect(faultsOf(source)).toEqual(faults);
});

test('a file that cannot be parsed is refused', () => {
  expect(() => findStyleFaults('sample.ts', 'const = ;')).toThrow('sample.ts');
});
