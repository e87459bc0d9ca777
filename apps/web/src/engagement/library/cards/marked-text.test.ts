import { expect, test } from 'vitest';
import { cutMarks } from './marked-text.tsx';

const mark = (kind: 'client_name' | 'figure' | 'quote', start: number, end: number) => ({
  kind,
  start,
  end,
});
const show = (text: string, marks: ReturnType<typeof mark>[]) =>
  cutMarks(text, marks).map((piece) =>
    piece.kind === null ? piece.text : `[${piece.kind} ${piece.text}]`,
  );

test('cuts a text at its marks', () => {
  expect(show('Nord sold 4.', [mark('client_name', 0, 4), mark('figure', 10, 11)])).toEqual([
    '[client_name Nord]',
    ' sold ',
    '[figure 4]',
    '.',
  ]);
  expect(show('', [])).toEqual([]);
  expect(show('abc', [])).toEqual(['abc']);
});

test('shows a name in a quotation as a name', () => {
  expect(show('“Nord 4”', [mark('quote', 0, 8), mark('client_name', 1, 5)])).toEqual([
    '[quote “]',
    '[client_name Nord]',
    '[quote  4”]',
  ]);
});

test('leaves out marks beyond the text', () => {
  expect(show('abc', [mark('figure', 2, 9), mark('figure', 1, 1)])).toEqual(['abc']);
});
