import { expect, test } from 'vitest';
import { finishedParagraphs, readLine } from './draft-section.tsx';

test.each([
  ['## Demand **today**', { kind: 'heading', text: 'Demand today' }],
  [
    'Of 118, 41 would pay `more`.[^1] Nobody left.[^note-2]',
    { kind: 'text', text: 'Of 118, 41 would pay more. Nobody left.' },
  ],
  ['  - Ask *again*', { kind: 'item', text: 'Ask again' }],
  ['* 3 * 4', { kind: 'item', text: '3 * 4' }],
  ['12. Ask again', { kind: 'item', text: 'Ask again' }],
  ['> Nobody left', { kind: 'text', text: 'Nobody left' }],
  ['| Group | Share |', { kind: 'cells', text: 'Group  ·  Share' }],
  ['[^1]: Brief: “41 would pay”', { kind: 'note', text: '1. Brief: “41 would pay”' }],
  ['#1 in the market', { kind: 'text', text: '#1 in the market' }],
  ['2026 was a good year', { kind: 'text', text: '2026 was a good year' }],
  ['需要', { kind: 'text', text: '需要' }],
  ['| --- | ---: |', null],
  ['---', null],
  ['', null],
])('the line %j', (line, expected) => {
  expect(readLine(line)).toEqual(expected);
});

test('people who prefer less motion get a text by whole paragraphs', () => {
  expect(finishedParagraphs('# Demand\n\nHalf a sen')).toBe('# Demand\n\n');
  expect(finishedParagraphs('# Demand\n\nHalf a sentence.\n')).toBe(
    '# Demand\n\nHalf a sentence.\n',
  );
  expect(finishedParagraphs('Half a sen')).toBe('');
});
