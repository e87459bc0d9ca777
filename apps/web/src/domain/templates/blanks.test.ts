import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countBlanks } from '../engagement-draft/engagement-draft.ts';
import { fillBlanks, findBlanks } from './blanks.ts';

const brief = [
  '# Market',
  '',
  'Fill in [Name], a [kind of company] in [place]. See [a link](https://example.com) and [x] done.',
  '',
  '## Money',
  '',
  'It costs [amount] and is sold at [amount]. By [place] we mean [place].',
  '',
  '| who | price |',
  '|---|---|',
  '| [name] | [price] |',
  '| [name] | [price] |',
].join('\n');
const keyOf = (label: string, at = 0) => findBlanks(brief).filter((blank) => blank.label === label)[at]?.key ?? '';

// TPL-10
it('asks each blank once, under its heading, and tells blanks with the same words apart by where they stand', () => {
  const shown = findBlanks(brief).map(({ label, context, group }) => [label, context, group]);
  expect(shown.slice(0, 5)).toEqual([
    ['Name', '', 'Market'],
    ['kind of company', '', 'Market'],
    ['place', 'of company] in … . See [a', 'Market'],
    ['amount', 'It costs … and is sold', 'Money'],
    ['amount', 'is sold at … . By [place]', 'Money'],
  ]);
  expect(shown.filter(([label]) => label === 'price')).toHaveLength(2);
});

// TPL-10
it('fills a blank at all its places, and a value in a table keeps the table', () => {
  const twice = 'The [town] is [town].\n\nThe [town] again.';
  const [first] = findBlanks(twice);
  expect(fillBlanks(twice, { [first?.key ?? '']: 'Oslo' })).toBe('The Oslo is [town].\n\nThe Oslo again.');
  expect(fillBlanks(brief, { [keyOf('price', 1)]: 'a | b\nc' })).toContain('| [name] | a \\| b c |');
});

const text = fc.array(
  fc.oneof(
    fc.constantFrom('[a]', '[b c]', '[ ]', '[x]', '[l](u)', '\n', '\n## H\n', '| ', ' costs ', '[[', ']'),
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
      expect(new Set(blanks.map(({ key }) => key)).size).toBe(blanks.length);
      expect(blanks.length === 0).toBe(countBlanks(given) === 0);
      const values = Object.fromEntries(blanks.map(({ key }) => [key, chooseValue(key)]));
      const filled = fillBlanks(given, values);
      expect(filled.split('\n')).toHaveLength(given.split('\n').length);
      const same = Object.fromEntries(blanks.map(({ key, label }) => [key, `[${label}]`]));
      if (blanks.every(({ label }) => label.trim() === label && !/[|\s]/.test(label)))
        expect(fillBlanks(given, same)).toBe(given);
    }),
  );
});
