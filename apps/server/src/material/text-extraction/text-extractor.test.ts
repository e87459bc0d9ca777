import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { openSandbox, type Sandbox } from '@ecp/sandbox/sandbox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as make from '../../../testing/document-files.ts';
import { createTextExtractor, readingProgram, type TextExtractor } from './text-extractor.ts';

const fixture = (name: string) =>
  readFile(new URL(`../../../testing/fixtures/${name}`, import.meta.url));

let folder: string;
let sandbox: Sandbox;
let extractor: TextExtractor;
let files = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ecp-text-'));
  sandbox = openSandbox();
  extractor = createTextExtractor({ sandbox });
});

afterAll(async () => {
  await sandbox.close();
  await rm(folder, { recursive: true });
});

async function extract(
  extension: string,
  content: string | Buffer,
  by = extractor,
  tenantId = 'acme',
) {
  const path = join(folder, String(files++));
  await writeFile(path, content);
  return await by.extractText(tenantId, { path, extension });
}

const heading =
  '<text:h text:outline-level="1">Harbour</text:h><text:p>The quay costs 4.2 million – Größe</text:p>';
const cell = (text: string) =>
  `<table:table-cell office:value-type="string"><text:p>${text}</text:p></table:table-cell>`;
const frame = (text: string) =>
  `<draw:frame><draw:text-box><text:p>${text}</text:p></draw:text-box></draw:frame>`;
const wordTable = `<w:tbl><w:tr><w:tc>${make.wordParagraph('Crane')}</w:tc><w:tc>${make.wordParagraph('900')}</w:tc></w:tr></w:tbl>`;

/** Extension, content, and the expected sections. */
const samples: [string, () => string | Buffer | Promise<Buffer>, [string | null, string][]][] = [
  [
    '.pdf',
    () => make.makePdf(['The quay', 'Cranes \\(2\\)']),
    [
      ['page 1', 'The quay'],
      ['page 2', 'Cranes (2)'],
    ],
  ],
  [
    '.docx',
    () =>
      make.makeDocx(
        make.wordParagraph('Before') +
          make.wordParagraph('Quay', 'Heading1') +
          make.wordParagraph('Größe &lt; 12') +
          wordTable,
      ),
    [
      [null, 'Before'],
      ['section Quay', '# Quay\n\nGröße < 12\n\n| Crane | 900 |'],
    ],
  ],
  [
    '.xlsx',
    () => make.makeXlsx(),
    [
      ['sheet Costs', '| Item | Due | Share | Cost |\n| Crane | 2025-03-14 | 25% | 1234.50 |'],
      ['sheet Plan', '| Dredging | Größe 12 m |'],
    ],
  ],
  [
    '.pptx',
    () => make.makePptx(['The quay', '港 Größe']),
    [
      ['slide 1', 'The quay'],
      ['slide 2', '港 Größe'],
    ],
  ],
  [
    '.odt',
    () => make.makeOpenDocument('text', heading),
    [['section Harbour', '# Harbour\n\nThe quay costs 4.2 million – Größe']],
  ],
  [
    '.ods',
    () =>
      make.makeOpenDocument(
        'spreadsheet',
        `<table:table table:name="Costs"><table:table-row>${cell('Crane')}${cell('900')}</table:table-row></table:table>`,
      ),
    [['sheet Costs', '| Crane | 900 |']],
  ],
  [
    '.odp',
    () =>
      make.makeOpenDocument(
        'presentation',
        `<draw:page>${frame('The quay')}</draw:page><draw:page>${frame('Cranes')}</draw:page>`,
      ),
    [
      ['slide 1', 'The quay'],
      ['slide 2', 'Cranes'],
    ],
  ],
  [
    '.rtf',
    () =>
      "{\\rtf1\\ansi\\ansicpg1252 The quay costs 4.2 million \\endash  Gr\\'f6\\'dfe\\par Cranes\\par}",
    [[null, 'The quay costs 4.2 million – Größe\n\nCranes']],
  ],
  [
    '.doc',
    () => fixture('report.doc'),
    [
      [
        'section Harbour plan',
        '# Harbour plan\n\nThe quay costs 4.2 million euros – Größe 12 m.\n\n- Dredging\n- Cranes\n\n| Item | Cost |\n| Crane | 900 |',
      ],
    ],
  ],
  [
    '.xls',
    () => '<html><table><tr><th>Item<th>Cost<tr><td>Crane<td>900</table>',
    [[null, '| Item | Cost |\n| - | - |\n| Crane | 900 |']],
  ],
  ['.xls', () => 'Item\tCost\nCrane\t900\n', [[null, 'Item\tCost\nCrane\t900']]],
  [
    '.xls',
    () => make.makeXlsx(),
    [
      ['sheet Costs', '| Item | Due | Share | Cost |\n| Crane | 2025-03-14 | 25% | 1234.50 |'],
      ['sheet Plan', '| Dredging | Größe 12 m |'],
    ],
  ],
  [
    '.xls',
    () => fixture('costs.xls'),
    [['sheet sheet', '| Item | Cost |\n| Crane | 900 |\n| Größe | 12 |']],
  ],
  [
    '.ppt',
    async () => gunzipSync(await fixture('slides.ppt.gz')),
    [
      [
        'slide 1',
        'Harbour plan\nThe quay costs 4.2 million euros\nDredging\n\nNote: Say this slowly',
      ],
      ['slide 2', 'Größe Ω 港'],
    ],
  ],
  [
    '.csv',
    () => Buffer.from('Item;Cost\r\nGröße;12\r\n', 'latin1'),
    [[null, 'Item;Cost\nGröße;12']],
  ],
  ['.txt', () => Buffer.from('\ufeffGröße “quoted”\0', 'utf16le'), [[null, 'Größe “quoted”']]],
  [
    '.md',
    () => 'Intro\n\n# Quay\nText\n```\n# no heading\n```\n## Cranes ##\nMore',
    [
      [null, 'Intro'],
      ['section Quay', '# Quay\nText\n```\n# no heading\n```'],
      ['section Cranes ##', '## Cranes ##\nMore'],
    ],
  ],
  ['.json', () => '{"quay": "Größe"}', [[null, '{"quay": "Größe"}']]],
  ['.yaml', () => 'quay: 12\n', [[null, 'quay: 12']]],
  ['.YML', () => 'quay: 12\n', [[null, 'quay: 12']]],
  [
    '.html',
    () => '<title>H</title><p>Before<h1>Quay</h1><script>evil()</script><style>p{}</style><p>Text',
    [
      [null, 'Before'],
      ['section Quay', '# Quay\n\nText'],
    ],
  ],
  ['.htm', () => Buffer.from('<meta charset="iso-8859-1"><p>Größe', 'latin1'), [[null, 'Größe']]],
  [
    '.svg',
    () =>
      '<svg width="30" height="20"><title>Plan</title><style>x</style><g><text>Quay <tspan>12 m</tspan></text></g></svg>',
    [[null, 'Plan\nQuay\n12 m']],
  ],
  [
    '.zip',
    () => make.makeZip({ 'a/b.txt': 'hello', 'c.bin': '' }),
    [[null, 'a/b.txt (5 bytes)\nc.bin (0 bytes)']],
  ],
];

