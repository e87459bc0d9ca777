import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countNeededBlanks, fillBlanks, findBlanks, settleOptional } from './templates.ts';

const brief = [
  '# Market',
  '',
  'By [Date] the client decides on [Target market]. See [a link](https://example.com), [x] done, [ ] open.',
  '',
  '[1]: note',
  '',
  '- Price: [Price (optional)]',
  '',
  '| market | price |',
  '|---|---|',
  '| [Target market] | [Price (optional)] |',
].join('\n');

// TPL-10
it('asks each blank once, in the order of the text, and knows those that a brief can do without', () => {
  expect(findBlanks(brief)).toEqual([
    { words: 'Date', label: 'Date', isOptional: false },
    { words: 'Target market', label: 'Target market', isOptional: false },
    { words: 'Price (optional)', label: 'Price', isOptional: true },
  ]);
  expect(countNeededBlanks(brief)).toBe(2);
});

// TPL-10
it('fills a blank at all its places on one line, and a value in a table keeps the table', () => {
  const filled = fillBlanks(brief, { 'Target market': ' flats |\nhouses ' });
  expect(filled).toContain('the client decides on flats | houses. See');
  expect(filled).toContain('| flats \\| houses | [Price (optional)] |');
  expect(findBlanks(filled).map(({ label }) => label)).toEqual(['Date', 'Price']);
});

// TPL-10
it('says that an optional blank is not stated when it is left empty', () => {
  const settled = settleOptional(brief);
  expect(settled).toContain('- Price: not stated\n');
  expect(findBlanks(settled).map(({ label }) => label)).toEqual(['Date', 'Target market']);
});

const text = fc.array(
  fc.oneof(
    fc.constantFrom(
      '[a]',
      '[b c]',
      '[d (optional)]',
      '[ ]',
      '[x]',
      '[l](u)',
      '\n',
      '\n## H\n',
      '| ',
      '[[',
      ']',
    ),
    fc.string(),
  ),
  { maxLength: 40 },
);

// TPL-10
it('changes no other text, and leaves no blank that has a value', () => {
  fc.assert(
    fc.property(text, fc.func(fc.stringMatching(/^[a-z]{1,8}$/)), (parts, chooseValue) => {
      const given = parts.join('');
      expect(fillBlanks(given, {})).toBe(given);
      const blanks = findBlanks(given);
      expect(new Set(blanks.map(({ words }) => words)).size).toBe(blanks.length);
      const filled = fillBlanks(
        given,
        Object.fromEntries(blanks.map(({ words }) => [words, chooseValue(words)])),
      );
      expect(filled.split('\n')).toHaveLength(given.split('\n').length);
      const kept = blanks.filter(
        ({ words }) => words.trim() === words && !/[|]|\s{2}|[^\S ]/.test(words),
      );
      const same = Object.fromEntries(kept.map(({ words }) => [words, `[${words}]`]));
      expect(fillBlanks(given, same)).toBe(given);
    }),
  );
});
