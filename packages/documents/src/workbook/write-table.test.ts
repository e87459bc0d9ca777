import { describe, expect, it } from 'vitest';
import { validateOffice } from '../testing/validate-office.ts';
import { readWorkbook } from './testing/read-workbook.ts';
import type { BookEntry, TableBook } from './workbook-types.ts';
import { writeTable } from './write-table.ts';
import { createNameBook } from './writing/excel-names.ts';

const base: TableBook = {
  title: 'Answers',
  lines: ['Eleven files, two questions'],
  columns: [{ name: 'Text', type: 'text' }],
  rows: [],
};
const textsIn = (value: BookEntry): TableBook => ({ ...base, rows: [[value]] });

/** Writes a table, and reads the cell below its first head. */
function firstCell(table: TableBook) {
  const book = readWorkbook(writeTable(table));
  const [sheet] = book.sheets;
  const rows = [...(sheet?.cells.keys() ?? [])].map((place) => Number(place.replace(/\D/g, '')));
  return { ...book, lines: linesOf(sheet?.cells), cell: sheet?.cells.get(`A${Math.max(...rows)}`) };
}

const linesOf = (cells = new Map<string, { text: string | null }>()) =>
  [...cells].flatMap(([place, { text }]) => (/^A\d+$/.test(place) && text !== null ? [text] : []));

const formulas = [
  '=1+1',
  '+SUM(A1)',
  '-2+3',
  '@cmd',
  '=HYPERLINK("http://a.example","x")',
  '\t=1',
  "=cmd|' /C calc'!A0",
];

describe('a text of others', () => {
  // XLS-7
  it.each(formulas)('%j stays a text', (text) => {
    const { cell, sheets } = firstCell(textsIn(text));
    expect(cell).toMatchObject({ text, formula: null });
    expect(sheets[0]?.xml).not.toContain('<f>');
  });

  // XLS-7
  it.each([
    ['a control character', 'a\u0000b\u001bc', 'a\ufffdb\ufffdc'],
    ['half of a character', 'a\ud83db', 'a\ufffdb'],
    ['what is no character', 'a\uffffb', 'a\ufffdb'],
    ['a text from right to left', 'مرحبا \u202e abc', 'مرحبا \u202e abc'],
    ['an emoji of several characters', '👩‍👩‍👧 🇪🇺', '👩‍👩‍👧 🇪🇺'],
    ['an escape of the format', 'a _x0041_ b', 'a _x0041_ b'],
    ['markup', '<v>&amp;</v>"\'', '<v>&amp;</v>"\''],
    ['lines', 'a\r\nb\rc', 'a\nb\nc'],
  ])('with %s stands as people read it', async (_, text, shown) => {
    const bytes = writeTable(textsIn(text));
    expect(firstCell(textsIn(text)).cell?.text).toBe(shown);
    expect(await validateOffice(bytes, 'xlsx')).toEqual([]);
  });

  // XLS-8
  it('of 40,000 characters is cut, which the cell and a line above the table say', () => {
    const { cell, lines } = firstCell(textsIn('x'.repeat(40_000)));
    expect(cell?.text).toHaveLength(32_767);
    expect(cell?.text).toMatch(/x \[…\]$/);
    expect(lines[2]).toBe(
      'Texts longer than the 32,767 characters that a cell holds, of which only the beginning stands here: 1, the first in A6.',
    );
  });
});

describe('a value that no worksheet holds', () => {
  const column = (type: 'number' | 'date', value: BookEntry): TableBook => ({
    ...base,
    columns: [{ name: 'Value', type }],
    rows: [[value]],
  });

  // XLS-8
  it.each([
    ['number', '9007199254740993', 'Whole numbers with more digits than a cell keeps (15)'],
    ['date', '1899-12-31', 'Dates that a worksheet cannot hold (before March 1900 or after 9999)'],
    ['date', '1900-02-28', 'Dates that a worksheet cannot hold (before March 1900 or after 9999)'],
  ] as const)('stands as text, and a line says so: %s %s', (type, value, words) => {
    const { cell, lines } = firstCell(column(type, value));
    expect(cell).toMatchObject({ text: value, number: null });
    expect(lines[2]).toContain(words);
  });

  it.each([
    ['number', Number.NaN, 'NaN'],
    ['number', Number.NEGATIVE_INFINITY, '-Infinity'],
    ['date', '2026-02-30', '2026-02-30'],
    ['date', 'soon', 'soon'],
  ] as const)('stands as text: %s %s', (type, value, text) => {
    expect(firstCell(column(type, value)).cell).toMatchObject({ text, number: null });
  });

  // XLS-4
  it('is a real date from March 1900 on', () => {
    expect(firstCell(column('date', '1900-03-01')).cell?.number).toBe(61);
    expect(firstCell(column('date', '2026-11-28')).cell?.number).toBe(46_354);
  });
});

