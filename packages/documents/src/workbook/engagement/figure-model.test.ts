import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { validateOffice } from '../../testing/validate-office.ts';
import { bookOf, calculate, footnote, fromFile, nowhere, words } from '../testing/make-book.ts';
import { readWorkbook } from '../testing/read-workbook.ts';
import type { BookValue } from '../workbook-types.ts';
import type { BookDocument, BookSource, EngagementBook } from './engagement-book.ts';
import { compute, readExpression, simplify, toFormula } from './expressions.ts';
import { findCell } from './find-cell.ts';
import { nameNumber } from './short-names.ts';
import { writeEngagement } from './write-engagement.ts';

// XLS-18
it('of equal cells of a row, the one counts whose column the citation names', () => {
  const grid = {
    columns: [
      { name: 'site', type: 'text' as const },
      { name: 'orders_2023', type: 'number' as const },
      { name: 'orders_2024', type: 'number' as const },
    ],
    rows: [
      ['Oslo', 41, 41],
      ['Bergen', 41, 52],
    ],
  };
  const wanted = { value: 41, rounding: 0, words: 'Orders', unit: null };
  expect(findCell(grid, { ...wanted, quote: 'Oslo: orders_2024: 41' })).toMatchObject({
    row: 0,
    column: 2,
  });
  expect(findCell(grid, { ...wanted, quote: 'Oslo: orders_2023: 41' })).toMatchObject({
    row: 0,
    column: 1,
  });
});

const readings = {
  columns: [
    { name: 'plant', type: 'text' as const },
    { name: 'Meter one 2024, MWh', type: 'number' as const },
    { name: 'Meter two 2024, MWh', type: 'number' as const },
    { name: 'Meter two 2025, MWh', type: 'number' as const },
    { name: '二号機の発電量', type: 'number' as const },
    { name: '一号機の停止日数', type: 'number' as const },
  ],
  rows: [
    ['North quay plant', 31.4, 31.4, 35.2, 7, 7],
    ['South quay plant', 28.8, 31.4, 35.2, 7, 7],
  ],
};

// XLS-18
it.each([
  [
    'Meter one 2024, MWh: 31.4; Meter two 2024, MWh: 31.4',
    'North quay, meter one, MWh 2024',
    31.4,
    1,
  ],
  [
    'Meter one 2024, MWh: 31.4; Meter two 2024, MWh: 31.4',
    'North quay, meter two, MWh 2024',
    31.4,
    2,
  ],
  ['Meter one 2024, MWh: 31.4; Meter two 2024, MWh: 31.4', '', 31.4, 1],
  ['二号機の発電量: 7; 一号機の停止日数: 7', '北、一号機が停止した日数', 7, 5],
  ['Meter two 2025, MWh: 35.2', '', 35.2, 3],
])(
  'of equal cells that the citation %j names, the words %j choose',
  (quote, words, value, column) => {
    const wanted = { value, rounding: 0, words, unit: null, quote: `North quay plant: ${quote}` };
    expect(findCell(readings, wanted)).toMatchObject({ row: 0, column });
  },
);

