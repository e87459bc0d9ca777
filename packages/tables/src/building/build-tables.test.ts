import XLSX from '@e965/xlsx';
import { openSandbox } from '@ecp/sandbox/sandbox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BuiltTable, BuiltTables, ResultCell } from '../table-types.ts';
import { createTables } from '../tables.ts';

const sandbox = openSandbox({ cpuBudgetMs: 600_000 });
const tables = createTables({ sandbox });
// The first child of a sandbox takes long on a busy machine.
beforeAll(() => build('first.csv', 'a,b\n1,2\n'));
afterAll(() => sandbox.close());

const build = (filename: string, bytes: Buffer | string): Promise<BuiltTables> =>
  tables.buildTables({ tenantId: 'one', filename, bytes: Buffer.from(bytes) });

async function rowsOf({ name, sha256, parquet }: BuiltTable): Promise<ResultCell[][]> {
  const given = [{ name, sha256, load: async () => parquet }];
  return (await tables.runQuery({ tenantId: 'one', tables: given, sql: `select * from "${name}"` }))
    .rows;
}

const headOf = ({ columns }: BuiltTable) =>
  columns.map(({ name, type, unit }) => [name, type, unit].join(' '));

/** Builds the one table of a file. */
async function buildOne(filename: string, bytes: Buffer | string) {
  const built = await build(filename, bytes);
  const [table] = built.tables;
  if (!table || built.tables.length > 1)
    throw new Error(`${built.tables.length} tables: ${JSON.stringify(built)}`);
  const leftOut = table.leftOut.rows.map(({ row, reason }) => `${row} ${reason}`);
  const remarks = table.remarks.map(({ column, kind }) => `${column} ${kind}`);
  return { table, head: headOf(table), rows: await rowsOf(table), leftOut, remarks };
}

type Sheets = Record<
  string,
  { rows: unknown[][]; merges?: string[]; hidden?: 1 | 2; formats?: Record<string, string> }
>;

function writeBook(sheets: Sheets, bookType: XLSX.BookType = 'xlsx'): Buffer {
  const book = XLSX.utils.book_new();
  for (const [name, { rows, merges = [], formats = {} }] of Object.entries(sheets)) {
    const sheet = XLSX.utils.aoa_to_sheet(rows);
    sheet['!merges'] = merges.map((range) => XLSX.utils.decode_range(range));
    for (const [place, format] of Object.entries(formats)) sheet[place].z = format;
    XLSX.utils.book_append_sheet(book, sheet, name);
  }
  book.Workbook = { Sheets: Object.values(sheets).map(({ hidden }) => ({ Hidden: hidden ?? 0 })) };
  return XLSX.write(book, { type: 'buffer', bookType }) as Buffer;
}

/**
 * Hides a sheet, counted from 0, as LibreOffice does: by a style of its own that is not displayed.
 */
