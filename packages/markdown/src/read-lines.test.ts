import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readLines } from './parse-markdown.ts';

test('finds headings outside fenced code, with their levels and words', () => {
  const text = '# One #\nText\n```sh\n# no heading\n```\r\nTwo\r\n---\r\n~~~\n## neither\n';
  const headings = readLines(text).flatMap(({ level, title }) =>
    level > 0 ? [[level, title]] : [],
  );
  expect(headings).toEqual([
    [1, 'One'],
    [2, 'Two'],
  ]);
});

test('gives lines that joined are the text, whatever it is', () => {
  const pieces = fc.constantFrom(
    '#',
    '```',
    '~~~',
    '\n',
    '\r\n',
    ' ',
    'a',
    '---',
    '[^1]:',
    '\u2028',
  );
  const property = fc.property(fc.array(pieces, { maxLength: 40 }), (parts) => {
    const text = parts.join('');
    expect(
      readLines(text)
        .map(({ raw }) => raw)
        .join(''),
    ).toBe(text);
  });
  fc.assert(property);
});
