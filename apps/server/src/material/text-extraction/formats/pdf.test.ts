import { expect, test } from 'vitest';
import { makePdfPage } from '../../../../testing/document-files.ts';
import { readFileText } from '../read-file-text.ts';
import { partBoxes } from './pdf-boxes.ts';

const limits = { textLength: 1_000_000, timeMs: 20_000, cpuMs: 20_000 };
const read = async (content: string, annotations: string[] = [], form = '') =>
  readFileText(
    { bytes: makePdfPage(`BT ${content} ET`, annotations, form), extension: '.pdf' },
    limits,
  );
const textOf = async (content: string, annotations: string[] = []) =>
  (await read(content, annotations)).sections[0]?.text ?? '';

const line = (y: number) => `1 0 0 1 72 ${y} Tm /F1 12 Tf`;
/** Text of another size and height within a line, as most programs write it. */
const shifted = (text: string, rise: number, size = 7) =>
  `${rise} Ts /F1 ${size} Tf (${text}) Tj 0 Ts /F1 12 Tf`;

// ATT-37
test.each([
  [
    'marks of notes',
    `(Churn was 12.5) Tj ${shifted('3', 5)} ( percent in 2023) Tj ${shifted('4', 4)}`,
    'Churn was 12.5[3] percent in 2023[4]',
  ],
  ['several marks', `(Costs) Tj ${shifted('1, 2', 4.2)} ( rose) Tj`, 'Costs[1, 2] rose'],
  ['marks at a note', `${shifted('3', 4)} (Without North) Tj`, '[3] Without North'],
  ['large marks', `(12.5) Tj ${shifted('3', 4, 10)} ( %) Tj`, '12.5[3] %'],
  [
    'units',
    `(5 m) Tj ${shifted('2', 4)} (, 10) Tj ${shifted('3', 4)} ( km) Tj ${shifted('2', 4)}`,
    '5 m², 10³ km²',
  ],
  ['indices', `(CO) Tj ${shifted('2', -2)} ( fell) Tj`, 'CO₂ fell'],
  ['ordinals', `(May 1) Tj ${shifted('st', 4)} (, 2026) Tj`, 'May 1st, 2026'],
  ['small words on the line', `(Total ) Tj /F1 7 Tf (in 2023) Tj`, 'Total in 2023'],
])('of a PDF, %s join no number', async (_, content, expected) => {
  expect(await textOf(`${line(700)} ${content}`)).toBe(expected);
});

const widget = (rect: string, entries: string) =>
  `/Subtype /Widget /F 4 /Rect [${rect}] ${entries}`;
const box = (rect: string, state: string) =>
  widget(
    rect,
    `/FT /Btn /T (b${state}) /V /${state} /AS /${state} /AP << /N << /Yes null /Off null >> >>`,
  );
const radio = (rect: string, own: string) =>
  widget(
    rect,
    `/FT /Btn /Ff 32768 /T (r) /V /${own === 'a' ? 'a' : 'Off'} /AS /${own === 'a' ? 'a' : 'Off'} /AP << /N << /${own} null /Off null >> >>`,
  );
const labels = `${line(700)} (Budget:) Tj ${line(660)} (Region:) Tj 1 0 0 1 100 620 Tm (Approved) Tj 1 0 0 1 220 620 Tm (Refused) Tj ${line(580)} (IBAN:) Tj ${line(540)} (End) Tj`;

// ATT-37
test('the values of fields stand where the page shows them', async () => {
  const fields = [
    widget('120 575 300 595', '/FT /Tx /Ff 16777216 /MaxLen 8 /T (i) /V (DE021234)'),
    widget('120 696 300 714', '/FT /Tx /T (a) /V (EUR 45,000)'),
    widget(
      '120 656 300 674',
      '/FT /Ch /Ff 131072 /T (c) /Opt [[(n) (North)] [(s) (South)]] /V (n)',
    ),
    box('80 616 95 630', 'Yes'),
    box('200 616 215 630', 'Off'),
    radio('320 616 335 630', 'a'),
    radio('360 616 375 630', 'c'),
    widget('72 500 300 520', '/FT /Tx /Ff 4096 /T (m) /V (one\\rtwo)'),
    widget('72 460 300 480', '/FT /Tx /Ff 8192 /T (p) /V (secret)'),
    widget('72 440 300 450', '/FT /Tx /T (h) /V (hidden)').replace('/F 4', '/F 2'),
    widget('72 400 300 420', '/FT /Btn /Ff 65536 /T (push)'),
    '/Subtype /FreeText /F 4 /Rect [72 380 200 395] /Contents (Typed on it) /DA (/F1 12 Tf)',
  ];
  expect(await textOf(labels, fields)).toBe(
    'Budget: EUR 45,000\nRegion: North\n☒ checked Approved ☐ unchecked Refused ☒ checked ☐ unchecked\nIBAN: DE021234\nEnd\none\ntwo\nTyped on it',
  );
});

// ATT-37
test('a form that cannot be read is said, and so are comments', async () => {
  const comment = '/Subtype /Text /F 4 /Rect [72 500 90 520] /Contents (Is this right?)';
  const { note } = await read(labels, [comment], '/XFA [(template) 3 0 R]');
  expect(note).toBe(
    'PDF document, 1 page. It holds a form of the kind XFA, whose fields cannot be read. Its comments were left out.',
  );
});

