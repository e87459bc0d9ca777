import { expect, it } from 'vitest';
import { bookOf, calculate, footnote, words } from '../testing/make-book.ts';
import { type ReadSheet, readWorkbook } from '../testing/read-workbook.ts';
import type { BookDocument } from './engagement-book.ts';
import { writeEngagement } from './write-engagement.ts';

const none = { tables: new Map(), queries: new Map() };
const rowsOf = ({ cells }: ReadSheet, columns: string, from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) =>
    columns.split('').map((column) => {
      const cell = cells.get(`${column}${from + at}`);
      return cell?.formula ?? cell?.text ?? cell?.number ?? null;
    }),
  );

const figure = (fields: Partial<BookDocument['figures'][number]>) => ({
  label: '',
  unit: 'EUR',
  period: null,
  value: 0,
  text: '',
  rounding: 0.5,
  section: null,
  state: 'verified',
  ...fields,
});

/**
 * Two papers: the second decides, and computes with an assumption and with a number of a report.
 */
const papers = (): BookDocument[] => {
  const growth = calculate('a * b / 100', [5_200, 3], 156);
  const [, rate] = growth.inputs;
  if (rate) Object.assign(rate, { unit: '%', isAssumed: true });
  const section = 'Sales by product';
  return [
    {
      title: 'Sales',
      footnotes: [],
      statements: [],
      figures: [
        figure({
          label: 'Pumps',
          period: '2024',
          value: 5_100_000,
          text: '5,100',
          rounding: 500,
          section,
        }),
        figure({
          label: 'Pumps',
          period: '2025',
          value: 5_200_000,
          text: '5,200',
          rounding: 500,
          section,
        }),
        figure({
          label: 'Pumps, Growth',
          unit: '%',
          value: 2,
          text: '2.0 %',
          rounding: 0.05,
          section,
        }),
      ],
      tables: [
        {
          section,
          columns: ['Product', '2024 (EUR 000)', '2025 (EUR 000)', 'Growth', 'Remark'],
          rows: [['Pumps', '5,100', '5,200', '2.0 %', '=new']],
        },
      ],
    },
    {
      title: 'Decision',
      figures: [],
      isConclusion: true,
      footnotes: [
        footnote('1', { text: '= 5,200 × 3 % = 156', names: ['2', '3'], calculations: [growth] }),
        footnote('2', { sources: [words('report.pdf', 'Sales of pumps: 5,200')] }),
        footnote('3', {
          sources: [{ ...words('', 'Assumption: prices rise by 3 %'), isSelf: true }],
          isDeclared: true,
        }),
      ],
      statements: [
        {
          footnote: '1',
          calculation: null,
          claim: 'This brings 156 a year.',
          sources: [],
          state: 'computed',
        },
      ],
    },
  ];
};

// XLS-1, XLS-14
it('an engagement opens with what the concluding document computes, and with the inputs of it', () => {
  const { sheets } = readWorkbook(writeEngagement({ ...bookOf({}), documents: papers() }, none));
  expect(sheets.map(({ name }) => name)).toEqual([
    'Contents',
    'Summary',
    'Inputs',
    'Figures',
    'T1 Sales by product',
    'Sources',
  ]);
  const contents = [...(sheets[0]?.cells ?? [])];
  const [line] = contents.find(([, { text }]) => text === 'Summary') ?? [''];
  expect(sheets[0]?.cells.get(line.replace('A', 'C'))?.number ?? null).toBeNull();
  const summary = sheets[1] as ReadSheet;
  expect(rowsOf(summary, 'ACF', 7, 7)).toEqual([
    ['This brings 156 a year', "'Figures'!$C$9", "'Figures'!$H$9"],
  ]);
  expect(rowsOf(summary, 'ACEG', 11, 12)).toEqual([
    ['prices rise by 3 %', "'Inputs'!$B$7", 'Assumption or proposal', 'This brings 156 a year'],
    ['Sales of pumps', "'Inputs'!$B$6", 'From a source', 'This brings 156 a year'],
  ]);
  expect([summary.cells.get('C7')?.number, summary.cells.get('C11')?.number]).toEqual([156, 3]);
  const [first, ...others] = papers();
  const both = [{ ...(first as BookDocument), isConclusion: true }, ...others];
  const [, of] = readWorkbook(writeEngagement({ ...bookOf({}), documents: both }, none)).sheets;
  const names = rowsOf(of as ReadSheet, 'A', 1, 20).flat();
  expect(names.filter((name) => name === 'Sales' || name === 'Decision')).toEqual([
    'Sales',
    'Decision',
  ]);
});

// XLS-14
it('a table of a document refers to its figures in its own scale, and its words are texts', () => {
  const { sheets } = readWorkbook(writeEngagement({ ...bookOf({}), documents: papers() }, none));
  const table = sheets.find(({ name }) => name.startsWith('T1')) as ReadSheet;
  expect(rowsOf(table, 'ABCDE', 5, 6)).toEqual([
    ['Product', '2024 (EUR 000)', '2025 (EUR 000)', 'Growth', 'Remark'],
    ['Pumps', "'Figures'!$C$6/1000", "'Figures'!$C$7/1000", "'Figures'!$C$8", '=new'],
  ]);
  expect(table.cells.get('C6')?.number).toBe(5_200);
  expect(table.cells.get('E6')?.formula).toBeNull();
});

