import { openSandbox } from '@ecp/sandbox/sandbox';
import { afterAll, describe, expect, it } from 'vitest';
import { buildDeck } from './build-deck.ts';
import type { Deck } from './deck-types.ts';
import { createDeckWriter } from './deck-writer.ts';
import {
  firmTemplateFiles,
  packTemplate,
  slideSizes,
  type TemplateFiles,
} from './testing/firm-template.ts';
import { type ReadDeck, readDeck, unpackDeck } from './testing/read-deck.ts';
import { readWorkbook } from './testing/read-workbook.ts';
import {
  arabicDeck,
  chartOf,
  coffeeDeck,
  deckBranding,
  deckOf,
  japaneseDeck,
  pumpDeck,
  slideOf,
  tableOf,
} from './testing/sample-decks.ts';

const sandbox = openSandbox({ slots: 1, cpuBudgetMs: 10_000_000 });
const decks = createDeckWriter({ sandbox });
const order = { tenantId: 'acme' };
/** Writes a deck as the child does, in this process. */
const write = (deck: Deck) => buildDeck(deck, null);
afterAll(() => sandbox.close());

const decodeText = (xml: string) =>
  xml
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
const textOf = (xml: string) =>
  decodeText([...xml.matchAll(/<a:t>(.*?)<\/a:t>/gs)].map(([, text]) => text).join('')).replaceAll(
    '\u00a0',
    ' ',
  );
/** The words of a placeholder of a slide. */
function textIn(deck: Pick<ReadDeck, 'text'>, slide: number, placeholder: string): string {
  const shapes = deck.text(`ppt/slides/slide${slide}.xml`).match(/<p:sp>.*?<\/p:sp>/gs) ?? [];
  const shape = shapes.find((each) => each.includes(`<p:ph ${placeholder}`)) ?? '';
  return textOf(shape);
}