describe('an expression', () => {
  const numbers = new Map([
    ['a', 2],
    ['b', 3],
    ['c', 4],
  ]);

  // XLS-2
  it.each([
    ['(b - a) / a * 100', 50, '(b-a)/a*100'],
    ['a - (b - c)', 3, 'a-(b-c)'],
    ['a / (b / c)', 8 / 3, 'a/(b/c)'],
    ['-a ^ b', -8, '(-a^b)'],
    ['(a + b) ^ a', 25, '(a+b)^a'],
    ['sum(a, b, c) / 3', 3, 'SUM(a,b,c)/3'],
    ['average(a, c) + sqrt(c) - max(a, b)', 2, 'AVERAGE(a,c)+SQRT(c)-MAX(a,b)'],
    ['a * (1 + (b / 100))', 2.06, 'a*(1+b/100)'],
  ])('%s is read, computed and written as a formula', (text, value, formula) => {
    const expression = readExpression(text);
    expect(
      expression && compute(expression, (name) => numbers.get(name) ?? Number.NaN),
    ).toBeCloseTo(value, 12);
    expect(expression && toFormula(expression, (name) => name)).toBe(formula);
  });

  it.each(['', 'a +', '(a', 'a b', 'exec(a)', 'a; b', "'x'!A1", '='.repeat(10), '('.repeat(200)])(
    '%j is none',
    (text) => {
      expect(readExpression(text)).toBeNull();
    },
  );

  // XLS-2
  it.each([
    ['(a - b) / a * (100 / 100) * 100', '(a-b)/a*100'],
    ['a * 100 / 100', 'a'],
    ['a * 1000 / 10', 'a*100'],
    ['a / 100 * 50', 'a/2'],
    ['a * 3 / 7', 'a*3/7'],
    ['a - 100 / 100', 'a-1'],
  ])('%s is written without factors that cancel each other, as %s', (text, formula) => {
    const expression = readExpression(text);
    expect(
      expression &&
        toFormula(
          simplify(expression, () => null),
          (name) => name,
        ),
    ).toBe(formula);
  });
});

describe('the name of a number', () => {
  // XLS-13
  it.each([
    ['C | rare orders | 34 days', 34, 'C, rare orders'],
    [
      'Print parts on demand | 160.000 € | 45.000 € | nicht geschätzt',
      45_000,
      'Print parts on demand',
    ],
    [
      'C-Teile drucken | 160.000 € | Lieferzeit 34 auf 12 Tage, Bestand sinkt',
      12,
      'C-Teile drucken, Lieferzeit 34 auf 12 Tage',
    ],
    ['Region: North; Sales 2025: 1,200', 1_200, 'Sales 2025'],
    [
      'In 2025 the desk took 611 calls. It does not note the market.',
      611,
      'In 2025 the desk took 611 calls',
    ],
    [
      '25 dealers could sell for €3.2 million in 2029',
      3_200_000,
      '25 dealers could sell for €3.2 million in 2029',
    ],
    [
      'In 2023 they made 53.6 percent of sales, in 2025 it was 48.2 percent.',
      48.216,
      'in 2025 it was 48.2 percent',
    ],
    [
      'Das kostet 1,04 Mio. € und damit 140.000 € mehr als der Rahmen von 900 T€.',
      140_000,
      'Das kostet 1,04 Mio. € und damit 140.000 € mehr als der Rahmen von 900 T€',
    ],
    [
      'The board promises for the whole of the spare parts business in both years a frame of 900 thousand euros',
      900_000,
      '… spare parts business in both years a frame of 900 thousand euros',
    ],
  ])('in %j', (words, value, name) => {
    expect(nameNumber(words, value)).toBe(name);
    expect(nameNumber(words, 7_777)).toBeNull();
  });
});

describe('the cell of a number', () => {
  const columns = ['Market', 'Timber', 'Timber-aluminium'].map((name, at) => ({
    name,
    type: at === 0 ? ('text' as const) : ('number' as const),
    unit: null,
  }));
  const rows: BookValue[][] = [
    ['Austria', 4_812, 96],
    ['Bavaria', -1_250, 96],
    ['Italy', 96, 96],
  ];
  const find = (value: number, quote: string | null, words = '', rounding = 0) =>
    findCell({ columns, rows }, { value, rounding, quote, words, unit: null });

  // XLS-2
  it('stands in the row that the quote names, in another scale too, or rounded', () => {
    expect(find(4_812, 'Austria | 4,812 | 96')).toMatchObject({ row: 0, column: 1, factor: 1 });
    expect(find(4_812_000, 'Austria | 4,812 | 96')).toMatchObject({
      row: 0,
      column: 1,
      factor: 1_000,
    });
    expect(find(4_800, 'Austria: 4.8', '', 50)).toMatchObject({ row: 0, column: 1 });
    expect(find(1_250, 'Bavaria | −1.250')).toMatchObject({ row: 1, value: -1_250 });
  });

  it('is none if several could be it, unless words name the column', () => {
    expect(find(96, 'Italy | 96 | 96')).toBeNull();
    expect(find(96, 'Italy | 96 | 96', 'Italy, timber-aluminium')).toMatchObject({
      row: 2,
      column: 2,
    });
    expect(find(7, 'Austria | 4,812 | 96')).toBeNull();
    expect(find(11, 'Austria | 4,812 | 96', '', 0.5)).toBeNull();
  });
});

