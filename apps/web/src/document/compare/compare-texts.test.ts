import { expect, it } from 'vitest';
import { diffWords } from '../word-changes.tsx';
import { collapseRows, countChanges } from './compare-table.tsx';
import { compareTexts, splitBlocks } from './compare-texts.ts';

const mark = (before: string, after: string) =>
  diffWords(before, after)
    .map(({ kind, text }) =>
      kind === 'same' ? text : kind === 'removed' ? `[-${text}-]` : `[+${text}+]`,
    )
    .join('');

it('finds changed words and joins neighbouring changes', () => {
  expect(mark('Prices rose by 4 %.', 'Prices rose by 5 %.')).toBe('Prices rose by [-4-][+5+] %.');
  expect(mark('a big red house', 'a small blue house')).toBe('a [-big red-][+small blue+] house');
  expect(mark('costs 1,200.50 €', 'costs 1,300.50 €')).toBe('costs [-1,200.50-][+1,300.50+] €');
  expect(mark('', 'new')).toBe('[+new+]');
  expect(mark('same', 'same')).toBe('same');
  expect(mark('𝒜 wörd 日本', '𝒜 wörds 日本')).toBe('𝒜 [-wörd-][+wörds+] 日本');
});

it('both texts can be rebuilt from the segments', () => {
  const [before, after] = ['The *quick* brown fox, 3.5 m.', 'A quick, brown fox jumps: 4 m!'];
  const side = (kind: 'removed' | 'added') =>
    diffWords(before, after)
      .filter((segment) => segment.kind === 'same' || segment.kind === kind)
      .map(({ text }) => text)
      .join('');
  expect(side('removed')).toBe(before);
  expect(side('added')).toBe(after);
});

it('splits markdown into blocks', () => {
  const text = [
    '---\ntitle: A\n---',
    '# **A** plan #',
    'Two lines\nof one `paragraph`.[^1]',
    '- one\n  goes on\n  - deeper',
    '1) first',
    '> said',
    '| a | b \\| c |\n|---|:-:|\n| 1 | 2 |',
    '```ts\n# no heading\n\n| no row |\n```',
    '***',
    '[^1]: [Study](https://e.org)',
  ].join('\n\n');
  expect(
    splitBlocks(text).map(
      ({ kind, level, marker, texts }) => `${kind} ${level} ${marker}: ${texts.join(' ¦ ')}`,
    ),
  ).toEqual([
    'meta 0 : title: A',
    'heading 1 : A plan',
    'text 0 : Two lines of one paragraph.[1]',
    'item 0 •: one goes on',
    'item 1 •: deeper',
    'item 0 1): first',
    'quote 0 : said',
    'row 1 : a ¦ b | c',
    'row 0 : 1 ¦ 2',
    'code 0 : # no heading',
    'code 0 : ',
    'code 0 : | no row |',
    'footnote 0 1: Study (https://e.org)',
  ]);
});

const before =
  '# Plan\n\nOne.\n\nTwo.\n\nThree.\n\nFour.\n\n## Costs\n\nThe rent rises by 4 % a year.\n\n| City | Rent |\n|---|---|\n| Jena | 4 |\n\n1. a\n2. b\n';

it('compares block by block and word by word', () => {
  const after = before
    .replace('rises by 4 %', 'rises by 5 %')
    .replace('| Jena | 4 |', '| Jena | 5 |')
    .replace('1. a\n2. b', '1. new and long\n2. a\n3. b');
  const { rows, wordsAdded, wordsRemoved } = compareTexts(before, after);
  expect(rows.map(({ kind }) => kind).join(' ')).toBe(
    'same same same same same same changed same changed added same same',
  );
  const row = rows[8];
  expect(row?.kind === 'changed' && row.parts.map((part) => part.map(({ kind }) => kind))).toEqual([
    ['same'],
    ['removed', 'added'],
  ]);
  expect({ wordsAdded, wordsRemoved }).toEqual({ wordsAdded: 5, wordsRemoved: 2 });
  expect(countChanges(rows)).toBe(2);
});

it('folds unchanged rows, names the fold by the section of the rows after it, and unfolds it', () => {
  const { rows } = compareTexts(before, before.replace('4 %', '5 %'));
  const entries = collapseRows(rows, new Set());
  expect(
    entries.map((entry) =>
      entry.kind === 'fold' ? `${entry.count} ${entry.heading}` : entry.row.kind,
    ),
  ).toEqual(['5 Plan', 'same', 'changed', 'same', '3 null']);
  expect(collapseRows(rows, new Set([0])).filter(({ kind }) => kind === 'fold')).toHaveLength(1);
});

it('folds unchanged rows of tables beside a change, too', () => {
  const table = (last: string) =>
    `| a | b |\n|---|---|\n| long | row |\n| ${last} | 2 |\n| third | row |\n\nEnd.`;
  const { rows } = compareTexts(table('1'), table('9'));
  const entries = collapseRows(rows, new Set());
  expect(
    entries.map((entry) => (entry.kind === 'fold' ? `fold of ${entry.count}` : entry.row.kind)),
  ).toEqual(['fold of 2', 'changed', 'fold of 2']);
});

it('equal texts give one fold without changes; the comparison of a rewritten text terminates', () => {
  const same = compareTexts(before, before);
  expect([countChanges(same.rows), same.wordsAdded]).toEqual([0, 0]);
  const words = (seed: number) =>
    Array.from({ length: 600 }, (_, line) =>
      Array.from({ length: 25 }, (_, at) => `w${(line * 31 + at * seed) % 997}`).join(' '),
    ).join('\n\n');
  const { rows } = compareTexts(words(7), words(13));
  expect(rows.length).toBeGreaterThanOrEqual(600);
});