describe('a deck', () => {
  const samples = {
    English: coffeeDeck,
    German: pumpDeck,
    Japanese: japaneseDeck,
    Arabic: arabicDeck,
  };
  const languages = Object.entries(samples).map(([language, deck]) => ({ language, deck }));
  const masters = Object.entries(slideSizes);
  const cases = [
    ...languages.map((sample) => ({ ...sample, name: 'without a master', template: undefined })),
    // Each master with another language, the last with the last.
    ...masters.map(([name, size], at) => ({
      ...(languages.at(at - masters.length) as (typeof languages)[number]),
      name,
      template: packTemplate(firmTemplateFiles(size)),
    })),
  ];

  // PPT-1, PPT-6
  it.each(cases)(
    'is valid by the schemas of Office, and all its links resolve: $language, $name',
    async ({ deck, template }) => {
      const written = await readDeck(await decks.write(deck, template ? { template } : {}, order));
      expect(written.faults).toEqual([]);
      expect(written.slides).toHaveLength(deck.slides.length);
    },
  );

  // MRK-1
  it('draws what is struck through as struck', async () => {
    const table = tableOf(['Item', 'Price'], [['Crane', '9\u03360\u0336 80']]);
    const deck = await readDeck(write(deckOf([slideOf({ table })])));
    expect(deck.faults).toEqual([]);
    const slide = deck.text('ppt/slides/slide1.xml');
    expect(slide).toMatch(/strike="sngStrike"(?:(?!<\/a:r>).)*<a:t>90<\/a:t>/s);
    expect(slide).not.toContain('\u0336');
  });

  // DCK-16
  it.each([
    ['en', '4 of 120 rows · 2 of 30 columns'],
    ['de', '4 von 120 Zeilen · 2 von 30 Spalten'],
    ['fr', '4 lignes sur 120 · 2 colonnes sur 30'],
    ['es', '4 de 120 filas · 2 de 30 columnas'],
    ['ja', '120行中4行 · 30列中2列'],
  ])(
    'says on a slide how much of a table it shows, and the unit of its values: %s',
    async (language, share) => {
      const rows = Array.from({ length: 4 }, (_, at) => [`Shop ${at}`, String(at * 10)]);
      const table = {
        ...tableOf(['Shop', 'Sales#'], rows),
        whole: { rows: 120, columns: 30 },
        remark: 'All amounts in thousand euros',
      };
      const deck = unpackDeck(write(deckOf([slideOf({ table })], { language })));
      expect(textOf(deck.text('ppt/slides/slide1.xml'))).toContain(
        `All amounts in thousand euros · ${share}`,
      );
    },
  );

  // DCK-3
  it('names in its list of sources the slides as they are numbered once a table goes on, and has none without sources', async () => {
    const rows = Array.from({ length: 40 }, (_, at) => [`Shop ${at}`, String(at * 10)]);
    const long = slideOf({ table: tableOf(['Shop', 'Sales#'], rows), sources: ['Till'] });
    const after = slideOf({ title: 'Another', points: ['One.'], sources: ['Ledger'] });
    const sources = tableOf(
      ['Source', 'Slides'],
      [
        ['Till', '1'],
        ['Ledger', '2'],
      ],
    );
    const list = slideOf({ kind: 'sources', title: 'Sources', table: sources });
    const deck = unpackDeck(write(deckOf([long, after, list])));
    const texts = deck.slides.map((name) => textOf(deck.text(name)));
    const place = texts.findIndex((text) => text.startsWith('Another')) + 1;
    expect(place).toBeGreaterThan(2);
    expect(texts.at(-1)).toContain(`Till1–${place - 1}`);
    expect(texts.at(-1)).toContain(`Ledger${place}`);
    const empty = slideOf({ kind: 'sources', title: 'Sources' });
    const without = unpackDeck(write(deckOf([after, empty])));
    expect(without.slides).toHaveLength(1);
  });

  // PPT-1
  it('shows a title of more than two hundred letters whole on its cover', async () => {
    const title = 'A committee wanted every one of its many concerns to be named. '
      .repeat(4)
      .trim();
    const deck = unpackDeck(write(deckOf([slideOf({ kind: 'title', title })])));
    expect(textIn(deck, 1, 'type="ctrTitle"')).toBe(title);
  });

  // PPT-1
  it('has its messages as titles, its points and sources in placeholders, and its notes on a page of their own', async () => {
    const deck = unpackDeck(write(coffeeDeck));
    for (const [index, { title }] of coffeeDeck.slides.entries()) {
      expect(textIn(deck, index + 1, index === 0 ? 'type="ctrTitle"' : 'type="title"')).toBe(title);
    }
    expect(textIn(deck, 1, 'type="subTitle"')).toBe(
      'Northwind Coffee LtdBoard discussion document28 November 2026',
    );
    expect(textIn(deck, 2, 'idx="1"')).toBe(coffeeDeck.slides[1]?.points.join(''));
    expect(textIn(deck, 2, 'type="body" sz="quarter" idx="13"')).toBe(
      'Source: Management accounts 2023–2025; Customer ledger, October 2026',
    );
    // A chart fills the place of its layout, so that a reset of the slide changes nothing.
    expect(textIn(deck, 3, 'type="body" sz="quarter" idx="14"')).toBe(
      coffeeDeck.slides[2]?.points.join(''),
    );
    expect(deck.text('ppt/slides/slide3.xml')).toMatch(
      /<p:graphicFrame>(?:(?!<p:xfrm>).)*<p:ph idx="1"\/>/,
    );
    expect(textIn(deck, 2, 'type="ftr"')).toBe('Harbour & Hill Advisory');
    expect(deck.text('ppt/slides/slide2.xml')).toContain('type="slidenum"');
    expect(decodeText(deck.text('ppt/notesSlides/notesSlide2.xml'))).toContain(
      'EBIT effect: 1.9 + 1.4 + 0.8 = 4.1 (Figures, rows 4 to 6).',
    );
    expect(deck.text('ppt/presentation.xml')).toMatch(
      /<\/p:sldMasterIdLst><p:notesMasterIdLst>.*<\/p:notesMasterIdLst><p:sldIdLst>/,
    );
  });

  // PPT-1
  it('names the client once, its sources in one line, and keeps numbers on the line of their units', async () => {
    const sources = [
      'Short one',
      'A query with a long name, by group and year',
      'Third',
      'Fourth',
      'Fifth',
    ].map((name) => `${name}, which says more than the foot of a slide has room for`);
    const [cover, slide] = [
      slideOf({ kind: 'title', title: 'Growth of Northwind Coffee Ltd' }),
      slideOf({ points: ['It costs 1.04 million € or 12 T€ in 3 weeks'], sources }),
    ];
    const deck = await readDeck(write(deckOf([cover, slide])));
    expect(deck.faults).toEqual([]);
    expect(textIn(deck, 1, 'type="subTitle"')).toBe('28 November 2026');
    expect(textIn(deck, 2, 'type="body" sz="quarter" idx="13"')).toMatch(
      /^Source: Short one.*; \+\d$/,
    );
    expect(textIn(deck, 2, 'type="body" sz="quarter" idx="13"').length).toBeLessThan(190);
    expect(textOf(deck.text('ppt/notesSlides/notesSlide2.xml'))).toContain(sources.join('; '));
    expect(deck.text('ppt/slides/slide2.xml')).toContain(
      '1.04\u00a0million\u00a0€ or 12\u00a0T€ in 3 weeks',
    );
  });

  // PPT-1
  it.each([
    [null, 'Arial', 'Arial'],
    ['serif', 'Georgia', 'Georgia'],
    ['mixed', 'Georgia', 'Arial'],
  ] as const)('has the typeface of the branding: %s', async (typeface, titles, texts) => {
    const given = deckOf([slideOf({})], { branding: { ...deckBranding, typeface } });
    const theme = unpackDeck(write(given)).text('ppt/theme/theme1.xml');
    expect(theme).toMatch(
      new RegExp(
        `<a:majorFont><a:latin typeface="${titles}"/>.*<a:minorFont><a:latin typeface="${texts}"/>`,
      ),
    );
  });

  // PPT-5
  it('names the language of its texts, fonts for East Asia, and runs from right to left in Arabic', async () => {
    const japanese = unpackDeck(write(japaneseDeck)).text('ppt/slides/slide2.xml');
    expect(japanese).toContain('𠮷田倉庫を閉じ、宮﨑の拠点を広げる');
    expect(japanese).toContain('lang="ja-JP"');
    expect(japanese).toContain('<a:ea typeface="Yu Gothic"/>');
    const arabic = unpackDeck(write(arabicDeck));
    expect(arabic.text('ppt/slides/slide2.xml')).toMatch(/<a:pPr[^>]* algn="r" rtl="1"/);
    expect(arabic.text('ppt/slides/slide2.xml')).toContain('lang="ar-SA"');
    expect(arabic.text('ppt/slides/slide2.xml')).toContain('<a:cs typeface="Arial"/>');
    const cells = [...arabic.text('ppt/slides/slide4.xml').matchAll(/<a:tr .*?<\/a:tr>/gs)].map(
      ([row]) => textOf(row),
    );
    expect(cells[1]).toBe('11.24.7 مليون ريالالاستثمار');
    // The first category of a chart is at the right, and bars grow to the left.
    expect(arabic.text('ppt/charts/deckChart1.xml')).toMatch(
      /<c:catAx>.*?<c:orientation val="maxMin"\/>/,
    );
    const lines = chartOf({
      type: 'line',
      categories: ['2023', '2024', '2025'],
      series: [
        { name: 'الرياض', values: [1, 2, 3] },
        { name: 'جدة', values: [7, 8, 9] },
      ],
    });
    const drawn = await readDeck(write(deckOf([slideOf({ chart: lines })], { language: 'ar' })));
    expect(drawn.faults).toEqual([]);
    // Lines end at the left, where their names stand, and the first values stand above their
    // beginnings.
    expect(drawn.text('ppt/charts/deckChart1.xml').match(/(?<=<c:dLblPos val=")\w/g)).toEqual([
      't',
      'l',
      't',
      'l',
    ]);
    const english = unpackDeck(write(deckOf([slideOf({ points: ['مرحبا', 'Hello'] })])));
    expect(english.text('ppt/slides/slide1.xml').match(/rtl="1"/g)).toHaveLength(1);
  });

  // PPT-2
  it('continues a long table on further slides, with its head and numbers at the right', async () => {
    const rows = Array.from({ length: 60 }, (_, at) => [`Account ${at}`, String(at * 7)]);
    const deck = unpackDeck(
      write(
        deckOf([slideOf({ title: 'All accounts', table: tableOf(['Account', 'Revenue#'], rows) })]),
      ),
    );
    expect(deck.slides.length).toBeGreaterThan(2);
    const count = deck.slides.length;
    for (const [index, name] of deck.slides.entries()) {
      expect(textIn(deck, index + 1, 'type="title"')).toBe(`All accounts (${index + 1}/${count})`);
      expect(deck.text(name)).toContain('<a:t>Revenue</a:t>');
      expect(deck.text(name)).toContain('firstRow="1"');
    }
    const shown = deck.slides.flatMap((name) =>
      [...deck.text(name).matchAll(/<a:t>(Account \d+)<\/a:t>/g)].map(([, text]) => text),
    );
    expect(shown).toEqual(rows.map(([name]) => name));
    expect(deck.text('ppt/slides/slide1.xml')).toMatch(
      /algn="r"[^>]*>(?:(?!<\/a:p>).)*<a:t>7<\/a:t>/,
    );
  });
});

// PPT-10
it('draws few dates along an axis, few options and key figures on cards, and other points as text', async () => {
  const dated = ['30 November 2026: offer ends', 'End of 2027: plant closes'];
  const options = ['Nothing: costs €290,000 a year', 'Steps: cost €590,000'];
  const figures = tableOf(
    ['Key figures', ''],
    [
      ['€4.1 million', 'more EBIT'],
      ['38%', 'rise of coffee'],
    ],
  );
  const slides = [
    slideOf({ kind: 'timeline', points: dated }),
    slideOf({ kind: 'next_steps', points: dated }),
    slideOf({ kind: 'comparison', title: 'Steps cost most', points: options }),
    slideOf({ kind: 'summary', points: ['Decide in January'], table: figures }),
    slideOf({ kind: 'risks', points: ['Kladno closes', ...options] }),
    slideOf({
      kind: 'timeline',
      table: tableOf(
        ['Date', 'Step', 'Cost'],
        [
          ['May', 'Rent', 'none'],
          ['June', '', '900 euros'],
        ],
      ),
    }),
    slideOf({
      kind: 'summary',
      table: tableOf(
        ['Site', 'Cost, T€#'],
        [
          ['North', '900'],
          ['South', '50'],
        ],
      ),
    }),
    slideOf({
      kind: 'comparison',
      points: options.map((option) => `${option} ${'and more '.repeat(300)}`),
    }),
  ];
  const deck = await readDeck(write(deckOf(slides)));
  expect(deck.faults).toEqual([]);
  const shapes = (slide: number) =>
    [
      ...deck
        .text(`ppt/slides/slide${slide}.xml`)
        .matchAll(/<p:sp>.*?name="(When|What|Card) \d+".*?<\/p:sp>/gs),
    ].map(
      ([shape, name]) =>
        `${name}: ${[...shape.slice(shape.lastIndexOf('<p:sp>')).matchAll(/<a:t>(.*?)<\/a:t>/g)].map(([, text]) => text?.replaceAll('\u00a0', ' ')).join(' | ')}`,
    );
  const axis = [
    'When: 30 November 2026',
    'What: offer ends',
    'When: End of 2027',
    'What: plant closes',
  ];
  expect(shapes(1)).toEqual(axis);
  expect(shapes(2)).toEqual(axis);
  expect(shapes(3)).toEqual([
    'Card: Nothing | costs €290,000 a year',
    'Card: Steps | cost €590,000',
  ]);
  expect(shapes(4)).toEqual(['Card: €4.1 million | more EBIT', 'Card: 38% | rise of coffee']);
  expect(textIn(deck, 4, 'idx="1"')).toBe('Decide in January');
  for (const slide of [5, 8]) expect(shapes(slide)).toEqual([]);
  expect(shapes(6)).toEqual([
    'When: May',
    'What: Step: Rent | Cost: none',
    'When: June',
    'What: Cost: 900 euros',
  ]);
  expect(shapes(7)).toEqual(['Card: North | Cost, T€: 900', 'Card: South | Cost, T€: 50']);
  expect(textIn(deck, 5, 'idx="1"')).toContain('Kladno closes');
});

// PPT-9
it('marks what the title speaks of, and mutes the others', async () => {
  const series = [
    { name: 'Gross', values: [1, 2] },
    { name: 'Net', values: [3, 4] },
  ];
  const heads = ['Group', '2024#', 'Long name of a year#'];
  const rows = [
    ['Wheels', '5', '3'],
    ['Seals', '1', '2'],
    ['Pumps', '1', '2'],
  ];
  const deck = await readDeck(
    write(
      deckOf([
        slideOf({ title: 'Net it is more', chart: chartOf({ series }) }),
        slideOf({ title: 'B sells best', chart: chartOf({ categories: ['B', 'Another'] }) }),
        slideOf({
          title: 'Seals cost 865,000',
          chart: chartOf({ series: [{ name: 'Cost', values: [-865, 12] }] }),
        }),
        slideOf({ title: 'Wheels lost much', table: tableOf(heads, rows) }),
      ]),
    ),
  );
  expect(deck.faults).toEqual([]);
  const fills = (chart: number) =>
    [
      ...deck
        .text(`ppt/charts/deckChart${chart}.xml`)
        .matchAll(/<c:(ser|dPt)><c:idx val="(\d)"\/>.*?<a:solidFill><a:schemeClr val="(\w+)"/gs),
    ].map(([, tag, at, color]) => `${tag} ${at} ${color}`);
  expect(fills(1)).toEqual(['ser 0 bg1', 'ser 1 accent1']);
  expect(fills(3)).toEqual(['ser 0 bg1', 'dPt 0 accent1']);
  const shaded = deck
    .text('ppt/slides/slide4.xml')
    .match(/<a:tr .*?<\/a:tr>/gs)
    ?.map((row) => row.includes('<a:satMod'));
  expect(shaded).toEqual([false, true, false, false]);
  const [, ...widths] = [
    ...deck.text('ppt/slides/slide4.xml').matchAll(/<a:gridCol w="(\d+)"/g),
  ].map(([, width]) => width);
  expect(new Set(widths).size).toBe(1);
});

describe('a chart', () => {
  const given = {
    categories: ['A', 'B', 'C'],
    series: [
      { name: 'One', values: [1.5, null, -3] },
      { name: 'Two', values: [4, 5, 6] },
    ],
  };
  const kinds = ['column', 'bar', 'line', 'stacked', 'scatter'] as const;

  // PPT-3
  it('of each kind holds its numbers in a workbook to which it points, on two axes', async () => {
    const slides = kinds.map((type) =>
      slideOf({ title: 'Message', chart: chartOf({ type, ...given, unit: '%' }) }),
    );
    const deck = await readDeck(write(deckOf(slides)));
    expect(deck.faults).toEqual([]);
    for (const [at, type] of kinds.entries()) {
      const chart = deck.text(`ppt/charts/deckChart${at + 1}.xml`);
      expect(new Set(chart.match(/(?<=<c:axId val=")\d+/g)).size, type).toBe(2);
      expect(chart.match(/<c:(?:catAx|valAx|dateAx|serAx)>/g), type).toHaveLength(2);
      const { cells } = readWorkbook(
        deck.files[`ppt/embeddings/deckWorkbook${at + 1}.xlsx`] ?? new Uint8Array(),
      );
      expect(Object.fromEntries(cells), type).toMatchObject({
        A2: 'A',
        A3: 'B',
        A4: 'C',
        B1: 'One',
        B2: 1.5,
        B4: -3,
        C1: 'Two',
        C2: 4,
        C4: 6,
      });
      expect(cells.has('B3'), type).toBe(false);
      checkCaches(chart, cells);
      expect(deck.text(`ppt/slides/slide${at + 1}.xml`), type).toContain(
        'descr="Message. One: A 1.5, C -3. Two: A 4, B 5, C 6 (%)"',
      );
    }
  });

  // PPT-3
  it('waterfall: totals stand on the axis, and steps up, down and across the axis add up', async () => {
    const chart = chartOf({
      type: 'waterfall',
      categories: ['Start', 'Up', 'Down', 'Far down', 'Up again', 'End'],
      series: [{ name: 'EBIT', values: [3, 2, -1, -6, 3, 1] }],
      totals: [0, 5],
    });
    const deck = await readDeck(write(deckOf([slideOf({ chart })])));
    expect(deck.faults).toEqual([]);
    const xml = deck.text('ppt/charts/deckChart1.xml');
    const { cells, formulas } = readWorkbook(
      deck.files['ppt/embeddings/deckWorkbook1.xlsx'] ?? new Uint8Array(),
    );
    checkCaches(xml, cells);
    const column = (letter: string) =>
      [2, 3, 4, 5, 6, 7].map((row) => cells.get(`${letter}${row}`));
    expect(column('B')).toEqual([3, 2, -1, -6, 3, 1]);
    // Base, total, above up and down, below up and down: the parts of each column end where the
    // next begins.
    expect(column('F')).toEqual([0, 3, 4, 0, 0, 0]);
    expect(column('G')).toEqual([3, 0, 0, 0, 0, 1]);
    expect(column('H')).toEqual([0, 2, 0, 0, 1, 0]);
    expect(column('I')).toEqual([0, 0, 1, 4, 0, 0]);
    expect(column('J')).toEqual([0, 0, 0, 0, -2, 0]);
    expect(column('K')).toEqual([0, 0, 0, -2, 0, 0]);
    // Labels stand above what rises and below what falls; lines lead from the end of each step to
    // the next.
    expect(column('L')).toEqual([3, 5, 4, -2, 1, 1]);
    expect(
      xml.match(
        /(?<=<c:dLblPos val=")[tb](?="\/><c:showLegendKey val="0"\/>(?:(?!<c:dLbl>).)*<\/c:dLbl>)/g,
      ),
    ).toEqual([...'ttbbtt']);
    expect([column('M'), column('N'), column('O')]).toEqual([
      [3, 3, undefined, -2, -2, undefined],
      [undefined, 5, 5, undefined, 1, 1],
      [undefined, undefined, 4, 4, undefined, undefined],
    ]);
    expect(formulas.size).toBe(6 * 9 + 2 * 5);
    expect(xml).toContain('<c15:f>Sheet1!$B$2:$B$7</c15:f>');
    expect(new Set(xml.match(/(?<=<c:axId val=")\d+/g)).size).toBe(2);
  });

  // PPT-3
  it.each([
    ['en', '%', '[$-409]#,##0.0"%";[$-409]"−"#,##0.0"%"'],
    ['de', '%', '[$-407]#,##0.0" %";[$-407]"−"#,##0.0" %"'],
    ['en', '€', '[$-409]"€"#,##0.0;[$-409]"−""€"#,##0.0'],
    ['fr', '€', '[$-40C]#,##0.0" €";[$-40C]"−"#,##0.0" €"'],
    ['en', 'EUR million', '[$-409]#,##0.0;[$-409]"−"#,##0.0'],
  ])('writes numbers by language and unit: %s, %s', async (language, unit, format) => {
    const chart = chartOf({ series: [{ name: 'a', values: [1.5, 2] }], unit });
    const deck = unpackDeck(write(deckOf([slideOf({ chart })], { language })));
    const xml = decodeText(deck.text('ppt/charts/deckChart1.xml'));
    expect(xml).toContain(`<c:formatCode>${format}</c:formatCode>`);
    expect(xml.includes('<a:t>a, EUR million</a:t>')).toBe(unit === 'EUR million');
  });
});

// PPT-3
it('keeps the labels of negative bars clear of names, and names bars above the chart in their order', async () => {
  const categories = ['A name of some length', 'Another one'];
  const bars = (series: { name: string; values: number[] }[]) =>
    slideOf({ chart: chartOf({ type: 'bar', categories, series, unit: 'T€' }) });
  const deck = await readDeck(
    write(
      deckOf([
        bars([{ name: 'Effect', values: [600, -865] }]),
        bars([
          { name: '2024', values: [1, 2] },
          { name: '2025', values: [3, 4] },
        ]),
      ]),
    ),
  );
  expect(deck.faults).toEqual([]);
  const low = Number(/<c:min val="(.*?)"/.exec(deck.text('ppt/charts/deckChart1.xml'))?.[1]);
  expect(low).toBeLessThan(-920);
  expect(deck.text('ppt/charts/deckChart2.xml')).not.toMatch(/<c:min |<c:legend>|<c:title>/);
  expect(decodeText(deck.text('ppt/slides/slide2.xml'))).toMatch(/T€ .*■.*2024.*■.*2025/);
});

/** Each formula of a chart leads to cells with the values that the chart holds. */
function checkCaches(chart: string, cells: ReadonlyMap<string, string | number>): void {
  let checked = 0;
  for (const [, formula = '', cache = ''] of chart.matchAll(
    /<c:f>(.*?)<\/c:f><c:(?:str|num)Cache>(.*?)<\/c:(?:str|num)Cache>/gs,
  )) {
    const [, letter = '', row = ''] = /^Sheet1!\$([A-Z]+)\$(\d+)/.exec(formula) ?? [];
    for (const [, index = '', value = ''] of cache.matchAll(
      /<c:pt idx="(\d+)"><c:v>(.*?)<\/c:v>/g,
    )) {
      const cell = cells.get(`${letter}${Number(row) + Number(index)}`);
      // The name of a column that nobody names is a space.
      if (value.trim() !== '') expect(String(cell)).toBe(value);
      checked += 1;
    }
  }
  expect(checked).toBeGreaterThan(3);
}

// PPT-6
describe('the master of a firm', () => {
  const template = packTemplate(firmTemplateFiles());

  it('tells which layouts slides use', async () => {
    expect(await decks.checkTemplate(template, order)).toEqual({
      layouts: [
        { use: 'title', name: 'Deckblatt' },
        { use: 'content', name: 'Titel und Inhalt' },
        { use: 'titleOnly', name: 'Nur Titel' },
      ],
    });
  });

  it('gives charts with points their place where a layout has one, else the place for text is made smaller', async () => {
    const narrow = (files: TemplateFiles) => {
      const part = 'ppt/slideLayouts/slideLayout3.xml';
      const wider = String(files[part])
        .replace(/cx="5242560"/, 'cx="7400000"')
        .replace(
          /x="6339840" y="1645920"\/><a:ext cx="5242560"/,
          'x="8300000" y="1645920"/><a:ext cx="3200000"',
        );
      return { ...files, [part]: wider };
    };
    const chart = deckOf(coffeeDeck.slides.slice(2, 3));
    const placed = await readDeck(
      await decks.write(chart, { template: packTemplate(narrow(firmTemplateFiles())) }, order),
    );
    expect(placed.faults).toEqual([]);
    expect(placed.text('ppt/slides/_rels/slide1.xml.rels')).toContain('slideLayout3.xml');
    expect(textIn(placed, 1, 'sz="half" idx="2"')).toBe(coffeeDeck.slides[2]?.points.join(''));
    const chartDeck = unpackDeck(await decks.write(chart, { template }, order));
    expect(chartDeck.text('ppt/slides/_rels/slide1.xml.rels')).toContain('slideLayout2.xml');
    expect(textIn(chartDeck, 1, 'idx="1"')).toBe(coffeeDeck.slides[2]?.points.join(''));
  });

  it('stays with its layouts, theme, pictures and footer, and its slides go', async () => {
    const deck = unpackDeck(await decks.write(coffeeDeck, { template }, order));
    expect(deck.slides.map(deck.text).join('')).not.toContain('A slide of the firm');
    for (const part of [
      'ppt/theme/theme1.xml',
      'ppt/media/mark.png',
      'ppt/slideLayouts/slideLayout3.xml',
    ]) {
      expect(Buffer.from(deck.files[part] ?? '')).toEqual(
        Buffer.from(firmTemplateFiles()[part] ?? ''),
      );
    }
    expect(textIn(deck, 2, 'type="ftr"')).toBe('Kestrel Partners · confidential');
    // Colours are those of its theme, also on the dark first slide.
    expect(deck.text('ppt/slides/slide1.xml')).toContain(
      '<a:overrideClrMapping bg1="dk1" tx1="lt1"',
    );
    expect(deck.text('ppt/charts/deckChart1.xml')).toContain('<a:schemeClr val="accent1"/>');
    expect(deck.text('ppt/charts/deckChart1.xml')).not.toContain('srgbClr');
  });

  it('serves again when it is a deck of ours', async () => {
    const first = write(coffeeDeck);
    const deck = await readDeck(await decks.write(pumpDeck, { template: first }, order));
    expect(deck.faults).toEqual([]);
    expect(deck.slides).toHaveLength(pumpDeck.slides.length);
  });
});