const none = { tables: new Map(), queries: new Map() };
const formulasOf = (book: EngagementBook, rows: Parameters<typeof writeEngagement>[1] = none) => {
  const { cells } = readWorkbook(writeEngagement(book, rows)).sheets.find(
    ({ name }) => name === 'Figures',
  ) ?? {
    cells: new Map(),
  };
  const places = [...cells.keys()].filter((place) => /^C\d+$/.test(place) && place !== 'C5');
  return places.map((place) => ({
    ...cells.get(place),
    agrees: cells.get(place.replace('C', 'H'))?.text,
  }));
};

describe('the formula of a figure', () => {
  // XLS-2, XLS-3
  it('goes on with exact results, and rounds where the document does', () => {
    const footnotes = [
      footnote('1', {
        text: '= 570 / 0.72 = 792',
        names: ['9'],
        calculations: [calculate('a / 0.72', [570], 792)],
      }),
      footnote('2', {
        text: '= 792 × 0.65 = 515',
        names: ['1'],
        calculations: [calculate('a * 0.65', [792], 515)],
      }),
      footnote('3', {
        text: '= 792 × 1,000 = 792,000',
        names: ['1'],
        calculations: [calculate('a * 1000', [792], 792_000)],
      }),
      footnote('9', { sources: [words('paper.pdf', 'the price was 570')] }),
    ];
    expect(formulasOf(bookOf({ footnotes }))).toMatchObject([
      { formula: "'Inputs'!$B$6/0.72", agrees: 'yes' },
      { formula: '$C$6*0.65', agrees: 'yes' },
      { formula: 'ROUND($C$6,0)*1000', number: 792_000, agrees: 'yes' },
    ]);
  });

  // XLS-2
  it('takes two cells for equal numbers that two footnotes name', () => {
    const table = { name: 'sales', title: 'Sales', ...fromFile, rowCount: 2, absent: null };
    const columns = [
      { name: 'Shop', type: 'text' as const },
      { name: 'Sales', type: 'number' as const },
    ];
    const source = (quote: string): BookSource => ({
      ...nowhere,
      text: 'sales.csv',
      quote,
      tables: [0],
    });
    const footnotes = [
      footnote('1', { names: ['2', '3'], calculations: [calculate('a - b', [162, 162], 0)] }),
      footnote('2', { sources: [source('North | 162')] }),
      footnote('3', { sources: [source('South | 162')] }),
    ];
    const rows = [
      ['North', 162],
      ['South', 162],
    ];
    const given = bookOf({ footnotes }, { tables: [{ ...table, columns }] });
    expect(formulasOf(given, { ...none, tables: new Map([[0, rows]]) })).toMatchObject([
      { formula: "'Sales'!$B$6-'Sales'!$B$7", number: 0 },
    ]);
  });

  // XLS-19
  it('refers to cited cells also for 12, 100 and 10,000, which may be constants, and for inputs of its calculation', () => {
    const query = {
      title: 'Strikes',
      team: null,
      rowCount: 1,
      truncated: false,
      citedIn: [],
      absent: null,
    };
    const columns = ['Strikes', 'Full years', 'With damage'].map((name) => ({
      name,
      type: 'number' as const,
    }));
    const cite = (quote: string): BookSource => ({
      ...nowhere,
      tables: [],
      text: '',
      query: 0,
      quote,
    });
    const constant = (of: ReturnType<typeof calculate>) => ({
      ...of,
      inputs: of.inputs.map((input) => ({ ...input, isConstant: input.value !== 744 })),
    });
    const footnotes = [
      footnote('1', {
        names: ['3', '4'],
        calculations: [constant(calculate('a / b * 100', [744, 10_000], 7.44, 0.005))],
      }),
      footnote('2', {
        names: ['3', '5'],
        calculations: [constant(calculate('a / b', [744, 12], 62))],
      }),
      footnote('3', { sources: [cite('With damage: 744')] }),
      footnote('4', { sources: [cite('Strikes: 10,000')] }),
      footnote('5', { sources: [cite('Full years: 12')] }),
    ];
    const figure = {
      label: 'Strikes with damage',
      unit: null,
      period: null,
      value: 744,
      text: '744',
      rounding: 0,
    };
    const statement = {
      footnote: '1',
      calculation: null,
      claim: '744 strikes with damage are 7.44 %',
      sources: [],
      state: null,
    };
    const document = {
      footnotes,
      figures: [{ ...figure, section: null, state: null }],
      statements: [statement],
    };
    const book = bookOf(document, { queries: [{ ...query, columns }] });
    const formulas = formulasOf(book, { ...none, queries: new Map([[0, [[10_000, 12, 744]]]]) });
    expect(formulas.map(({ formula }) => formula?.replaceAll(/'[^']+'!/g, ''))).toEqual([
      '$C$5',
      '$C$5/$A$5*100',
      '$C$5/$B$5',
    ]);
  });

  // XLS-19
  it('refers to the source whose row and column its label names, of several that a row of a table cites', () => {
    const query = {
      title: 'Deaths',
      team: null,
      rowCount: 2,
      truncated: false,
      citedIn: [],
      absent: null,
    };
    const columns = [
      { name: 'Hazard', type: 'text' as const },
      ...['1960s', '1980s'].map((name) => ({ name, type: 'number' as const })),
    ];
    const cite = (place: string, quote: string): BookSource => ({
      ...nowhere,
      tables: [],
      text: '',
      query: 0,
      place,
      quote,
    });
    const footnotes = [
      footnote('1', { sources: [cite('Flood', '1960s: 32394; 1980s: 51553')] }),
      footnote('2', { sources: [cite('Quake', '1960s: 52358; 1980s: 60154')] }),
    ];
    const claim = '1960s | 32 thousand | 52 thousand';
    const statements = footnotes.map(({ label, sources }) => ({
      footnote: label,
      calculation: null,
      claim,
      sources,
      state: null,
    }));
    const figure = {
      label: '1960s, Earthquakes',
      unit: null,
      period: null,
      value: 52_000,
      text: '52 thousand',
      rounding: 500,
    };
    const document = {
      footnotes,
      statements,
      figures: [{ ...figure, section: null, state: null }],
    };
    const rows = [
      ['Flood', 32_394, 51_553],
      ['Quake', 52_358, 60_154],
    ];
    const book = bookOf(document, { queries: [{ ...query, columns }] });
    expect(formulasOf(book, { ...none, queries: new Map([[0, rows]]) })).toMatchObject([
      { formula: expect.stringMatching(/\$B\$\d+$/), number: 52_358 },
    ]);
  });

  // XLS-2
  it('is none for calculations in a circle, and for a source that lacks the number an input names none', () => {
    const circle = [
      footnote('1', { names: ['2'], calculations: [calculate('a + 1', [106], 107)] }),
      footnote('2', { names: ['1', '3'], calculations: [calculate('a - 1', [107], 106)] }),
      footnote('3', { sources: [words('paper.pdf', 'nothing of it')] }),
    ];
    const book = bookOf({ footnotes: circle });
    expect(formulasOf(book)).toMatchObject([
      { formula: '$C$7+1' },
      { formula: "'Inputs'!$B$6-1", number: 106 },
    ]);
    const inputs = readWorkbook(writeEngagement(book, none)).sheets.find(
      ({ name }) => name === 'Inputs',
    );
    expect([inputs?.cells.get('D6')?.text, inputs?.cells.get('E6')?.text]).toEqual([
      'Number of the document',
      null,
    ]);
  });

  // XLS-2
  it('takes a number from the source of a footnote that has it, not from one before', () => {
    const table = { name: 'stock', title: 'Stock', ...fromFile, rowCount: 1, absent: null };
    const columns = [
      { name: 'Class', type: 'text' as const },
      { name: 'In stock', type: 'number' as const },
    ];
    const report = words('report.pdf', '20,000 parts wait for 340 days');
    const cell: BookSource = { ...nowhere, text: 'stock.csv', quote: 'C | 63', tables: [0] };
    const letter = words('letter.pdf', 'class C takes 34 days and 12 days after that');
    const days = calculate('a * (b - c) * d', [63, 34, 12, 2], 2_772);
    const [, , twelve] = days.inputs;
    if (twelve) twelve.isConstant = true;
    const footnotes = [
      footnote('1', { names: ['2'], calculations: [days] }),
      footnote('2', { sources: [report, cell, letter] }),
    ];
    const given = bookOf({ footnotes }, { tables: [{ ...table, columns }] });
    const rows = { ...none, tables: new Map([[0, [['C', 63]]]]) };
    expect(formulasOf(given, rows)).toMatchObject([
      { formula: "'Stock'!$B$6*('Inputs'!$B$6-'Inputs'!$B$7)*2" },
    ]);
    const inputs = readWorkbook(writeEngagement(given, rows)).sheets.find(
      ({ name }) => name === 'Inputs',
    );
    expect([6, 7].map((row) => inputs?.cells.get(`E${row}`)?.text)).toEqual([
      'letter.pdf',
      'letter.pdf',
    ]);
  });

  // XLS-3
  it('is the cell that the document rounds, and none where no cell has its number', () => {
    const figures = [
      {
        label: 'Growth',
        unit: '%',
        period: null,
        value: 30,
        text: '30 %',
        rounding: 0.5,
        section: null,
        state: 'computed',
      },
    ];
    const table = { name: 'sales', title: 'Sales', ...fromFile, rowCount: 1, absent: null };
    const columns = [{ name: 'Growth', type: 'number' as const }];
    const source: BookSource = { ...nowhere, text: 'sales.csv', quote: 'Growth: 30', tables: [0] };
    const statement = {
      footnote: '1',
      calculation: null,
      claim: 'Growth was 30 %.',
      sources: [source],
      state: null,
    };
    const given = bookOf(
      { figures, footnotes: [footnote('1', { sources: [source] })], statements: [statement] },
      { tables: [{ ...table, columns }] },
    );
    const rows = { ...none, tables: new Map([[0, [[29.8]]]]) };
    expect(formulasOf(given, rows)).toMatchObject([
      { formula: "'Sales'!$A$6", number: 29.8, agrees: 'yes' },
    ]);
    expect(formulasOf(given, { ...none, tables: new Map([[0, [[24]]]]) })).toMatchObject([
      { formula: null, agrees: 'as stated' },
    ]);
  });
});

