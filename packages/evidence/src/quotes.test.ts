import { anyStyle } from '@ecp/language/number-style';
import { expect, test } from 'vitest';
import { readTyped } from './figures.ts';
import { findQuote, foldQuote, foldText } from './quotes.ts';

const slice = { isUsedUp: () => false, yieldToEventLoop: async () => undefined };
const source =
  'Churn was 12.5[3] percent in 2023[4]. Costs 4.2³ percent; 10³ units, 5 m². Plant A: 12\n15 people work.\n| North | 2023 | 520 |\n1 215 more, ~~60~~45 euros';

// ATT-35
test.each([
  ['Churn was 12.5 percent in 2023', true],
  ['12.5[3] percent', true],
  ['Churn was 12.53 percent', false],
  ['Costs 4.2 percent', true],
  ['10³ units', true],
  ['10 units', false],
  ['103 units', false],
  ['5 m2', true],
  ['12 15 people', true],
  ['1215 people', false],
  ['North | 2023 | 520', true],
  ['North 2023 520', true],
  ['1,215 more', true],
  ['45 euros', true],
  ['6045 euros', false],
])('marks of notes join no number, and numbers apart are not one: %s', async (quote, isFound) => {
  expect((await findQuote(await foldText(source, slice), foldQuote(quote), slice)) !== null).toBe(isFound);
});

// ATT-35
test('a figure keeps its unit behind the mark of a note', () => {
  const figures = readTyped(source, anyStyle).map(({ start, end, value, unit }) => [
    source.slice(start, end),
    value,
    unit,
  ]);
  expect(figures.slice(0, 5)).toEqual([
    ['12.5', 12.5, '%'],
    ['2023', 2023, null],
    ['4.2', 4.2, '%'],
    ['10', 10, null],
    ['5', 5, 'm2'],
  ]);
});
