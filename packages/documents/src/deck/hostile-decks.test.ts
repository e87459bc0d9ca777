import { openSandbox } from '@ecp/sandbox/sandbox';
import { afterAll, describe, expect, it } from 'vitest';
import type { Deck } from './deck-types.ts';
import { createDeckWriter } from './deck-writer.ts';
import { readDeck } from './testing/read-deck.ts';
import { chartOf, coffeeDeck, deckOf, slideOf, tableOf } from './testing/sample-decks.ts';

const sandbox = openSandbox({ slots: 1, cpuBudgetMs: 10_000_000 });
const decks = createDeckWriter({ sandbox });
const order = { tenantId: 'acme' };
afterAll(() => sandbox.close());

const long = (count: number) =>
  'Wholesale margins fell because green coffee became dearer. '.repeat(count / 59);
const names = (count: number) => Array.from({ length: count }, (_, at) => `Name ${at}`);
const numbers = (count: number) => Array.from({ length: count }, (_, at) => at + 0.5);

const texts: [name: string, deck: () => Deck][] = [
  ['no slides', () => deckOf([])],
  [
    'empty texts',
    () =>
      deckOf(
        [
          slideOf({
            title: '',
            points: ['', ' '],
            sources: [''],
            notes: [''],
            table: tableOf([''], [['']]),
          }),
          slideOf({ kind: 'title', title: '' }),
        ],
        { title: '', client: '', date: '', language: '' },
      ),
  ],
  [
    'formulas',
    () =>
      deckOf([
        slideOf({
          title: '=HYPERLINK("http://evil")',
          points: ['=1+1', '@SUM(A1)', '-2+3', '+cmd|calc!A0'],
          chart: chartOf({
            categories: ['=1+1', '=cmd|calc!A0'],
            series: [{ name: '=NOW()', values: [1, 2] }],
          }),
        }),
      ]),
  ],
  [
    'markup',
    () =>
      deckOf(
        [
          slideOf({
            title: '</a:t></a:r><script>alert(1)</script>&amp;<![CDATA[',
            points: ['"><a:br/>', "'", ']]>'],
            sources: ['<&>"'],
            notes: ['</p:notes>'],
            table: tableOf(['<x>', '&'], [['"', '</a:tbl>']]),
          }),
        ],
        { title: '"&<', client: '</p:sld>' },
      ),
  ],
  [
    'control characters',
    () =>
      deckOf([
        slideOf({
          title: 'a\u0000b\u0001c\u000b\u000c\u001f\ufffe\uffffd',
          points: ['\u0007', 'x\ty\nz\r\n'],
          chart: chartOf({
            categories: ['\u0000', '_x0000_'],
            series: [{ name: '\u0002\u001b', values: [1, 2] }],
          }),
          table: null,
          notes: ['\u0008'],
        }),
      ]),
  ],
  [
    'halves of pairs',
    () =>
      deckOf([
        slideOf({
          title: '\ud800 a \udc00',
          points: ['\udfff'],
          chart: chartOf({ categories: ['\ud83d', 'b'] }),
          sources: ['\ud800'],
          notes: ['\udc00'],
        }),
      ]),
  ],
  [
    'signs that run from right to left',
    () =>
      deckOf([
        slideOf({
          title: '\u202eevil\u202c مرحبا שלום abc',
          points: ['שלום עולם 123', 'abc مرحبا'],
          table: tableOf(['א', 'b#'], [['שלום', '1,5']]),
        }),
      ]),
  ],
  [
    'emoji and joined signs',
    () =>
      deckOf([
        slideOf({
          title: '👩‍👩‍👧‍👦 🏳️‍🌈 é\u0301\u0301 क्षि',
          points: ['🚀'.repeat(400)],
          chart: chartOf({ categories: ['🇩🇪', '👍🏽'] }),
        }),
      ]),
  ],
  [
    'a title of 5,000 characters',
    () =>
      deckOf([
        slideOf({ title: long(5_000) }),
        slideOf({ kind: 'title', title: 'x'.repeat(5_000) }),
        slideOf({ title: '宮'.repeat(5_000), table: tableOf(['a'], [['b']]) }),
      ]),
  ],
  [
    'points of 5,000 characters',
    () =>
      deckOf([
        slideOf({ points: [long(5_000), 'x'.repeat(5_000)] }),
        slideOf({ points: names(300) }),
        slideOf({ points: [long(5_000)], chart: chartOf({}) }),
      ]),
  ],
  [
    'cells of 5,000 characters',
    () =>
      deckOf([
        slideOf({
          table: tableOf(
            ['a', 'b#'],
            [
              [long(5_000), '1'],
              ['x'.repeat(20_000), '2'],
            ],
          ),
        }),
        slideOf({
          kind: 'timeline',
          table: tableOf(
            ['When', 'What'],
            [
              ['x', long(5_000)],
              ['y', 'z'],
            ],
          ),
        }),
      ]),
  ],
  [
    'values that are no numbers',
    () =>
      deckOf([
        slideOf({
          chart: chartOf({
            categories: names(4),
            series: [{ name: 'a', values: [Number.NaN, Number.POSITIVE_INFINITY, -0, 1e308] }],
          }),
        }),
        slideOf({ chart: chartOf({ series: [{ name: 'a', values: [Number.NaN, null] }] }) }),
      ]),
  ],
  [
    'values of all sizes',
    () =>
      deckOf([
        slideOf({
          chart: chartOf({
            categories: names(5),
            series: [{ name: 'a', values: [1e-12, 5e-324, -1e15, 123_456_789.123, 0.1 + 0.2] }],
          }),
        }),
      ]),
  ],
  [
    'no categories and no series',
    () =>
      deckOf([
        slideOf({ chart: chartOf({ categories: [] }) }),
        slideOf({ chart: chartOf({ series: [] }) }),
        slideOf({ chart: chartOf({ type: 'waterfall', series: [] }) }),
        slideOf({ chart: chartOf({ type: 'scatter' }) }),
      ]),
  ],
  [
    '250 categories',
    () =>
      deckOf(
        (['column', 'bar', 'line', 'stacked', 'waterfall'] as const).map((type) =>
          slideOf({
            chart: chartOf({
              type,
              categories: names(250),
              series: [{ name: 'a', values: numbers(250) }],
            }),
          }),
        ),
      ),
  ],
  [
    '250 points of two values',
    () =>
      deckOf([
        slideOf({
          chart: chartOf({
            type: 'scatter',
            categories: names(250),
            series: [
              { name: 'x', values: numbers(250) },
              { name: 'y', values: numbers(250) },
            ],
          }),
        }),
      ]),
  ],
  [
    '40 series',
    () =>
      deckOf([
        slideOf({
          chart: chartOf({
            type: 'line',
            series: names(40).map((name) => ({ name, values: [1, 2] })),
          }),
        }),
        slideOf({
          chart: chartOf({
            type: 'stacked',
            series: names(40).map((name) => ({ name, values: [1, 2] })),
          }),
        }),
      ]),
  ],
  [
    'the same names and ids',
    () =>
      deckOf(
        [1, 2].map(() =>
          slideOf({
            id: 'same',
            chart: chartOf({
              categories: ['A', 'A', 'A'],
              series: [
                { name: 'S', values: [1, 2, 3] },
                { name: 'S', values: [3, 2, 1] },
              ],
            }),
          }),
        ),
      ),
  ],
  [
    'series longer and shorter than the categories',
    () =>
      deckOf([
        slideOf({
          chart: chartOf({
            categories: ['A', 'B', 'C'],
            series: [
              { name: 'a', values: [1] },
              { name: 'b', values: [1, 2, 3, 4, 5] },
            ],
          }),
        }),
      ]),
  ],
  [
    'totals that are no places',
    () =>
      deckOf([
        slideOf({
          chart: chartOf({
            type: 'waterfall',
            categories: ['A', 'B', 'C'],
            series: [{ name: 'a', values: [1, -3, null] }],
            totals: [-1, 2, 99, 0.5],
          }),
        }),
      ]),
  ],
  [
    'names of 5,000 characters',
    () =>
      deckOf([
        slideOf({
          chart: chartOf({
            categories: [long(5_000), 'x'.repeat(5_000)],
            series: [{ name: long(5_000), values: [1, 2] }],
            unit: long(5_000),
          }),
        }),
      ]),
  ],
  [
    'a table of 300 rows',
    () =>
      deckOf([
        slideOf({
          table: tableOf(
            ['a', 'b#'],
            names(300).map((name, at) => [name, String(at)]),
          ),
        }),
      ]),
  ],
  [
    'a table of 60 columns',
    () => deckOf([slideOf({ table: tableOf(names(60), [names(60), names(60)]) })]),
  ],
  [
    'rows longer and shorter than the head',
    () =>
      deckOf([
        slideOf({ table: tableOf(['a', 'b'], [['1'], ['1', '2', '3'], []]) }),
        slideOf({ table: tableOf([], []) }),
      ]),
  ],
  [
    'a date and a language that are none',
    () =>
      deckOf([slideOf({ kind: 'title', title: 'x' })], { date: '9999-99-99', language: '"><x' }),
  ],
  [
    'a logo that is none',
    () =>
      deckOf([slideOf({ kind: 'title' })], {
        branding: {
          companyName: 'x'.repeat(3_000),
          primaryColor: 'red',
          logo: { bytes: Buffer.from('no picture'), mimeType: 'image/png' },
        },
      }),
  ],
  [
    'a brand that is white',
    () =>
      deckOf(coffeeDeck.slides.slice(0, 4), {
        branding: { companyName: null, primaryColor: '#ffffff', logo: null },
      }),
  ],
];