describe('the rows of figures and inputs', () => {
  const figure = (label: string, value: number, text: string) => ({
    label,
    value,
    text,
    unit: null,
    period: null,
    rounding: 0.5,
    section: null,
    state: 'verified',
  });
  const columnOf = (book: EngagementBook, name: string, column: string) => {
    const { cells } = readWorkbook(writeEngagement(book, none)).sheets.find(
      (sheet) => sheet.name === name,
    ) ?? {
      cells: new Map(),
    };
    return [...cells].flatMap(([place, { text }]) =>
      place.startsWith(column) && Number(place.slice(1)) > 5 ? [text] : [],
    );
  };

  // XLS-13
  it('have no stray numbers, and a step of two documents once', () => {
    const report = words('report.pdf', 'Fixed costs | 500 | 300');
    const paper = (title: string): BookDocument => ({
      title,
      figures: [figure('Motion', 1, '1'), figure('Staff', 45, '45')],
      footnotes: [
        footnote('1', {
          text: '= 500 − 300 = 200',
          names: ['2'],
          calculations: [calculate('a - b', [500, 300], 200)],
        }),
        footnote('2', { sources: [report] }),
        footnote('3', { sources: [words('list.pdf', 'Staff: 45')] }),
      ],
      statements: [
        {
          footnote: '1',
          calculation: null,
          claim: 'We save 200 a year, and more later.',
          sources: [],
          state: null,
        },
        {
          footnote: '3',
          calculation: null,
          claim: 'There are 45 of the staff.',
          sources: [],
          state: null,
        },
      ],
    });
    const book = { ...bookOf({}), documents: [paper('First'), paper('Second')] };
    expect(columnOf(book, 'Figures', 'A')).toEqual(['Staff', 'Step: We save 200 a year', 'Staff']);
    expect(columnOf(book, 'Inputs', 'A')).toEqual(['Fixed costs (500)', 'Fixed costs (300)']);
  });

  // XLS-2, XLS-13
  it('keep a count that another document cites', () => {
    const cite = { ...words('Shops', 'We have 7 shops'), document: 0 };
    const book = {
      ...bookOf({}),
      documents: [
        { title: 'Shops', figures: [figure('Shops', 7, '7')], footnotes: [], statements: [] },
        {
          title: 'Plan',
          figures: [figure('Shops today', 7, '7')],
          footnotes: [footnote('1', { sources: [cite] })],
          statements: [
            {
              footnote: '1',
              calculation: null,
              claim: 'There are 7 shops today.',
              sources: [],
              state: null,
            },
          ],
        },
      ],
    };
    expect(columnOf(book, 'Figures', 'A')).toEqual(['Shops', 'Shops today']);
    expect(formulasOf(book)).toMatchObject([{ formula: null }, { formula: '$C$6' }]);
  });

  // XLS-13
  it('have one input for a number of a source, whether a calculation writes its unit or not', () => {
    const plain = calculate('a - b', [500, 300], 200);
    const [fixed] = plain.inputs;
    if (fixed) fixed.unit = 'EUR';
    const footnotes = [
      footnote('1', { names: ['3'], calculations: [calculate('a * 3', [500], 1_500)] }),
      footnote('2', { names: ['3'], calculations: [plain] }),
      footnote('3', { sources: [words('report.pdf', 'Fixed costs | 500 | 300')] }),
    ];
    const book = bookOf({ footnotes });
    expect(columnOf(book, 'Inputs', 'C')).toEqual(['EUR', null]);
    expect(formulasOf(book)).toMatchObject([
      { formula: "'Inputs'!$B$6*3" },
      { formula: "'Inputs'!$B$6-'Inputs'!$B$7" },
    ]);
  });

  // XLS-13
  it('name an assumption by its words, and a percentage is no count of years', () => {
    const declared = words('', 'Assumption: prices rise by 2 to 4 percent a year, as is usual');
    const rates = calculate('a / (1 + b / 100) ^ c', [570, 2, 2], 548);
    const [, rate] = rates.inputs;
    if (rate) Object.assign(rate, { unit: '%', isAssumed: true });
    const footnotes = [
      footnote('1', { names: ['2'], calculations: [rates] }),
      footnote('2', { sources: [{ ...declared, isSelf: true }], isDeclared: true }),
    ];
    const book = bookOf({ footnotes });
    expect(formulasOf(book)).toMatchObject([{ formula: "'Inputs'!$B$6/(1+'Inputs'!$B$7/100)^2" }]);
    expect([columnOf(book, 'Inputs', 'D')[1], columnOf(book, 'Inputs', 'E')[1]]).toEqual([
      'Assumption or proposal',
      'The document itself',
    ]);
    expect(columnOf(book, 'Inputs', 'A')[1]).toBe('prices rise by 2 to 4 percent a year');
  });
});