const words = (x: number, y: number, text: string, size = 11) =>
  `1 0 0 1 ${x} ${y} Tm /F1 ${size} Tf (${text}) Tj`;
/**
 * Writes lines across the page, as most programs do: one text of each column, then the next line.
 */
const across = (columns: string[][], size = 11) =>
  Array.from({ length: Math.max(...columns.map(({ length }) => length)) }, (_, at) =>
    columns
      .map((column, index) =>
        column[at] ? words(40 + index * 190, 700 - at * 14, column[at], size) : '',
      )
      .join(' '),
  ).join(' ');
const german = [
  'Vorteile: Marke bei 84',
  'Prozent der Kunden bekannt',
  'und treue Partner',
  'im Norden',
];
const french = ['Risques : prix de 12 pour', 'cent plus hauts que le', 'marche local'];
const spanish = ['Planes: abrir tiendas en', 'el sur y vender en linea', 'desde 2027'];
const bullets = [
  ['- Known brand', '- Loyal clients', '- Own trucks'],
  ['- High prices', '- Slow delivery'],
];

// ATT-41
test.each([
  ['boxes of unequal length', [german, french]],
  ['three boxes', [spanish, french, german]],
  ['lists', bullets],
  [
    'captions',
    [
      ['Figure 1: the north quay', 'before the flood of May'],
      ['Figure 2: the south quay', 'after the repair'],
    ],
  ],
])('of a PDF, %s side by side are read one after the other', async (_, columns) => {
  const text = await textOf(`${words(40, 760, 'Where we stand', 18)} ${across(columns)}`);
  const expected = ['Where we stand', ...columns.flat()].join('\n');
  expect(text).toBe(expected);
});

// ATT-41
test.each([
  [
    'values',
    [
      ['Sales of window glass', 'Costs of energy and', 'Net debt at the end'],
      ['4,100', '-3,100', '–'],
      ['12%', 'n/a', '7%'],
    ],
  ],
  [
    'words',
    [
      ['Region', 'North', 'West coast'],
      ['Manager', 'Ada Smith', 'Jane Roe'],
      ['State', 'open', 'closed'],
    ],
  ],
  [
    'terms',
    [
      ['Term', 'Notice', 'Fee'],
      ['Three years from signature', '90 days to the end', 'EUR 12,000 a month'],
    ],
  ],
])('of a PDF, tables of %s stay rows', async (_, columns) => {
  const ascii = columns.map((column) => column.map((cell) => cell.replace('–', '-')));
  const rows = ascii[0]?.map((_cell, at) => ascii.map((column) => column[at]).join(' '));
  expect(await textOf(across(ascii))).toBe(rows?.join('\n'));
});

// ATT-41
test('texts of scripts without blanks, at different heights and from right to left are parted, too', () => {
  const item = (str: string, left: number, baseline: number, dir = 'ltr') => ({
    str,
    dir,
    transform: [10, 0, 0, 10, left, baseline],
    width: str.length * 10,
    hasEOL: true,
  });
  const left = ['強みはブランドが八割に', '知られており顧客も長く', '取引を続けている'];
  const right = ['弱みは価格が市場よりも', '高く納期も遅いことだが', '改善している'];
  const japanese = left.flatMap((text, at) => [
    item(text, 40, 700 - at * 14),
    item(right[at] ?? '', 240, 696 - at * 14),
  ]);
  expect(partBoxes(japanese).map(({ str }) => str)).toEqual([...left, ...right]);
  const arabic = left.flatMap((text, at) => [
    item(text, 40, 700 - at * 14, 'rtl'),
    item(right[at] ?? '', 240, 700 - at * 14, 'rtl'),
  ]);
  expect(partBoxes(arabic).map(({ str }) => str)).toEqual([...right, ...left]);
});

// ATT-41
test('of a PDF, a large number stays with the words below it', async () => {
  const numbers = `${words(40, 700, '84%', 28)} ${words(230, 700, '12', 28)}`;
  const below = `${words(40, 680, 'of buyers know us')} ${words(230, 680, 'new clients')}`;
  expect(await textOf(`${numbers} ${below}`)).toBe('84%\nof buyers know us\n12\nnew clients');
});

// ATT-42
test.each([
  ['3', `${words(40, 700, 'Revenue grew 12 percent')}`, 'Revenue grew 12 percent'],
  ['6', `${words(40, 700, 'UMSATZ WUCHS')}`, 'UMSATZ WUCHS'],
  ['4', words(40, 700, 'A B C D E'), 'A B C D E'],
])('of a PDF, letters set apart by %s points are words', async (gap, content, expected) => {
  expect(await textOf(`${gap} Tc ${content}`)).toBe(expected);
});

// ATT-42
test('of a PDF, words printed twice are read once, and words that only repeat are read each time', async () => {
  const whole = `${words(40, 700, 'Net debt fell')} ${words(40.3, 700, 'Net debt fell')}`;
  const single = ['Net', 'debt'].map(
    (word, at) => `${words(40 + at * 30, 680, word)} ${words(40.4 + at * 30, 680, word)}`,
  );
  expect(await textOf(`${whole} ${single.join(' ')}`)).toBe('Net debt fell\nNet debt');
  expect(
    await textOf(`${words(40, 700, 'no')} ${words(90, 700, 'no')} ${words(40, 680, 'no')}`),
  ).toBe('no no\nno');
});