test.each(samples)('%s is read with text and locations', async (extension, content, expected) => {
  const { state, sections, truncated } = await extract(extension, await content());
  expect(sections).toEqual(expected.map(([location, text]) => ({ location, text })));
  expect([state, truncated]).toEqual(['extracted', false]);
});

test('pictures, scans and empty files have no text and say so', async () => {
  const note = async (extension: string, content: string | Buffer) => {
    const { state, note } = await extract(extension, content);
    return [state, note];
  };
  expect(await note('.png', make.makePngHeader(640, 480))).toEqual([
    'empty',
    'PNG image, 640 × 480 pixels. It holds no text.',
  ]);
  expect(await note('.jpg', make.makeJpegHeader(64, 48))).toEqual([
    'empty',
    'JPG image, 64 × 48 pixels. It holds no text.',
  ]);
  expect(await note('.pdf', make.makePdf(['', '']))).toEqual([
    'empty',
    'PDF document, 2 pages. It holds no text.',
  ]);
  expect(await note('.txt', '')).toEqual(['empty', 'The file is empty.']);
  expect(await note('.csv', ' \n \n')).toEqual(['empty', 'It holds no text.']);
});

describe('hostile files', () => {
  test('a password-protected file is recognised', async () => {
    for (const name of [
      'report-with-password.doc',
      'costs-with-password.xls',
      'report-with-password.odt',
      'report-with-password.pdf',
    ]) {
      expect([
        name,
        (await extract(name.slice(name.lastIndexOf('.')), await fixture(name))).state,
      ]).toEqual([name, 'encrypted']);
    }
    for (const extension of ['.docx', '.xlsx', '.pptx']) {
      expect((await extract(extension, make.makeEncryptedOffice())).state).toBe('encrypted');
    }
  });

  test.each(samples)(
    '%s truncated or with flipped bytes never harms the reader',
    async (extension, content) => {
      const whole = Buffer.from(await content());
      const flipped = Buffer.from(whole);
      for (let at = 40; at < flipped.length; at += 97) flipped[at] = (flipped[at] ?? 0) ^ 0x5a;
      for (const variant of [whole.subarray(0, whole.length / 2), flipped]) {
        const { state } = await extract(extension, variant);
        expect(['extracted', 'empty', 'failed', 'encrypted', 'too_large']).toContain(state);
      }
    },
  );

  test('noise with an Office or PDF extension has failed, with a note', async () => {
    for (const extension of [
      '.pdf',
      '.docx',
      '.xlsx',
      '.pptx',
      '.odt',
      '.doc',
      '.ppt',
      '.zip',
      '.png',
      '.jpeg',
    ]) {
      const { state, note } = await extract(extension, Buffer.alloc(2_000, 0xee));
      expect([extension, state]).toEqual([extension, 'failed']);
      expect(note).toContain(extension);
    }
  });

  test('archives that unpack to more than can be read are refused or cut', async () => {
    const spaces = ' '.repeat(65 * 1024 * 1024);
    // A busy machine takes long to unpack it.
    const by = createTextExtractor({ sandbox, timeLimitMs: 240_000 });
    expect((await extract('.docx', make.makeDocx(make.wordParagraph(spaces)), by)).state).toBe(
      'too_large',
    );
    const cells =
      '<table:table-cell table:number-columns-repeated="16000" office:value-type="string"><text:p>x</text:p></table:table-cell>';
    const rows = `<table:table table:name="B"><table:table-row table:number-rows-repeated="1000000">${cells}</table:table-row></table:table>`;
    const { sections } = await extract('.ods', make.makeOpenDocument('spreadsheet', rows));
    expect(
      sections.map(({ text }) => text.length).reduce((sum, length) => sum + length, 0),
    ).toBeLessThanOrEqual(5_000_000);
  });

  test('nested entities are not expanded', async () => {
    const levels = Array.from(
      { length: 12 },
      (_, at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(12)}">`,
    ).join('');
    const prolog = `<!DOCTYPE x [<!ENTITY e0 "ha"><!ENTITY file SYSTEM "file:///etc/passwd">${levels}]>`;
    const drawing = await extract(
      '.svg',
      `<?xml version="1.0"?>${prolog}<svg><text>before &e12; &file;</text></svg>`,
    );
    expect(drawing.sections[0]?.text.length ?? 0).toBeLessThan(5_000);
    expect(JSON.stringify(drawing)).not.toContain('root:');
    const document = await extract(
      '.docx',
      make.makeDocx(make.wordParagraph('before &e12; &file;'), prolog),
    );
    expect(JSON.stringify(document).length).toBeLessThan(5_000);
    expect(JSON.stringify(document)).not.toContain('root:');
  });

  test('very deep nesting does no harm', async () => {
    const page = await extract('.html', `${'<div>'.repeat(20_000)}deep quay`);
    expect(page.sections.at(-1)?.text).toContain('deep quay');
    const drawing = await extract('.svg', `<svg>${'<g>'.repeat(20_000)}<text>deep</text></svg>`);
    expect(['extracted', 'failed']).toContain(drawing.state);
    const { state } = await extract('.rtf', `{\\rtf1 ${'{'.repeat(50_000)}`);
    expect(['extracted', 'empty', 'failed', 'too_large', 'timeout']).toContain(state);
  });
});