// XLS-6, XLS-7, XLS-8, XLS-11
it('an engagement of hostile words is one that Office takes, and says what it lacks', async () => {
  const evil = '=\'[]:*?/\\\u0000\ud83d &"<>\u202e💥';
  const source: BookSource = {
    ...nowhere,
    tables: [],
    text: evil,
    place: evil,
    quote: evil.repeat(2_000),
  };
  const columns = [
    { name: evil, type: 'text' as const, unit: evil },
    { name: evil, type: 'date' as const },
    { name: 'x', type: 'number' as const, unit: '%' },
  ];
  const table = {
    name: evil,
    title: 'Sales',
    ...fromFile,
    file: evil,
    sheet: evil,
    remarks: [evil],
    columns,
    rowCount: 1,
  };
  const team = {
    id: 'q1',
    sql: `select '${evil}'\n--`,
    author: evil,
    date: 'never',
    tables: [evil],
  };
  const figures = [1, 2].map((at) => ({
    label: evil,
    unit: evil,
    period: evil,
    value: at,
    text: `${at}(`,
    rounding: 0.5,
    section: evil,
    state: evil,
  }));
  const given = bookOf(
    {
      title: evil,
      figures,
      footnotes: [footnote(evil, { sources: [source] })],
      statements: [
        { footnote: evil, calculation: null, claim: evil, sources: [source], state: null },
      ],
    },
    {
      title: evil,
      client: evil,
      company: evil,
      omissions: [{ kind: 'tables', left: 3, of: 103 }],
      queries: [
        { title: evil, team, columns, rowCount: 1, truncated: true, citedIn: [evil], absent: null },
      ],
      tables: [
        { ...table, absent: null },
        {
          ...table,
          title: 'SALES',
          absent: { kind: 'size', rows: 2_000_000, columns: 1, most: 1_000_000 },
        },
      ],
    },
  );
  const rows: BookValue[][] = [[evil, '1850-01-01', Number.MAX_VALUE]];
  const bytes = writeEngagement(given, {
    tables: new Map([[0, rows]]),
    queries: new Map([[0, rows]]),
  });
  expect(await validateOffice(bytes, 'xlsx')).toEqual([]);
  const { sheets } = readWorkbook(bytes);
  expect(sheets.map(({ name }) => name).filter((name) => /sales/i.test(name))).toEqual([
    'Sales',
    'SALES 2',
  ]);
  const absent = [...(sheets.find(({ name }) => name === 'SALES 2')?.cells.values() ?? [])].map(
    ({ text }) => text,
  );
  expect(absent).toContainEqual(expect.stringContaining('2,000,000 rows'));
  const formulas = sheets.flatMap(({ cells }) =>
    [...cells.values()].flatMap(({ formula }) => formula ?? []),
  );
  expect(formulas).toEqual([]);
});