function hideInOds(ods: Buffer, sheet: number): Buffer {
  const archive = XLSX.CFB.read(ods, { type: 'buffer' });
  const file = XLSX.CFB.find(archive, '/content.xml');
  const style =
    '<style:style style:name="ta9" style:family="table"><style:table-properties table:display="false"/></style:style>';
  let seen = -1;
  const content = Buffer.from(file.content)
    .toString()
    .replace('</office:automatic-styles>', `${style}</office:automatic-styles>`)
    .replaceAll(/(<table:table [^>]*style-name=")ta1"/g, (whole, head: string) => {
      seen += 1;
      return seen === sheet ? `${head}ta9"` : whole;
    });
  file.content = Buffer.from(content);
  return XLSX.CFB.write(archive, { type: 'buffer', fileType: 'zip' }) as Buffer;
}

describe('a delimited file', () => {
  test('with semicolons, decimal commas and thousands keeps its numbers, days and units', async () => {
    const { head, rows, leftOut } = await buildOne(
      'umsatz.csv',
      'Region;Tag;Umsatz (TEUR);Anteil in %;offen\n' +
        'Nord;01.02.2024;1.200,50;12,5;ja\nSüd;02.02.2024;-0,10;87,5;nein\nNord;03.02.2024;(2.000,00);;nein\n' +
        'Summe;;-799,60;100;\n',
    );
    expect(head).toEqual([
      'Region text ',
      'Tag date ',
      'Umsatz number TEUR',
      'Anteil number %',
      'offen boolean ',
    ]);
    expect(rows).toEqual([
      ['Nord', '2024-02-01', 1200.5, 12.5, true],
      ['Süd', '2024-02-02', -0.1, 87.5, false],
      ['Nord', '2024-02-03', -2000, null, false],
    ]);
    expect(leftOut).toEqual(['5 total']);
  });

  test('in UTF-16 with tabs keeps codes with zeros before them as text', async () => {
    const { head, rows } = await buildOne(
      'codes.tsv',
      Buffer.from('\ufeffcode\tamount\n007\t2,000\n008\t4,500.5\n', 'utf16le'),
    );
    expect(head).toEqual(['code text ', 'amount number ']);
    expect(rows).toEqual([
      ['007', 2000],
      ['008', 4500.5],
    ]);
  });

  test('in Latin-1 with pipes reads the text 12,5 % as 12.5', async () => {
    const { head, rows } = await buildOne(
      'preise.txt',
      Buffer.from('Größe|Rabatt\nklein|12,5 %\ngroß|3 %\n', 'latin1'),
    );
    expect(head).toEqual(['Größe text ', 'Rabatt number %']);
    expect(rows).toEqual([
      ['klein', 12.5],
      ['groß', 3],
    ]);
  });

  test('may have titles, blank lines, subtotals and notes around and in its table', async () => {
    const { table, head, rows, leftOut } = await buildOne(
      'report.csv',
      'Sales report\nin EUR m\n\nRegion,2023,2024\nNorth,1.5,3\nSouth,2,4.25\nNorth and South total,3.5,7.25\n\n' +
        'East,1,1\nTotal Energies,2,2\nTotal,6.5,10.25\n\nSource: own\n',
    );
    expect(head).toEqual(['Region text ', '2023 number EUR m', '2024 number EUR m']);
    expect(rows).toEqual([
      ['North', 1.5, 3],
      ['South', 2, 4.25],
      ['East', 1, 1],
      ['Total Energies', 2, 2],
    ]);
    expect(table.name).toBe('report');
    expect(leftOut).toEqual(['1 note', '2 note', '7 total', '11 total', '13 note']);
  });

  test('keeps quotes, line ends in fields, missing values, and long numbers exactly', async () => {
    const { head, rows } = await buildOne(
      'odd.csv',
      'name,"value ""net""",id,tiny\n"a, ""b""\nc",n/a,12345678901234567890,0.1\n d ,0.30,12345678901234567891,1e-7\n',
    );
    expect(head).toEqual(['name text ', 'value "net" number ', 'id text ', 'tiny number ']);
    expect(rows).toEqual([
      ['a, "b"\nc', null, '12345678901234567890', 0.1],
      ['d', 0.3, '12345678901234567891', 0.0000001],
    ]);
  });

  // TAB-19
  test('guesses neither days that could be two nor numbers among texts, and says so', async () => {
    const { head, remarks, table } = await buildOne(
      'doubt.csv',
      `day,amount,cost\n${Array.from({ length: 9 }, (_, at) => `0${at + 1}/02/2024,${at},$${at}`).join('\n')}\n01/02/2024,see note,€5\n`,
    );
    expect(head).toEqual(['day text ', 'amount text ', 'cost text ']);
    expect(remarks).toEqual(['day ambiguous_date', 'amount mixed_column', 'cost several_units']);
    expect(table.remarks[1]?.text).toBe(
      'The column is text: one cell is not like the others, such as “see note”.',
    );
  });

  test('gives columns without a head and with the same one names of their own', async () => {
    const { head } = await buildOne('heads.csv', 'Amount,,amount\n1,2,3\n4,5,6\n');
    expect(head).toEqual(['Amount number ', 'column_2 number ', 'amount_2 number ']);
  });

  test('is the same table whether it is read at once or in two passes', async () => {
    const lines = Array.from(
      { length: 300_000 },
      (_, at) =>
        `Region ${at % 7};${at % 400},${at % 100};2024-01-${10 + (at % 20)};${at}.${100 + (at % 900)}`,
    );
    const text = `Region;Amount (EUR);Day;Weight\n${lines.join('\n')}\nSource: the shops themselves\n`;
    expect(text.length).toBeGreaterThan(8 * 1024 * 1024);
    const [streamed, small] = await Promise.all([
      buildOne('big.csv', text),
      buildOne(
        'big.csv',
        `Region;Amount (EUR);Day;Weight\n${lines.slice(0, 1_000).join('\n')}\nSource: the shops themselves\n`,
      ),
    ]);
    expect(streamed.head).toEqual(small.head);
    expect(streamed.rows).toEqual(small.rows);
    expect(streamed.table.rowCount).toBe(300_000);
    expect(streamed.leftOut).toEqual(small.leftOut.map((line) => line.replace('1002', '300002')));
  });

  test('of more than 8 MB with too many columns says so, and one with nothing but a head has no rows', async () => {
    const wide = `${Array.from({ length: 1_001 }, (_, at) => `column ${at}`).join(';')}\n`;
    const row = `${'1;'.repeat(1_000)}1\n`;
    const [columns, titles] = await Promise.all([
      build('wide.csv', wide + row.repeat(4_200)),
      build('titles.csv', `a;b\n${' ;\n'.repeat(3_000_000)}`),
    ]);
    expect(columns).toMatchObject({ tables: [], unread: [{ reason: 'too_large' }] });
    expect(titles.tables.map(({ rowCount, columns: names }) => [rowCount, names.length])).toEqual([
      [0, 2],
    ]);
  });

  test.each([
    [
      'prose.txt',
      'Hello, this is a text.\nIt has no table, and, well, no sense.\nEnd.\n',
      'unsupported',
    ],
    ['broken.xlsx', 'not a workbook', 'damaged'],
    ['broken.xlsx', 'PK\x03\x04 cut', 'damaged'],
    ['picture.png', 'x', 'unsupported'],
    ['empty.csv', '', null],
  ])('%s has no table', async (filename, text, problem) => {
    expect(await build(filename, text)).toEqual({ tables: [], unread: expect.any(Array), problem });
  });
});

describe('a workbook', () => {
  const sheets: Sheets = {
    Overview: {
      rows: [
        ['Report 2024'],
        [],
        ['EUR 000', 'Revenue', null, 'Cost', null, 'Share'],
        [null, 2023, 2024, 2023, 2024, '%'],
        ['North', 1, 2, 3, 4, 0.12],
        ['South', 5.5, 6, 7, 8, 0.88],
        ['Sum', 6.5, 8, 10, 12, 1],
        ['* audited'],
      ],
      merges: ['A1:F1', 'B3:C3', 'D3:E3'],
      formats: { F5: '0%', F6: '0%', F7: '0%' },
    },
    'Wages 2024': {
      hidden: 1,
      rows: [
        ['EUR', 'Year', 'Amount', 'Note'],
        ['a', 2023, 1234.5, 'x'],
        ['b', 2024, 0.1, '=1+1'],
        [],
        ['Name', 'Pay'],
        ['A', 10],
        ['B', 20],
      ],
      formats: { C2: '"€"#,##0' },
    },
    Sheet3: {
      hidden: 2,
      rows: [
        ['Left', 'v', null, 'Right', 'w'],
        ['a', 1, null, 'c', 10 / 3],
        ['b', 2, null, 'd', 1e-9],
      ],
    },
    Empty: { rows: [[]] },
  };

  test.each(['xlsx', 'xlsm', 'biff8', 'ods'] as const)(
    'as %s becomes the same tables',
    async (bookType) => {
      const built = await build(
        `book.${bookType === 'biff8' ? 'xls' : bookType}`,
        writeBook(sheets, bookType),
      );
      const rows = await Promise.all(built.tables.map(rowsOf));
      expect(built.tables.map((table) => [table.sheet, table.name, headOf(table)])).toEqual([
        [
          'Overview',
          'overview',
          [
            'column_1 text ',
            'Revenue 2023 number EUR 000',
            'Revenue 2024 number EUR 000',
            'Cost 2023 number EUR 000',
            'Cost 2024 number EUR 000',
            'Share number %',
          ],
        ],
        [
          'Wages 2024',
          'wages_2024',
          ['column_1 text ', 'Year number ', expect.any(String), 'Note text '],
        ],
        ['Wages 2024', 'wages_2024_2', ['Name text ', 'Pay number ']],
        ['Sheet3', 'book_sheet3', ['Left text ', 'v number ']],
        ['Sheet3', 'book_sheet3_2', ['Right text ', 'w number ']],
      ]);
      expect(rows).toEqual([
        [
          ['North', 1, 2, 3, 4, 0.12],
          ['South', 5.5, 6, 7, 8, 0.88],
        ],
        [
          ['a', 2023, 1234.5, 'x'],
          ['b', 2024, 0.1, '=1+1'],
        ],
        [
          ['A', 10],
          ['B', 20],
        ],
        [
          ['a', 1],
          ['b', 2],
        ],
        [
          ['c', 10 / 3],
          ['d', 1e-9],
        ],
      ]);
      expect(
        built.tables.map(({ leftOut }) =>
          leftOut.rows.map(({ row, reason }) => `${row} ${reason}`),
        ),
      ).toEqual([['1 note', '7 total', '8 note'], [], [], [], []]);
      expect(built.unread).toEqual([{ sheet: 'Empty', reason: 'empty' }]);
    },
  );

  test('tells which sheets are hidden', async () => {
    const { tables: built } = await build('book.xlsx', writeBook(sheets));
    expect(built.map(({ isHidden }) => isHidden)).toEqual([false, true, true, true, true]);
  });

  test('tells which sheets of an .ods file are hidden, and their names without entities', async () => {
    const rows = [
      ['a', 'b'],
      ['x', 1],
    ];
    const { tables: built } = await build(
      'book.ods',
      hideInOds(writeBook({ Plan: { rows }, 'R&D > "X"': { rows } }, 'ods'), 1),
    );
    expect(built.map(({ sheet, isHidden }) => [sheet, isHidden])).toEqual([
      ['Plan', false],
      ['R&D > "X"', true],
    ]);
  });

  // TAB-35
  test('has days as days, points in time as dates with their time, and failed formulas as nothing', async () => {
    const rows = [
      ['day', 'moment', 'rate'],
      [45_292, 45_292.75, 0.5],
      [45_293, 45_293.25, 2],
    ];
    const formats = {
      A2: 'dd/mm/yyyy',
      A3: 'dd/mm/yyyy',
      B2: 'dd/mm/yyyy hh:mm',
      B3: 'dd/mm/yyyy hh:mm',
    };
    const { head, rows: read } = await buildOne('days.xlsx', writeBook({ One: { rows, formats } }));
    expect(head).toEqual(['day date ', 'moment date ', 'rate number ']);
    expect(read).toEqual([
      ['2024-01-01', '2024-01-01 18:00:00', 0.5],
      ['2024-01-02', '2024-01-02 06:00:00', 2],
    ]);
  });

  // TAB-36
  test('has percentages by their format and as texts on one scale', async () => {
    const rows = [
      ['item', 'share', 'rate'],
      ['a', 0.125, 0.12],
      ['b', '50 %', 0.5],
      ['c', '30%', 0.07],
    ];
    const formats = { B2: '0%', C2: '0%', C3: '0%', C4: '0.0%' };
    const {
      head,
      rows: read,
      remarks,
    } = await buildOne('p.xlsx', writeBook({ One: { rows, formats } }));
    expect(head).toEqual(['item text ', 'share number %', 'rate number %']);
    expect(read.map(([, share, rate]) => [share, rate])).toEqual([
      [12.5, 0.12],
      [50, 0.5],
      [30, 0.07],
    ]);
    expect(remarks).toEqual(['share percent_in_two_scales']);
  });

  // TAB-20
  test('has heads of percentages as they are shown', async () => {
    const rows = [
      ['Rabatt', 0.05, 0.125],
      ['A', 3, 4],
      ['B', 6, 2],
    ];
    const { head } = await buildOne(
      'bands.xlsx',
      writeBook({ One: { rows, formats: { B1: '0%', C1: '0.0%' } } }),
    );
    expect(head).toEqual(['Rabatt text ', '5% number ', '12.5% number ']);
  });

  // TAB-37
  test.each(['xlsx', 'biff8'] as const)(
    'of the kind %s has codes as their format shows them',
    async (type) => {
      const rows = [
        ['town', 'zip', 'account', 'year', 'month', 'n'],
        ['A', 2134, 123_456_789, 2024, 3, 7],
        ['B', 10_001, 12_345, 2025, 12, 12],
      ];
      const formats = {
        B2: '00000',
        B3: '00000',
        C2: '000-00-0000',
        C3: '000-00-0000',
        D2: '0000',
        D3: '0000',
        E2: '00',
        E3: '00',
        F2: '0',
        F3: '#,##0',
      };
      const name = type === 'biff8' ? 'codes.xls' : `codes.${type}`;
      const { rows: read, remarks } = await buildOne(
        name,
        writeBook({ One: { rows, formats } }, type),
      );
      expect(read).toEqual([
        ['A', '02134', '123-45-6789', 2024, '03', 7],
        ['B', '10001', '000-01-2345', 2025, '12', 12],
      ]);
      expect(remarks).toEqual([]);
    },
  );

  // TAB-24
  test('has the unit of a sheet in the columns of numbers, unless their heads name units', async () => {
    const plain = [
      ['Jahr', 'Bestand', 'Alt'],
      [2021, 3450, 620],
      [2025, 4980, 1240],
    ];
    const named = [
      ['Ventil', 'Brutto inkl. 20 % USt. (EUR)', 'Stück'],
      ['K-12', 118.8, 2700],
      ['K-20', 199.2, 840],
    ];
    const book = writeBook({ 'Bestand (T€)': { rows: plain }, 'Preise (T€)': { rows: named } });
    const { tables } = await build('lager.xlsx', book);
    expect(tables.map(({ columns }) => columns.map(({ name, unit }) => `${name} ${unit}`))).toEqual(
      [
        ['Jahr null', 'Bestand T€', 'Alt T€'],
        ['Ventil null', 'Brutto inkl. 20 % USt. EUR', 'Stück null'],
      ],
    );
  });

  test('gives each row of a merged label the label, and no number twice', async () => {
    const rows = [
      ['Region', 'Town', 'Sales'],
      ['North', 'A', 1],
      [null, 'B', 2],
      ['South', 'C', 5],
      [null, 'D', null],
    ];
    const merges = ['A2:A3', 'A4:A5', 'C4:C5'];
    const { rows: read } = await buildOne('merged.xlsx', writeBook({ One: { rows, merges } }));
    expect(read).toEqual([
      ['North', 'A', 1],
      ['North', 'B', 2],
      ['South', 'C', 5],
      ['South', 'D', null],
    ]);
  });
});
