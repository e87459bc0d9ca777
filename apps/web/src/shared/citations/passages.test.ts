import { expect, it } from 'vitest';
import { findCited, splitPassages } from './passages.tsx';

const text =
  '# Fares\n\nA crossing costs **12 NOK**\nfor cars.\n\n| Car | Fare |\n| - | - |\n| Small | 12 |\n\nEnd';
const show = (marks: Parameters<typeof splitPassages>[1], limit = 1_000) =>
  splitPassages(text, marks, limit).map(({ pieces }) =>
    pieces.map((piece) => (piece.marked ? `[${piece.text}]` : piece.text)).join(''),
  );

it('marks the first wording that stands in the text, over line breaks and formatting', () => {
  const marks = findCited(text, [null, 'not there', 'costs 12 NOK for cars', 'End']);
  expect(show(marks)[1]).toBe('A crossing [costs **12 NOK**\nfor cars].');
  expect(findCited(text, ['nowhere', ' '])).toEqual([]);
  expect(findCited(text, [])).toEqual([]);
});

it('marks words that go on in the next paragraph in both', () => {
  expect(show(findCited(text, ['for cars. Car Fare'])).slice(1, 3)).toEqual([
    'A crossing costs **12 NOK**\n[for cars.]',
    '[| Car | Fare] |\n| - | - |\n| Small | 12 |',
  ]);
});

it('loses no character, and stops at the limit', () => {
  expect(show([]).join('\n\n')).toBe(text);
  expect(show([], 10)).toEqual(['# Fares', 'A']);
  expect(splitPassages(text, [], 1_000).map(({ isTable }) => isTable)).toEqual([
    false,
    false,
    true,
    false,
  ]);
});

it('leaves markup as characters', () => {
  const [block] = splitPassages('<script>alert(1)</script> [x](javascript:alert(1))', [], 100);
  expect(block?.pieces).toEqual([
    { at: 0, text: '<script>alert(1)</script> [x](javascript:alert(1))', marked: false },
  ]);
});
