import XLSX from '@e965/xlsx';
import { expect, test } from 'vitest';
import { displayNumber, readFormat } from './number-format.ts';
import { readHtmlTables, readWebArchive } from './read-html-tables.ts';
import { readWorkbook } from './read-workbook.ts';
import { kindOfWorkbook } from './workbook-kind.ts';

/** Writes an archive of text files. */
function makeZip(files: Record<string, string>): Buffer {
  const archive: unknown = XLSX.CFB.utils.cfb_new();
  for (const [path, text] of Object.entries(files))
    XLSX.CFB.utils.cfb_add(archive, `/${path}`, Buffer.from(text));
  return XLSX.CFB.write(archive, { type: 'buffer', fileType: 'zip' }) as Buffer;
}

interface Parts {
  /** Number formats; cells name them by their place, from 1. */
  formats?: string[];
  /** Shared strings, as XML. */
  strings?: string;
  /** Properties of the workbook, as XML. */
  properties?: string;
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageNames = 'http://schemas.openxmlformats.org/package/2006';
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Writes an .xlsx file of one sheet from the XML of its rows, as programs other than Excel do. */
function makeXlsx(
  rows: string,
  { formats = [], strings = '', properties = '' }: Parts = {},
): Buffer {
  const codes = formats.map(
    (code, at) => `<numFmt numFmtId="${200 + at}" formatCode="${escapeXml(code)}"/>`,
  );
  const styles = ['', ...formats].map((_, at) => `<xf numFmtId="${at === 0 ? 0 : 199 + at}"/>`);
  const parts = ['workbook', 'worksheets/sheet1', 'styles', 'sharedStrings'];
  const kinds = ['sheet.main', 'worksheet', 'styles', 'sharedStrings'];
  const overrides = parts.map(
    (part, at) => `<Override PartName="/xl/${part}.xml" ContentType="${types}.${kinds[at]}+xml"/>`,
  );
  const links = ['worksheet', 'styles', 'sharedStrings'].map(
    (kind, at) =>
      `<Relationship Id="rId${at + 1}" Type="${office}/${kind}" Target="${parts[at + 1]}.xml"/>`,
  );
  return makeZip({
    '[Content_Types].xml': `<Types xmlns="${packageNames}/content-types"><Default Extension="xml" ContentType="application/xml"/>${overrides.join('')}</Types>`,
    '_rels/.rels': `<Relationships xmlns="${packageNames}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}">${properties}<sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packageNames}/relationships">${links.join('')}</Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${main}"><numFmts>${codes.join('')}</numFmts><cellXfs>${styles.join('')}</cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `<sst xmlns="${main}">${strings}</sst>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`,
  });
}

const escapeXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const indentsOf = async (bytes: Buffer): Promise<(number | undefined)[]> => {
  const sheets = await readWorkbook(bytes);
  if (typeof sheets === 'string') throw new Error(sheets);
  return (sheets[0]?.rows ?? []).map(({ cells }) => cells[0]?.indent);
};

// TAB-39
test('the indentation of cells is read from .xlsx and .xls files', async () => {
  const cell = (row: number, style: number, text: string) =>
    `<row r="${row}"><c r="A${row}" s="${style}" t="inlineStr"><is><t>${text}</t></is></c></row>`;
  const plain = makeXlsx(cell(1, 0, 'a') + cell(2, 1, 'b') + cell(3, 0, '  c'), { formats: ['0'] });
  const archive: unknown = XLSX.CFB.read(plain, { type: 'buffer' });
  const styles: { content: Uint8Array } = XLSX.CFB.find(archive, '/xl/styles.xml');
  const indented = Buffer.from(styles.content)
    .toString()
    .replace(
      /<xf numFmtId="200"\/>/,
      '<xf numFmtId="200"><alignment horizontal="left" indent="2"/></xf>',
    );
  styles.content = Buffer.from(indented);
  const xlsx = XLSX.CFB.write(archive, { type: 'buffer', fileType: 'zip' }) as Buffer;
  expect(await indentsOf(xlsx)).toEqual([undefined, 2, 2]);

  const book = XLSX.utils.book_new(XLSX.utils.aoa_to_sheet([['a']]));
  const xls: Buffer = XLSX.write(book, { type: 'buffer', bookType: 'biff8' });
  // The third byte of the alignment in each cell format (XF, [MS-XLS] 2.5.20) holds the steps.
  const record = Buffer.from([0xe0, 0x00, 0x14, 0x00]);
  for (let at = xls.indexOf(record); at >= 0; at = xls.indexOf(record, at + 24)) xls[at + 12] = 3;
  expect(await indentsOf(xls)).toEqual([3]);
});

/** Writes the numbers of a column, each in a row of its own. */
const column = (...numbers: number[]) =>
  numbers
    .map((value, at) => `<row r="${at + 1}"><c r="A${at + 1}" s="1"><v>${value}</v></c></row>`)
    .join('');

async function cellsOf(bytes: Buffer): Promise<(string | null)[][]> {
  const sheets = await readWorkbook(bytes);
  if (typeof sheets === 'string') throw new Error(sheets);
  return (sheets[0]?.rows ?? []).map(({ cells }) =>
    Array.from(cells, (cell) =>
      cell ? [cell.kind, cell.text, cell.unit].filter(Boolean).join(' ') : null,
    ),
  );
}

// TAB-24
test.each<[format: string, numbers: number[], cells: string[]]>([
  [
    '[h]:mm',
    [1.25, 10, -0.5, 1 / 72],
    ['number 30 h', 'number 240 h', 'number -12 h', 'number 0.3333333333333333 h'],
  ],
  ['[hh]:mm:ss', [62.5], ['number 1500 h']],
  ['[m]', [0.5], ['number 720 min']],
  ['[ss].00', [0.5], ['number 43200 s']],
  ['h:mm', [0.5, 0.75], ['text 12:00:00', 'text 18:00:00']],
  ['hh:mm:ss', [0.5, 1.25], ['number 12 h', 'number 30 h']],
  [
    'dd/mm/yyyy hh:mm:ss',
    [45_354.5, 45_354.99999998843, 45_356],
    ['text 2024-03-03 12:00:00', 'text 2024-03-04 00:00:00', 'text 2024-03-05 00:00:00'],
  ],
  ['yyyy-mm-dd hh:mm', [45_354, 45_355], ['date 2024-03-03', 'date 2024-03-04']],
  ['dd.mm.yyyy', [45_354], ['date 2024-03-03']],
  ['TT.MM.JJJJ', [45_354], ['date 2024-03-03']],
  ['[$-407]d. mmmm yyyy', [45_354], ['date 2024-03-03']],
  ['mmm-yy', [45_352], ['date 2024-03-01']],
  ['dd.mm.yyyy', [-3, 9e9], ['number -3', 'number 9000000000']],
  ['0.0%', [0.125], ['number 0.125 %']],
  ['#,##0.00 [$€-407]', [3], ['number 3 €']],
  ['#,##0.00\\ "zł"', [3], ['number 3 zł']],
  ['_-* #,##0.00\\ [$CHF]_-', [3], ['number 3 CHF']],
  ['0" kg"', [3], ['number 3 kg']],
  ['"Q"0', [3], ['number 3']],
  ['0.0"%"', [12], ['number 12']],
])('a cell of the format %s is what its value is', async (format, numbers, cells) => {
  expect((await cellsOf(makeXlsx(column(...numbers), { formats: [format] }))).flat()).toEqual(
    cells,
  );
});

test('days of the system of 1904 are days', async () => {
  const properties = '<workbookPr date1904="1"/>';
  expect(await cellsOf(makeXlsx(column(43_892), { formats: ['dd.mm.yyyy'], properties }))).toEqual([
    ['date 2024-03-03'],
  ]);
});

const formulas =
  '<row r="1"><c r="A1"><v>0</v></c><c r="B1"><f>A1*2</f><v>0</v></c><c r="C1"><f>A1*2</f><v></v></c><c r="D1"><f>A1*2</f></c>' +
  '<c r="E1" t="str"><f>"x"</f><v>x</v></c><c r="F1" t="str"><f>""</f><v></v></c><c r="G1" t="e"><f>1/0</f><v>#DIV/0!</v></c><c r="H1" t="e"><v>#N/A</v></c></row>';

// TAB-24
test('a formula without a result has no value, and so has a 0 that waits for the calculation of the whole workbook', async () => {
  const [stored] = await cellsOf(makeXlsx(formulas));
  const [waiting] = await cellsOf(
    makeXlsx(formulas, { properties: '<calcPr calcId="124519" fullCalcOnLoad="1"/>' }),
  );
  const others = ['uncomputed', 'uncomputed', 'text x', null, 'error #DIV/0!', 'error #N/A'];
  expect(stored).toEqual(['number 0', 'number 0', ...others]);
  expect(waiting).toEqual(['number 0', 'uncomputed', ...others]);
});

test('texts are whole, without readings for the pronunciation and with their line ends', async () => {
  const strings =
    '<si><r><t>東</t></r><r><rPr><b/></rPr><t>京</t></r><rPh sb="0" eb="2"><t>トウキョウ</t></rPh></si>' +
    '<si><t xml:space="preserve"> a_x000D_\nb &amp; c </t></si>';
  const rows =
    '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="inlineStr"><is><r><t>ri</t></r><r><t xml:space="preserve">ch </t></r></is></c>' +
    '<c r="D1" t="b"><v>1</v></c><c r="E1" t="inlineStr"><is><t>007</t></is></c></row>';
  expect(await cellsOf(makeXlsx(rows, { strings }))).toEqual([
    [
      'text 東京',
      expect.stringMatching(/^text a\s+b & c$/),
      'text rich',
      'boolean true',
      'text 007',
    ],
  ]);
});

const names = ['office', 'table', 'text', 'style', 'number'].map((name) => {
  const urn = name === 'number' ? 'datastyle' : name;
  return `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${urn}:1.0"`;
});

/** Writes an .ods file of one sheet from the XML of its rows and styles. */
function makeOds(rows: string, styles = ''): Buffer {
  const spaces = [
    ...names,
    'xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"',
  ].join(' ');
  const body = `<office:body><office:spreadsheet><table:table table:name="S">${rows}</table:table></office:spreadsheet></office:body>`;
  return makeZip({
    mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
    'META-INF/manifest.xml':
      '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>',
    'styles.xml': '<office:document-styles/>',
    'content.xml': `<office:document-content ${spaces}><office:automatic-styles>${styles}</office:automatic-styles>${body}</office:document-content>`,
  });
}

// TAB-39
test('the indentation of cells is read from .ods files', async () => {
  const text = (style: string, label: string) =>
    `<table:table-row><table:table-cell table:style-name="${style}" office:value-type="string"><text:p>${label}</text:p></table:table-cell></table:table-row>`;
  const style =
    '<style:style style:name="in" style:family="table-cell"><style:paragraph-properties fo:margin-left="0.35cm"/></style:style>';
  expect(await indentsOf(makeOds(text('a', 'x') + text('in', 'y'), style))).toEqual([
    undefined,
    350,
  ]);
});

test('an .ods file keeps its percentages, currencies, durations, errors and formulas without a result', async () => {
  const cell = (attributes: string, text = '') =>
    `<table:table-cell ${attributes}><text:p>${text}</text:p></table:table-cell>`;
  const row = [
    cell('office:value-type="percentage" office:value="0.125"', '12,5 %'),
    cell(
      'table:number-columns-repeated="2" office:value-type="currency" office:currency="EUR" office:value="12.5"',
    ),
    cell('office:value-type="time" office:time-value="PT30H00M00S"', '30:00:00'),
    cell('office:value-type="date" office:date-value="2024-03-03"', '03.03.24'),
    cell('office:value-type="date" office:date-value="2024-03-03T23:59:59.999"'),
    cell('office:value-type="boolean" office:boolean-value="true"', 'WAHR'),
    cell('table:formula="of:=1/0" office:value-type="string" office:string-value=""', '#DIV/0!'),
    cell('office:value-type="string"', 'a &amp; b'),
  ];
  const ods = makeOds(`<table:table-row>${row.join('')}</table:table-row>`);
  expect(await cellsOf(ods)).toEqual([
    [
      'number 0.125 %',
      'number 12.5 EUR',
      'number 12.5 EUR',
      'number 30 h',
      'date 2024-03-03',
      'date 2024-03-04',
      'boolean true',
      'error #DIV/0!',
      'text a & b',
    ],
  ]);
});

// TAB-25
test.each(['biff2', 'biff5'] as const)(
  'a workbook of %s is read with its code page',
  async (bookType) => {
    const book = XLSX.utils.book_new();
    const rows = [
      ['Miasto', 'x'],
      ['Krakow', 1.5],
    ];
    XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet(rows), 'S');
    const bytes = XLSX.write(book, { type: 'buffer', bookType }) as Buffer;
    // The library writes letters of old versions as ASCII alone, and the code page 1252.
    const at = bytes.indexOf('Krakow');
    bytes[at + 4] = 0xf3;
    const page = bytes.indexOf(Buffer.from('42000200e404', 'hex'));
    if (bookType === 'biff5') {
      bytes[at] = 0xa3;
      bytes.writeUInt16LE(1_250, page + 4);
    }
    const name = bookType === 'biff5' ? 'Łraków' : 'Kraków';
    expect((await cellsOf(bytes))[1]).toEqual([`text ${name}`, 'number 1.5']);
  },
);

const spreadsheetMl = (encoding: string) =>
  `<?xml version="1.0" encoding="${encoding}"?><?mso-application progid="Excel.Sheet"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Styles><Style ss:ID="d"><NumberFormat ss:Format="Short Date"/></Style><Style ss:ID="p"><NumberFormat ss:Format="Percent"/></Style></Styles>` +
  '<Worksheet ss:Name="Umsätze"><Table><Row><Cell><Data ss:Type="String">Köln &amp; Bonn</Data></Cell><Cell ss:StyleID="d"><Data ss:Type="DateTime">2024-03-04T00:00:00.000</Data></Cell><Cell ss:StyleID="p"><Data ss:Type="Number">0.125</Data></Cell><Cell ss:Index="5"><Data ss:Type="Boolean">1</Data></Cell><Cell><Data ss:Type="Error">#DIV/0!</Data></Cell><Cell><Data ss:Type="String">007</Data></Cell></Row></Table></Worksheet></Workbook>';

test.each<[string, Buffer]>([
  ['UTF-8', Buffer.from(`\ufeff${spreadsheetMl('UTF-8')}`)],
  ['windows-1252', Buffer.from(spreadsheetMl('windows-1252'), 'latin1')],
  ['UTF-16', Buffer.from(`\ufeff${spreadsheetMl('UTF-16')}`, 'utf16le')],
])('XML Spreadsheet 2003 in %s is a workbook', async (_, bytes) => {
  expect(kindOfWorkbook(bytes)).toBe('xml');
  expect(await cellsOf(bytes)).toEqual([
    [
      'text Köln & Bonn',
      'date 2024-03-04',
      'number 0.125 %',
      null,
      'boolean true',
      'error #DIV/0!',
      'text 007',
    ],
  ]);
});

const page =
  '<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta charset="utf-8"></head><body><table><tr><td>Layout<table>' +
  '<thead><tr><th colspan="2">2024</th><th rowspan=2>Größe</th></tr><tr><th>Q1</th><th>Q2</th></tr></thead>' +
  '<tbody><tr><td>1,200</td><td colspan=2>7</td></tr><tr><td>a<br>b&nbsp;c</td><td></td><td>&lt;5</td></tr></tbody></table></td></tr></table>' +
  '<table><tr><td>second</td></tr></table>';

// TAB-25
test('the tables of a page are sheets, and a label that spans cells stands in each of them', () => {
  const [first, second, ...others] = readHtmlTables(page).map(({ rows }) =>
    rows.map(({ cells }) => cells.map((cell) => cell?.text ?? null)),
  );
  expect(first).toEqual([
    ['2024', null, 'Größe'],
    ['Q1', 'Q2', 'Größe'],
    ['1,200', '7', null],
    ['a b c', null, '<5'],
  ]);
  expect([second, others]).toEqual([[['second']], []]);
});

// TAB-24
test('a raised mark of a note is no part of a value, and an exponent stays', async () => {
  const part = (words: string, align = '') =>
    `<r><rPr><sz val="11"/>${align && `<vertAlign val="${align}"/>`}</rPr><t xml:space="preserve">${words}</t></r>`;
  const texts = [
    part('12.5') + part('3', 'superscript'),
    part('5 m') + part('2', 'superscript'),
    part('A &amp; CO') + part('2', 'subscript'),
    part('4') + part('[1]'),
    part('a[1] of 5 m') + part('2', 'superscript'),
    part('1', 'superscript') + part('Estimated'),
  ];
  const rows = texts
    .map((_, at) => `<row r="${at + 1}"><c r="A${at + 1}" t="s"><v>${at}</v></c></row>`)
    .join('');
  const strings = texts.map((text) => `<si>${text}</si>`).join('');
  expect(await cellsOf(makeXlsx(rows, { strings }))).toEqual([
    ['text 12.5'],
    ['text 5 m²'],
    ['text A & CO₂'],
    ['text 4[1]'],
    ['text a[1] of 5 m²'],
    ['text [1] Estimated'],
  ]);
  const [table] = readHtmlTables(
    '<table><tr><td>Churn<sup>a</sup><td>Share<tr><td>12.5<sup>3</sup><td>5 m<sup>2</sup><tr><td>H<sub>2</sub>O<td><sup>7</sup></table>',
  );
  expect(table?.rows.map(({ cells }) => cells.map((cell) => cell?.text ?? null))).toEqual([
    ['Churn', 'Share'],
    ['12.5', '5 m²'],
    ['H₂O', '7'],
  ]);
});

test('a web archive holds pages', async () => {
  const archive =
    'MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary="----=_Next"\r\n\r\n------=_Next\r\nContent-Type: text/html; charset="windows-1251"\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n<table><tr><td>=CC=EE=F1=\r\n=EA=E2=E0</td></tr></table>\r\n------=_Next\r\nContent-Type: text/css\r\n\r\ntd {}\r\n------=_Next--\r\n';
  expect(kindOfWorkbook(Buffer.from(archive))).toBe('mhtml');
  const pages = await readWebArchive(Buffer.from(archive));
  expect(
    pages.flatMap(({ text }) => readHtmlTables(text)).map(({ rows }) => rows[0]?.cells[0]?.text),
  ).toEqual(['Москва']);
});

test.each<[string, Buffer | string]>([
  ['html', '<html><body><table>'],
  ['html', '\n<!DOCTYPE html><p>'],
  [
    'html',
    '<?xml version="1.0"?><!DOCTYPE html><html xmlns:x="urn:schemas-microsoft-com:office:excel">',
  ],
  ['html', '<table border=1><tr>'],
  ['html', Buffer.from('\ufeff<html>', 'utf16le')],
  [
    'xml',
    '<?xml version="1.0"?><ss:Workbook xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet">',
  ],
  ['sylk', 'ID;PWXL;N;E\n'],
  ['text', 'Region\tSales\nN\t1\n'],
  ['text', Buffer.from('\ufeffRegion\tSales\n', 'utf16le')],
  ['old', Buffer.from('0902060000001000', 'hex')],
])('a file that is %s is known by its first bytes', (kind, bytes) => {
  expect(kindOfWorkbook(Buffer.from(bytes as string))).toBe(kind);
});

test.each<[format: string, value: number, shown: string]>([
  ['dd.mm.yyyy', 44_989, '04.03.2023'],
  ['[$-407]dd. mmmm yyyy', 44_989, '04. March 2023'],
  ['TT.MM.JJJJ', 44_989, '04.03.2023'],
  ['jj/mm/aaaa', 44_989, '04/03/2023'],
  ['[$-411]ge.m.d', 44_989, '2023.3.4'],
  ['m/d/yy', 44_989, '2023-03-04'],
  ['dd.mm.yyyy hh:mm', 44_989.5, '04.03.2023 12:00'],
  ['hh.mm', 0.5, '12.00'],
  ['[h]:mm', 1.25, '30:00'],
  ['#,##0;(#,##0)', -1_250, '(1250)'],
  ['#,##0.00 "€"', 1_234_567.5, '1234567.50 €'],
  [';;;', 7, '7'],
  ['yyyy-mm-ddThh:mm', 44_989.5, '2023-03-04'],
])(
  'a number of the format %s is shown as people see it, without marks of thousands',
  (format, value, shown) => {
    expect(displayNumber(value, format)).toBe(shown);
  },
);

test.each(['"', '\\', '[', 'y.', ';', '_', 's.0'])(
  'a format that repeats %s a million times is read',
  (piece) => {
    expect(() => readFormat(piece.repeat(1_000_000))).not.toThrow();
  },
);
