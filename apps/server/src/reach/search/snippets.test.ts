import { array, assert, boolean, constantFrom, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { foldText, makeSnippet, searchWords } from './snippets.ts';

const whole = { isBeginning: true, isEnd: true };
const textOf = (piece: string, asked: string) => {
  const { snippet, marks } = makeSnippet(piece, searchWords(asked), whole);
  return { snippet, marked: marks.map(([start, end]) => snippet.slice(start, end)) };
};

// SEA-3, SEA-4
test.each([
  [
    '## The **harbour** of [Oslo](https://x.y/z)[^2]',
    'oslo HARBOUR',
    'The harbour of Oslo',
    ['harbour', 'Oslo'],
  ],
  ['| A | Größe |\n|---|---:|\n| 1 | ﬁne |', 'grosse fine', 'A Größe 1 ﬁne', ['Größe', 'ﬁne']],
  ['東京の市場規模', '市場規模', '東京の市場規模', ['市場規模']],
  ['規模の市場', '市場規模', '規模の市場', ['規模', '市場']],
  ['A cat can concatenate', 'cat', 'A cat can concatenate', ['cat']],
  ['Nothing here', 'else', 'Nothing here', []],
  ['> 1. a_b_c and _this_ `code`', 'this', '1. a_b_c and this code', ['this']],
])('%j for %j', (piece, asked, snippet, marked) => {
  expect(textOf(piece, asked)).toEqual({ snippet, marked });
});

// SEA-3
test('a long text is cut around the first word', () => {
  const { snippet, marked } = textOf(
    `${'before '.repeat(100)}harbour ${'after '.repeat(100)}`,
    'harbour',
  );
  expect(snippet).toMatch(/^…(before ){5,9}harbour (after ){10,40}after…$/);
  expect(marked).toEqual(['harbour']);
});

// SEA-3
test('marks are in order, apart and within the snippet, and hold a word, whatever the text is', () => {
  const letters = constantFrom(
    'a',
    'Ä',
    'ß',
    '市',
    '場',
    ' ',
    '*',
    '|',
    '😀',
    '\ud83d',
    'ﬁ',
    'İ',
    '가',
    '\n',
    '#',
  );
  const piece = array(letters, { maxLength: 900 }).map((all) => all.join(''));
  assert(
    property(
      piece,
      string({ minLength: 1, maxLength: 20, unit: letters }),
      boolean(),
      boolean(),
      (text, asked, isBeginning, isEnd) => {
        const words = searchWords(asked);
        const { snippet, marks } = makeSnippet(text, words, { isBeginning, isEnd });
        expect(snippet.length).toBeLessThanOrEqual(310);
        expect(snippet.isWellFormed()).toBe(true);
        let last = -1;
        for (const [start, end] of marks) {
          expect(start).toBeGreaterThan(last);
          expect(end).toBeGreaterThan(start);
          last = end;
          const { folded } = foldText(snippet.slice(start, end));
          expect(words.some((word) => folded.includes(word))).toBe(true);
        }
        expect(last).toBeLessThanOrEqual(snippet.length);
      },
    ),
  );
});