/** The cases that are about slides alone, so that one deck can have the slides of all. */
const plain = texts.filter(
  ([, deck]) => JSON.stringify(deckOf(deck().slides)) === JSON.stringify(deck()),
);
const others = texts.filter((entry) => !plain.includes(entry));

// PPT-4
describe('a deck with hostile data is a right file', () => {
  it('with the slides of all other cases', async () => {
    const slides = plain.flatMap(([, deck]) => deck().slides);
    const read = await readDeck(await decks.write(deckOf(slides), {}, order));
    expect(read.faults).toEqual([]);
  });

  it.each(others)('%s', async (_, deck) => {
    const read = await readDeck(await decks.write(deck(), {}, order));
    expect(read.faults).toEqual([]);
  });

  it('loses nothing: what a slide cannot show stands in its notes or on the next', async () => {
    const title = long(5_000).trim();
    const rows = names(100).map((name, at) => [name, String(at)]);
    const cell = `Start ${long(20_000).trim()} end`;
    const given = deckOf([
      slideOf({ title }),
      slideOf({ table: tableOf(['a', 'b#'], rows) }),
      slideOf({ table: tableOf(['a'], [[cell]]) }),
      slideOf({ points: names(100) }),
    ]);
    const deck = await readDeck(await decks.write(given, {}, order));
    const all = Object.keys(deck.files)
      .filter((name) => /^ppt\/(?:slides|notesSlides)\/[^/]*xml$/.test(name))
      .map(deck.text)
      .join('');
    expect(all).toContain(title);
    expect(all).toContain(cell);
    for (const [name = ''] of rows) expect(all).toContain(`>${name}<`);
  });

  it('refuses a deck that is too large before it starts', async () => {
    const large = [
      Array.from({ length: 301 }, () => slideOf({})),
      [slideOf({ title: 'x'.repeat(5_000_000) })],
      [
        slideOf({
          table: tableOf(
            ['a'],
            Array.from({ length: 20_001 }, () => ['b']),
          ),
        }),
      ],
      [slideOf({ points: names(20_001) })],
      [
        slideOf({
          chart: chartOf({
            categories: names(1_000),
            series: names(201).map((name) => ({ name, values: [] })),
          }),
        }),
      ],
    ];
    for (const slides of large) {
      await expect(decks.write(deckOf(slides), {}, order)).rejects.toMatchObject({
        kind: 'too_large',
      });
    }
  });
});