test('long text is cut at the limit, and the note says so', async () => {
  const csv = await extract('.csv', 'Crane;900;Größe\n'.repeat(375_000));
  expect(csv.sections[0]?.text.length).toBe(5_000_000);
  expect(csv).toMatchObject({
    truncated: true,
    note: 'Only the first 5000000 characters were read.',
  });
});

test('a file that repeats a page without end is read until its processor time ends, and the note says up to which page', async () => {
  const by = createTextExtractor({ sandbox, timeLimitMs: 240_000, cpuLimitMs: 500 });
  const pdf = await extract(
    '.pdf',
    make.makeRepetitivePdf('The quay costs 4.2 million', 200_000),
    by,
  );
  expect([pdf.state, pdf.truncated]).toEqual(['extracted', true]);
  expect(pdf.sections[0]).toEqual({ location: 'page 1', text: 'The quay costs 4.2 million' });
  expect(pdf.note).toBe(
    `PDF document, 200000 pages. Only its beginning was read, up to page ${pdf.sections.length}.`,
  );
});

test('at most as many slides are read as the index holds passages', async () => {
  const slides = `<draw:page>${frame('The quay')}</draw:page>`.repeat(5_001);
  const presentation = await extract('.odp', make.makeOpenDocument('presentation', slides));
  expect(presentation.sections).toHaveLength(5_000);
  expect(presentation.note).toBe('Only its beginning was read, up to slide 5000.');
});

describe('a child', () => {
  const main = fileURLToPath(new URL('../../../testing/hostile/hostile-child.ts', import.meta.url));
  const hostile = {
    ...readingProgram,
    main,
    reads: [],
    packages: ['@ecp/sandbox'],
    heapMb: 100,
    memoryMb: 300,
  };

  test.each([
    ['hang', 'timeout'],
    ['buffers', 'too_large'],
    ['lie', 'failed'],
  ])('that a file makes %s gives the state %s, and the next file is read', async (wish, state) => {
    const patient = createTextExtractor({ sandbox, program: hostile });
    const by =
      state === 'timeout'
        ? createTextExtractor({ sandbox, program: hostile, timeLimitMs: 3_000 })
        : patient;
    expect(await extract('.txt', wish, by)).toMatchObject({ state, sections: [] });
    expect(await extract('.txt', 'good', patient)).toMatchObject({ state: 'empty', note: 'good' });
  });

  test('that closing kills leaves its file without a state', async () => {
    const own = openSandbox();
    const by = createTextExtractor({ sandbox: own, program: hostile });
    const reading = expect(
      Promise.all([extract('.txt', 'hang', by), extract('.txt', 'good', by)]),
    ).rejects;
    await own.close();
    await reading.toThrow('closed');
  });
});