// XLS-12
it.each([
  ['de', 'Inhalt', 'Zahlen', ['Zahl', 'Zeitraum', 'Wert (genau)', 'wie angegeben', 'EUR/Jahr']],
  ['fr', 'Sommaire', 'Chiffres', ['Chiffre', 'Période', 'Valeur (exacte)', 'tel quel', 'EUR/an']],
  ['es', 'Índice', 'Cifras', ['Cifra', 'Período', 'Valor (exacto)', 'tal cual', 'EUR/año']],
  ['ja', '目次', '数値', ['数値', '期間', '値（正確）', '記載のまま', 'EUR/年']],
] as const)(
  'an engagement in %s has its labels, units and formats',
  async (language, contents, name, shown) => {
    const rent = { label: 'a', unit: 'EUR/yr', period: null, value: 12, text: '12', rounding: 0.5 };
    const bytes = writeEngagement(
      bookOf(
        { figures: [{ ...rent, section: null, state: 'verified' }] },
        { language, omissions: [{ kind: 'tables', left: 1, of: 2 }] },
      ),
      none,
    );
    const { sheets } = readWorkbook(bytes);
    expect(sheets[0]?.name).toBe(contents);
    const figures = sheets.find((sheet) => sheet.name === name)?.cells;
    expect(['A5', 'B5', 'C5', 'H6', 'D6'].map((place) => figures?.get(place)?.text)).toEqual(shown);
    const format =
      language === 'ja' ? '"€"#,##0"/年"' : `#,##0"\u00a0${shown[4].replace('EUR', '€')}"`;
    expect(strFromU8(unzipSync(bytes)['xl/styles.xml'] ?? new Uint8Array())).toContain(
      format.replaceAll('"', '&quot;'),
    );
    const all = sheets.flatMap(({ cells }) => [...cells.values()].map(({ text }) => text ?? ''));
    expect(all.filter((text) => /\b(?:the|figures?|sheet|rows|of)\b/i.test(text))).toEqual([]);
    expect(await validateOffice(bytes, 'xlsx')).toEqual([]);
  },
);