/** Writes a paper with one table, and returns the cells of its worksheet by row. */
function writeTable(
  language: 'en' | 'de' | 'fr' | 'ja',
  columns: string[],
  rows: string[][],
): (string | number)[][] {
  const documents: BookDocument[] = [
    {
      title: 'Paper',
      figures: [],
      footnotes: [],
      statements: [],
      tables: [{ section: 'Result', columns, rows }],
    },
  ];
  const { sheets } = readWorkbook(
    writeEngagement({ ...bookOf({}, { language }), documents }, none),
  );
  const sheet = sheets.find(({ name }) => name.startsWith('T1')) as ReadSheet;
  return rowsOf(sheet, 'ABCD'.slice(0, columns.length), 6, 5 + rows.length) as (
    | string
    | number
  )[][];
}

// XLS-17
it.each([
  ['en', ['-', '(1,200)', '(4%)', '1,200'], ['-', -1_200, -4, 1_200]],
  ['en', ['5', '12', '130', '−3.5'], [5, 12, 130, -3.5]],
  ['de', ['2.088,0', '1.200', '12,5 %', '(3)'], [2_088, 1_200, 12.5, -3]],
  ['fr', ['1 200,5', '2 000', '3', '€ 4'], [1_200.5, 2_000, 3, 4]],
  ['ja', ['1,200', '▲', '3.5', '¥2,000'], [1_200, '▲', 3.5, 2_000]],
  ['en', ['007', '12', '130', '1'], ['007', '12', '130', '1']],
  ['en', ['1/2', '3', '4', '5'], ['1/2', '3', '4', '5']],
  ['en', ['+49 30 1234', '10', '11', '12'], ['+49 30 1234', '10', '11', '12']],
  ['en', ['+49', '+33', '+1', '+44'], ['+49', '+33', '+1', '+44']],
  ['en', ['+2.45', '0.00', '−3.48', '+5'], [2.45, 0, -3.48, 5]],
  ['de', ['+12,5 %', '+3 %', '0 %', '-1 %'], [12.5, 3, 0, -1]],
  ['de', ['2.062 Tausend', '0', '21 Tausend', '1,5 Tausend'], [2_062, 0, 21, 1.5]],
  ['ja', ['7.4万', '12万', '-', '0.5万'], [7.4, 12, '-', 0.5]],
  ['fr', ['3 jours', '12 jours', '1 200 jours', '4 jours'], [3, 12, 1_200, 4]],
  [
    'en',
    ['3 million', '12 thousand', '4 million', 'x'],
    ['3 million', '12 thousand', '4 million', 'x'],
  ],
  ['en', ['3 days', '500', '4 days', '1 day'], ['3 days', 500, '4 days', '1 day']],
  ['ja', ['2.5万未満', '1番目', '1ブラジル', '7.4万'], ['2.5万未満', '1番目', '1ブラジル', 7.4]],
  ['en', ['none', '3', 'Q1', 'FY24'], ['none', 3, 'Q1', 'FY24']],
] as const)('in %s the cells %j of a column are %j', (language, cells, values) => {
  const rows = cells.map((cell) => ['Total', cell]);
  expect(writeTable(language, ['Row', 'EUR'], rows).map(([, value]) => value)).toEqual(values);
});

// XLS-17
it('days are days, also in the first column, and the numbers there name rows', () => {
  const rows = [
    ['2024-02-29', '5'],
    ['31 March 2024', '7'],
    ['2024', '12'],
  ];
  expect(writeTable('en', ['Day', 'People'], rows)).toEqual([
    [45_351, 5],
    [45_382, 7],
    ['2024', 12],
  ]);
});

// XLS-16
it('a grid that a document cites has a sheet, from which its figures come', () => {
  const source = { ...words('Leases', 'b.pdf: Rent: 1,450'), grid: 0 };
  const documents: BookDocument[] = [
    {
      title: 'Rents',
      footnotes: [footnote('1', { sources: [source] })],
      figures: [figure({ label: 'Rent of b', value: 1_450, text: '1,450 EUR' })],
      statements: [
        {
          footnote: '1',
          calculation: null,
          claim: 'The rent of b is 1,450 EUR.',
          sources: [source],
          state: 'verified',
        },
      ],
    },
  ];
  const columns = [
    { name: 'File', type: 'text' as const },
    { name: 'Rent', type: 'number' as const, unit: 'EUR' },
  ];
  const rows = [
    ['a.pdf', 1_200],
    ['b.pdf', { value: 1_450, note: '“1,450 EUR a month”\nPage 3', tone: 'good' as const }],
  ];
  const book = { ...bookOf({}), documents, grids: [{ title: 'Leases', columns, legend: [] }] };
  const { sheets, notes } = readWorkbook(
    writeEngagement(book, { ...none, grids: new Map([[0, rows]]) }),
  );
  expect(sheets.map(({ name }) => name)).toEqual(['Contents', 'Figures', 'G1 Leases', 'Sources']);
  const figures = sheets.find(({ name }) => name === 'Figures') as ReadSheet;
  expect(rowsOf(figures, 'ACJ', 6, 6)).toEqual([['Rent of b', "'G1 Leases'!$B$6", 'Leases']]);
  expect(notes).toContain('“1,450 EUR a month”\nPage 3');
});