describe('a name', () => {
  // XLS-6
  it('of a worksheet is valid and unique, whatever the title is', () => {
    const names = createNameBook();
    const titles = [
      "'[]:*?/\\'",
      'History',
      'Sales',
      'SALES',
      'x'.repeat(40),
      `${'x'.repeat(30)}😀`,
      '',
      '\u0000',
      "it's",
    ];
    const given = titles.map((title) => names.sheet(title));
    expect(given.slice(0, 4)).toEqual(['Sheet', 'History 2', 'Sales', 'SALES 2']);
    expect(given.at(-1)).toBe("it's");
    expect(new Set(given.map((name) => name.toLowerCase())).size).toBe(titles.length);
    for (const name of given) expect(name).toMatch(/^(?!')[^[\]:*?/\\\p{Cs}]{1,31}(?<!')$/u);
  });

  it('of a worksheet that is too long ends with a whole word', () => {
    const names = createNameBook();
    expect(names.sheet('Q2 Kundenbefragung 2026 gesamt, ohne Händler')).toBe(
      'Q2 Kundenbefragung 2026 gesamt',
    );
    expect(names.sheet('Q9 Preisabstand netto nach Stückzahl')).toBe('Q9 Preisabstand netto nach');
    expect(names.sheet('Veränderungsrechnungsübersichtstabelle')).toHaveLength(31);
  });

  // XLS-6
  it('of a range is a word that is no cell, and unique', () => {
    const names = createNameBook();
    const words = [
      'Net sales 2025',
      'net SALES 2025',
      'FY2025',
      'R1C1',
      'c',
      '2025',
      'Umsatz März',
      '売上',
      'A.B',
      '%',
      '',
    ];
    expect(words.map((one) => names.range(one))).toEqual([
      'Net_sales_2025',
      'net_SALES_2025_2',
      '_FY2025',
      '_R1C1',
      '_c',
      '_2025',
      'Umsatz_März',
      '売上',
      'A_B',
      'percent',
      '_',
    ]);
  });

  // XLS-6
  it('of hostile words is one that Office takes', async () => {
    const columns = [
      { name: "'[]:*?/\\", type: 'text' as const, note: '=1+1 \u0000' },
      { name: '', type: 'number' as const, unit: '&"<' },
    ];
    const title = `'[]:*?/\\ &"-,Bold"&P ${'é'.repeat(300)}\ud800`;
    const bytes = writeTable({
      ...base,
      title,
      columns,
      rows: [[{ value: '=x', note: `a${'b'.repeat(50_000)}` }, 1]],
    });
    expect(await validateOffice(bytes, 'xlsx')).toEqual([]);
  });
});

describe('the table of a workbook', () => {
  const table: TableBook = {
    title: 'Contracts',
    legend: [{ tone: 'bad', text: 'Not in the file' }],
    columns: [
      { name: 'File', type: 'text' },
      { name: 'Rent', type: 'number', unit: 'EUR', note: 'What is the monthly rent?' },
      { name: 'Ends', type: 'date' },
      { name: 'Indexed', type: 'boolean' },
    ],
    rows: [
      [
        'a.pdf',
        { value: 1_200.5, note: '“1,200.50 EUR a month”\nPage 3', tone: 'good' },
        '2027-01-31',
        true,
      ],
      ['b.pdf', { value: null, tone: 'bad' }, null, false],
    ],
  };

  // XLS-4, XLS-5
  it('has typed cells, units in heads, notes, a filter, frozen heads and print settings', async () => {
    const bytes = writeTable(table);
    const { sheets, names, notes, parts } = readWorkbook(bytes);
    const { xml = '', cells = new Map() } = sheets[0] ?? {};
    expect(cells.get('B4')?.text).toBe('Rent (EUR)');
    expect(cells.get('B5')?.number).toBe(1_200.5);
    expect(cells.get('C5')?.number).toBe(46_418);
    expect(cells.get('D5')?.boolean).toBe(true);
    expect(notes).toEqual(['What is the monthly rent?', '“1,200.50 EUR a month”\nPage 3']);
    expect([...names]).toEqual([['Contracts', "'Contracts'!$A$4:$D$6"]]);
    expect(xml).toContain('ySplit="4"');
    expect(xml).toContain('<autoFilter ref="A4:D6"/>');
    expect(xml).toMatch(
      /orientation="landscape"[^>]*fitToHeight="0"|fitToHeight="0"[^>]*orientation="landscape"/,
    );
    expect(xml).toContain('Page &amp;P of &amp;N');
    expect(parts.filter((part) => /vba|macro|external/i.test(part))).toEqual([]);
    expect(await validateOffice(bytes, 'xlsx')).toEqual([]);
  });
});
