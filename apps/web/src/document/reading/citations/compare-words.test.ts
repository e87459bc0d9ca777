import { expect, it } from 'vitest';
import { markFigures, markQuote, type Piece } from './compare-words.ts';
import { markDifferences } from './mark-differences.ts';

const show = (pieces: Piece[]) =>
  pieces.map(({ text, marked }) => (marked ? `[${text}]` : text)).join('');

it('marks a quote in its passage', () => {
  expect(show(markQuote('Before. Of 118, 41 would pay. After.', 'Of 118, 41 would pay'))).toBe(
    'Before. [Of 118, 41 would pay]. After.',
  );
  expect(show(markQuote('A table', null))).toBe('A table');
  expect(show(markQuote('Other words', 'not there'))).toBe('Other words');
});

it('marks the words in which an altered quote differs', () => {
  const { said, source } = markDifferences(
    'nobody asked for a larger bag',
    'In the survey. Nobody asked for a smaller bag',
  );
  expect(show(said)).toBe('nobody asked for a [larger] bag');
  expect(show(source)).toBe('In the survey. Nobody asked for a [smaller] bag');
});

it('marks a replaced word at the edge', () => {
  const { said, source } = markDifferences('it grew by 47', 'it grew by 41');
  expect([show(said), show(source)]).toEqual(['it grew by [47]', 'it grew by [41]']);
});

it('marks the numbers of a claim that its source lacks', () => {
  const passage = 'Of 118 subscribers, 41 would pay 4.5 % more.';
  expect(show(markFigures('Of 118 subscribers 47 would pay 4.5 %.', passage))).toBe(
    'Of 118 subscribers [47] would pay 4.5 %.',
  );
  expect(show(markFigures('No figures', passage))).toBe('No figures');
});
