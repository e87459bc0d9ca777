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
  expect((await findQuote(await foldText(source, slice), foldQuote(quote), slice)) !== null).toBe(
    isFound,
  );
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

const lease =
  'Under clause 4 the lessor is not allowed to raise the rent. Rents fell. The tenant, who pays monthly, may sublet. ' +
  'We offer neither heating nor parking. The yard was paved. Later the garden was sold.';

// EVI-9
test.each([
  ['the lessor is … allowed to raise the rent', false],
  ['the lessor is [...] allowed to raise the rent', false],
  ['We offer … parking', false],
  ['The tenant [never] may sublet', false],
  ['Rents … the garden was sold', false],
  ['the yard … the garden was sold', false],
  ['the garden was sold … The tenant', false],
  ['The tenant … may sublet', true],
  ['the lessor is not … to raise the rent', true],
  ['Rents fell. … We offer neither heating', true],
  ['Rents fell. … The yard was paved.', false],
  ['[T]he tenant, who pays monthly, may sublet', true],
])('a quote leaves out no negation and sews no sentences together: %s', async (quote, isFound) => {
  expect((await findQuote(await foldText(lease, slice), foldQuote(quote), slice)) !== null).toBe(
    isFound,
  );
});

const marked =
  'Wages rose by 4 percent¹ in May. Fees fell by 3 percent[1][2] in June. Costs (5) rose. Rule 6 (1) holds. ' +
  'Rates[citation needed] fell by 2 percent<sup>3</sup>. A loss of (5) percent came. Net <not audited> sales.\n(2) A note.';

// EVI-9
test.each([
  ['Wages rose by 4 percent in May', true],
  ['Fees fell by 3 percent in June', true],
  ['Costs rose', true],
  ['Rates fell by 2 percent.', true],
  ['(2) A note.', true],
  ['Rule 6 holds', false],
  ['A loss of percent came', false],
  ['Net sales', false],
])('marks of notes are no words, figures and words in brackets are: %s', async (quote, isFound) => {
  expect((await findQuote(await foldText(marked, slice), foldQuote(quote), slice)) !== null).toBe(
    isFound,
  );
});

// EVI-9
test('a quote is found behind any number of places where it only begins', async () => {
  const text = `${'The plan grew. '.repeat(5_000)}The plan grew, as agreed, by a third.`;
  expect(
    await findQuote(await foldText(text, slice), foldQuote('The plan grew … by a third'), slice),
  ).not.toBeNull();
});
