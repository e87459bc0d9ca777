import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import XLSX from '@e965/xlsx';
import { expect, test } from 'vitest';
import {
  makeDocx,
  makeOpenDocument,
  makePptx,
  wordParagraph,
} from '../../../../testing/document-files.ts';
import { readFileText } from '../read-file-text.ts';

const limits = { textLength: 1_000_000, timeMs: 240_000, cpuMs: 60_000 };
const readAll = async (extension: string, bytes: Buffer) => {
  const { sections, note } = await readFileText({ bytes, extension }, limits);
  return { text: sections.map(({ text }) => text).join('\n'), note };
};

const span = (style: string, words: string) =>
  `<text:span text:style-name="${style}">${words}</text:span>`;
const p = (content: string) => `<text:p>${content}</text:p>`;
const cell = (words: string, attributes = '') =>
  `<table:table-cell ${attributes}>${words === '' ? '' : p(words)}</table:table-cell>`;
const row = (...cells: string[]) => `<table:table-row>${cells.join('')}</table:table-row>`;
const covered = '<table:covered-table-cell/>';
const styles =
  '<style:style style:name="up" style:family="text"><style:text-properties style:text-position="super 58%"/></style:style>' +
  '<style:style style:name="down" style:family="text"><style:text-properties style:text-position="sub 58%"/></style:style>' +
  '<style:style style:name="struck" style:family="text"><style:text-properties style:text-line-through-style="solid"/></style:style>' +
  '<style:style style:name="signs" style:family="text"><style:text-properties style:font-name="Symbol"/></style:style>';
const note = (words: string) =>
  `<text:note text:id="n1" text:note-class="footnote"><text:note-citation>1</text:note-citation><text:note-body>${p(words)}</text:note-body></text:note>`;

// ATT-39
test.each([
  [
    'marks of notes',
    p(`12.5${span('up', '3')} percent in 2023${span('up', '4, ')}${span('up', '5')}`),
    '12.5[3] percent in 2023[4, 5]',
  ],
  [
    'units',
    p(`5 m${span('up', '2')}, 10${span('up', '3')}, CO${span('down', '2')}`),
    '5 m², 10³, CO₂',
  ],
  [
    'line breaks and tabs',
    p('12<text:line-break/>15<text:tab/>18<text:s text:c="2"/>20'),
    '12\n15\t18  20',
  ],
  [
    'breaks in headings',
    '<text:h text:outline-level="2">12<text:line-break/>15</text:h>',
    '## 12 15',
  ],
  ['hyphens', p('1\u201124 hours, work\u00aders'), '1\u201124 hours, workers'],
  ['symbols', p(`${span('signs', '\uf0b3')} 40`), '≥ 40'],
  ['struck words', p(`${span('struck', '6')}${span('struck', '0')}45`), '~~60~~45'],
  [
    'footnotes',
    p(`Churn was 12.5${note('Without North.')} percent`) + p('After'),
    'Churn was 12.5 percent\n\nNote: Without North.\n\nAfter',
  ],
  [
    'merged cells',
    `<table:table>${row(cell('Sales', 'table:number-columns-spanned="2"'), covered, cell('Region', 'table:number-rows-spanned="2"'))}${row(cell('1'), cell('2'), covered)}${row(cell('3'), cell('4'), cell('North'))}</table:table>`,
    '| Sales |  | Region |\n| 1 | 2 |  |\n| 3 | 4 | North |',
  ],
  [
    'lines of a cell',
    `<table:table>${row(`<table:table-cell>${p('12')}${p('15')}</table:table-cell>`, cell(`1<text:line-break/>2${span('up', '3')}`))}</table:table>`,
    '| 12 15 | 1 2[3] |',
  ],
  [
    'text boxes',
    p(
      `Before <draw:frame><draw:text-box>${p('Box')}</draw:text-box></draw:frame>${span('plain', 'be')}hind`,
    ),
    'Before\nBox\nbehind',
  ],
  [
    'tracked changes',
    `<text:tracked-changes><text:changed-region>${p('9')}</text:changed-region></text:tracked-changes>${p('1<text:change text:change-id="c"/>3')}`,
    '13',
  ],
])('of an .odt, %s are read', async (_, body, expected) => {
  expect((await readAll('.odt', makeOpenDocument('text', body, styles))).text).toBe(expected);
});

const listStyles =
  '<text:list-style style:name="clauses"><text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix="."/><text:list-level-style-number text:level="2" style:num-format="a" style:num-prefix="§ " style:num-suffix=")" text:display-levels="2"/><text:list-level-style-bullet text:level="3"/></text:list-style>' +
  '<text:outline-style><text:outline-level-style text:level="1" style:num-format="I" style:num-suffix="."/><text:outline-level-style text:level="2" style:num-format=""/></text:outline-style>' +
  '<style:style style:name="Heading_20_2" style:display-name="Heading 2" style:family="paragraph"/><style:style style:name="P9" style:family="paragraph" style:parent-style-name="Heading_20_2"/>' +
  '<style:style style:name="gone" style:family="text"><style:text-properties text:display="none"/></style:style><style:style style:name="heir" style:family="text" style:parent-style-name="gone"/>' +
  '<style:style style:name="gone" style:family="paragraph"><style:text-properties text:display="none"/></style:style>' +
  '<style:style style:name="raised" style:family="text"><style:text-properties style:text-position="33% 58%"/></style:style>';
const list = (items: string, attributes = '') =>
  `<text:list text:style-name="clauses" ${attributes}>${items}</text:list>`;
const item = (content: string, attributes = '') =>
  `<text:list-item ${attributes}>${content}</text:list-item>`;
const inner = (items: string) => `<text:list>${items}</text:list>`;
const formulaFrame = '<draw:frame><draw:object xlink:href="./Object 1"/></draw:frame>';

// ATT-44
test.each([
  [
    'labels of lists',
    list(
      item(p('Entgelt') + inner(item(p('Frist')) + item(p('Zahlung') + inner(item(p('bar')))))) +
        item(p('Recht')),
    ),
    '1. Entgelt\n  § 1.a) Frist\n  § 1.b) Zahlung\n    - bar\n2. Recht',
  ],
  [
    'numbers that go on',
    list(item(p('条'), 'text:start-value="4"'), 'xml:id="x"') +
      p('間') +
      list(item(p('項')), 'text:continue-list="x"') +
      list(item(p('新'))),
    '4. 条\n間\n\n5. 項\n1. 新',
  ],
  [
    'numbers and styles of headings',
    `<text:h text:outline-level="1">Prix</text:h><text:h text:outline-level="1">Délai</text:h><text:p text:style-name="P9">Clause</text:p>`,
    '# I. Prix\n# II. Délai\n## Clause',
  ],
  [
    'no hidden texts',
    p(
      `uno${span('gone', 'no')}${span('heir', '<text:s/>no')}<text:hidden-text>no</text:hidden-text> dos`,
    ) +
      '<text:p text:style-name="gone">no</text:p><text:section text:display="none"><text:p>no</text:p></text:section>',
    'uno dos',
  ],
  ['marks that are raised by a part of the line', p(`12.5${span('raised', '3')} %`), '12.5[3] %'],
  ['formulas', p(`Share: ${formulaFrame} of sales`), 'Share: 2/3 of sales'],
])('of an .odt, a reader sees %s', async (_, body, expected) => {
  const formula =
    '<math xmlns="http://www.w3.org/1998/Math/MathML"><mfrac><mn>2</mn><mn>3</mn></mfrac></math>';
  const bytes = makeOpenDocument('text', body, listStyles, { 'Object 1/content.xml': formula });
  expect((await readAll('.odt', bytes)).text).toBe(expected);
});

// ATT-44
test('of an .odp, fields that are not filled in are left out', async () => {
  const box = (content: string, attributes = '') =>
    `<draw:frame ${attributes}><draw:text-box>${content}</draw:text-box></draw:frame>`;
  const notes = `<presentation:notes>${box(p('Say it'), 'presentation:class="notes"')}${box(p('<text:page-number>&lt;number&gt;</text:page-number>'), 'presentation:class="page-number"')}</presentation:notes>`;
  const page = `<draw:page>${box(p(`million${span('raised', '3')}`))}${box(p('<text:page-number>&lt;number&gt;</text:page-number>'))}${notes}</draw:page>`;
  const { text } = await readAll('.odp', makeOpenDocument('presentation', page, listStyles));
  expect(text).toBe('million[3]\n\nNote: Say it');
});

const rtf = (body: string) =>
  Buffer.from(
    `{\\rtf1\\ansi\\ansicpg1252{\\fonttbl{\\f0 Arial;}{\\f3\\fcharset2 Symbol;}{\\f4\\fcharset2 Wingdings;}}${body}\\par}`,
    'latin1',
  );

// ATT-39
test.each([
  [
    'marks of notes',
    '12.5{\\super 3} percent in 2023\\super 4\\nosupersub , 12.5\\up6 7\\up0 %, 3\\super 8\\super0  x',
    '12.5[3] percent in 2023[4], 12.5[7]%, 3[8] x',
  ],
  ['units', '5 m{\\super 2}, CO{\\sub 2}, H{\\dn4 2}O', '5 m², CO₂, H₂O'],
  [
    'breaks',
    '12\\line 15\\tab 18\\page 20\\column 21\\softline 22\\sect 23',
    '12\n15\t18\n20\n21\n22\n\n23',
  ],
  ['hyphens and blanks', '1\\_24 hours, work\\-ers, 12\\~km', '1‑24 hours, workers, 12\u00a0km'],
  ['symbols', "{\\f3 \\'b3} 40, {\\f3\\u-3917\\'b3} 50, {\\f4\\'e0} on", '≥ 40, ≥ 50, → on'],
  [
    'symbols of fields',
    '{\\field{\\*\\fldinst SYMBOL 179 \\\\f "Symbol" \\\\s 12}{\\fldrslt\\f3\\fs24}} 40, {\\field{\\*\\fldinst {SYMBOL 163 \\\\f "Symbol"}}{\\fldrslt {\\f3 \\\'a3}}} 50',
    '≥ 40, ≤ 50',
  ],
  [
    'struck words without deleted ones',
    '{\\deleted 60\\u8364 ?}{\\striked1 61}45\\deleted 7\\deleted0 8',
    '~~61~~458',
  ],
  [
    'words without hidden ones',
    "1{\\v hid\\'e9 {\\b den}\\tab}2\\v 3\\v0 4{\\v 5\\plain 6}7",
    '12467',
  ],
  [
    'wide cells over cells that are not in the file',
    '\\trowd\\cellx1000\\cellx2000\\cellx3000\\pard\\intbl A\\cell B\\cell C\\cell\\row\\trowd\\cellx2010\\cellx3000\\pard\\intbl Both\\cell 9\\cell\\row\\pard',
    '| A | B | C |\n| Both |  | 9 |',
  ],
  [
    'footnotes',
    'Churn was 12.5{\\super\\chftn}{\\footnote \\pard\\plain {\\super\\chftn} Without North.} percent\\par After',
    'Churn was 12.5 percent\n\nNote: Without North.\n\nAfter',
  ],
  [
    'merged cells',
    '\\trowd\\clmgf\\cellx1000\\clmrg\\cellx2000\\clvmgf\\cellx3000\\pard\\intbl Sales\\cell\\cell Region\\cell\\row\\trowd\\cellx1000\\cellx2000\\clvmrg\\cellx3000\\pard\\intbl 1\\line 2\\cell 2{\\super 3}\\cell\\cell\\row\\pard',
    '| Sales |  | Region |\n| 1 2 | 2[3] |  |',
  ],
  [
    'labels of lists',
    "{\\listtext\\pard\\plain\\f0 3.\\tab}\\pard\\ls1\\ilvl0 Three\\par\\pard\\ls1\\ilvl0{\\listtext\\pard\\plain 4.\\tab}Four\\par\\pard\\ls1{\\listtext\\pard\\plain\\f3 \\'b7\\tab}Dot",
    '3. Three\n4. Four\n- Dot',
  ],
])('of an .rtf, %s are read', async (_, body, expected) => {
  expect((await readAll('.rtf', rtf(body))).text).toBe(expected);
});

// ATT-45
test('of an .odt, .odp and .rtf, the note says that hidden words were left out, as of a .docx', async () => {
  const remark = 'Its hidden text was left out.';
  const noteOf = async (extension: string, bytes: Buffer) => (await readAll(extension, bytes)).note;
  const hiddenWords = p(`seen ${span('gone', 'secret')}`);
  expect(await noteOf('.odt', makeOpenDocument('text', hiddenWords, listStyles))).toContain(remark);
  expect(
    await noteOf('.odt', makeOpenDocument('text', p(`seen ${span('gone', ' ')}`), listStyles)),
  ).not.toContain(remark);
  const page = `<draw:page><draw:frame><draw:text-box>${hiddenWords}</draw:text-box></draw:frame></draw:page>`;
  expect(await noteOf('.odp', makeOpenDocument('presentation', page, listStyles))).toContain(
    remark,
  );
  expect(await noteOf('.rtf', rtf('seen {\\v secret}'))).toContain(remark);
  expect(await noteOf('.rtf', rtf('seen {\\deleted struck} {\\v }'))).not.toContain(remark);
});

// ATT-34
test('bytes that are no .rtf have failed', async () => {
  const noise = Buffer.from(
    Array.from({ length: 3_000 }, (_, at) => (at * at * 31 + at * 7) % 256),
  );
  for (const bytes of [
    noise,
    Buffer.from('plain words'),
    Buffer.concat([Buffer.from('{\\rtf1 '), noise]),
  ])
    expect((await readFileText({ bytes, extension: '.rtf' }, limits)).state).toBe('failed');
});

const chartSpace = 'http://schemas.openxmlformats.org/drawingml/2006/chart';
const main = 'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"';
const relations = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
const diagramSpace = 'http://schemas.openxmlformats.org/drawingml/2006/diagram';
const newerSpace = 'http://schemas.microsoft.com/office/drawing/2014/chartex';
const points = (values: string[]) =>
  values.map((value, at) => `<c:pt idx="${at}"><c:v>${value}</c:v></c:pt>`).join('');
const series = (name: string, labels: string, values: string[], format = 'General') =>
  `<c:ser><c:tx><c:strRef><c:strCache>${points([name])}</c:strCache></c:strRef></c:tx><c:cat>${labels}</c:cat><c:val><c:numRef><c:numCache><c:formatCode>${format}</c:formatCode>${points(values)}</c:numCache></c:numRef></c:val></c:ser>`;
const labels = `<c:strRef><c:strCache>${points(['North', 'South'])}</c:strCache></c:strRef>`;
const days = `<c:numRef><c:numCache><c:formatCode>d/m/yyyy</c:formatCode>${points(['45730', '45731'])}</c:numCache></c:numRef>`;
const groups = `<c:multiLvlStrRef><c:multiLvlStrCache><c:lvl>${points(['Q1', 'Q2'])}</c:lvl><c:lvl>${points(['2024'])}</c:lvl></c:multiLvlStrCache></c:multiLvlStrRef>`;
const chart = (title: string, ...all: string[]) =>
  `<c:chartSpace xmlns:c="${chartSpace}" ${main}><c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>${title}</a:t></a:r></a:p></c:rich></c:tx></c:title><c:plotArea><c:barChart>${all.join('')}</c:barChart></c:plotArea></c:chart></c:chartSpace>`;
const waterfall = `<cx:chartSpace xmlns:cx="${newerSpace}" ${main}><cx:chartData><cx:data id="0"><cx:strDim type="cat"><cx:lvl><cx:pt idx="0">Start</cx:pt><cx:pt idx="1">Loss</cx:pt></cx:lvl></cx:strDim><cx:numDim type="val"><cx:lvl formatCode="General"><cx:pt idx="0">7</cx:pt><cx:pt idx="1">-2</cx:pt></cx:lvl></cx:numDim></cx:data></cx:chartData><cx:chart><cx:plotArea><cx:plotAreaRegion><cx:series><cx:tx><cx:txData><cx:v>Cash</cx:v></cx:txData></cx:tx><cx:dataId val="0"/></cx:series></cx:plotAreaRegion></cx:plotArea></cx:chart></cx:chartSpace>`;
const point = (id: number, words: string, type = 'node') =>
  `<dgm:pt modelId="${id}" type="${type}"><dgm:t><a:p><a:r><a:t>${words}</a:t></a:r></a:p></dgm:t></dgm:pt>`;
const bond = (from: number, to: number, order: number) =>
  `<dgm:cxn modelId="${to}9" srcId="${from}" destId="${to}" srcOrd="${order}"/>`;
const diagram = `<dgm:dataModel xmlns:dgm="${diagramSpace}" ${main}><dgm:ptLst>${point(1, '', 'doc')}${point(3, 'Build')}${point(2, 'Plan')}${point(4, 'Permit')}${point(5, 'x', 'pres')}</dgm:ptLst><dgm:cxnLst>${bond(1, 3, 1)}${bond(1, 2, 0)}${bond(2, 4, 0)}</dgm:cxnLst></dgm:dataModel>`;
const drawings = {
  'charts/one.xml': chart(
    'Sales',
    series('2023', labels, ['0.30000000000000004', '2']),
    series('Share', labels, ['0.125', ''], '0.0%'),
    series('Days', days, ['1', '2']),
    series('Groups', groups, ['3', '4']),
  ),
  'charts/two.xml': waterfall,
  'charts/lost.xml': chart('Lost'),
  'diagrams/data.xml': diagram,
};
const drawn = (name: string, space: string, id: string) =>
  `<${name} xmlns:${name.split(':')[0]}="${space}" ${relations} ${id}/>`;
const shown = [
  drawn('c:chart', chartSpace, 'r:id="one"'),
  drawn('c:chart', chartSpace, 'r:id="one"'),
  drawn('cx:chart', newerSpace, 'r:id="two"'),
  drawn('c:chart', chartSpace, 'r:id="lost"'),
  drawn('dgm:relIds', diagramSpace, 'r:dm="data"'),
];
const tables = [
  'Chart: Sales',
  '|  | 2023 | Share |\n| North | 0.3 | 12.5% |\n| South | 2 |  |',
  '|  | Days |\n| 2025-03-14 | 1 |\n| 2025-03-15 | 2 |',
  '|  | Groups |\n| 2024 Q1 | 3 |\n| 2024 Q2 | 4 |',
  'Chart',
  '|  | Cash |\n| Start | 7 |\n| Loss | -2 |',
];

// ATT-40
test('values of charts and words of diagrams are read, and the note says which are not', async () => {
  const space = 'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"';
  const runs = shown.map(
    (part) =>
      `<w:r><w:drawing><wp:inline ${space}><wp:docPr id="1" name="d"/>${part}</wp:inline></w:drawing></w:r>`,
  );
  const cell = `<w:tbl><w:tr><w:tc><w:p>${runs[4]}</w:p></w:tc></w:tr></w:tbl>`;
  const body = `<w:p>${runs.slice(0, 4).join('')}</w:p>${wordParagraph('After')}${cell}`;
  const docx = await readAll('.docx', makeDocx(body, '', {}, drawings));
  expect(docx.text).toBe(
    [...tables, 'After', '|  |', '- Plan', '- Permit', '- Build'].join('\n\n'),
  );
  expect(docx.note).toContain('One chart was not read.');
  const frames = shown.map(
    (part) =>
      `<p:graphicFrame><a:graphic><a:graphicData>${part}</a:graphicData></a:graphic></p:graphicFrame>`,
  );
  const pptx = await readAll('.pptx', makePptx([frames.join('')], drawings));
  expect(pptx.text).toBe([...tables, '- Plan\n  - Permit\n- Build'].join('\n\n'));
  expect(pptx.note).toContain('One chart was not read.');
});

const a = (...runs: string[]) => `<a:p>${runs.join('')}</a:p>`;
const r = (words: string, properties = '') =>
  `<a:r><a:rPr ${properties}/><a:t>${words}</a:t></a:r>`;
const shape = (paragraphs: string, place = '') =>
  `<p:sp><p:nvSpPr><p:nvPr>${place}</p:nvPr></p:nvSpPr><p:txBody>${paragraphs}</p:txBody></p:sp>`;
const tc = (paragraphs: string, attributes = '') =>
  `<a:tc ${attributes}><a:txBody>${paragraphs}</a:txBody></a:tc>`;
const raised = r('3', 'baseline="30000"');
const br = '<a:br/>';

// ATT-39
test('a .pptx is read with its signs, breaks, lists, tables and notes', async () => {
  const numbered = (words: string, attributes = '') =>
    a(`<a:pPr><a:buAutoNum type="arabicPeriod" ${attributes}/></a:pPr>`, r(words));
  const slide = [
    shape(a(r('Churn'), br, r('2023')), '<p:ph type="title"/>'),
    shape(
      a(
        r('12.5'),
        raised,
        r(' percent, CO'),
        r('2', 'baseline="-25000"'),
        br,
        r('next'),
        r('60', 'strike="sngStrike"'),
      ),
    ),
    shape(
      numbered('Three', 'startAt="3"') +
        numbered('Four', 'startAt="3"') +
        a('<a:pPr lvl="1"><a:buChar char="•"/></a:pPr>', r('Dot')),
    ),
    shape(a(`<a:r><a:rPr><a:sym typeface="Symbol"/></a:rPr><a:t>\uf0b3</a:t></a:r>`, r(' 40'))),
    `<p:grpSp><p:graphicFrame><a:graphic><a:graphicData><a:tbl><a:tr>${tc(a(r('Sales')), 'gridSpan="2"')}${tc('<a:p/>', 'hMerge="1"')}</a:tr><a:tr>${tc(a(r('1'), raised) + a(r('2')))}${tc(a(r('3'), br, `<a:fld><a:t>4</a:t></a:fld>`))}</a:tr></a:tbl></a:graphicData></a:graphic></p:graphicFrame></p:grpSp>`,
    shape(a(r('1')), '<p:ph type="sldNum"/>'),
  ];
  const space = `${main} xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"`;
  const notes = `<p:notes ${space}><p:cSld><p:spTree>${shape(a(r('Say it')), '<p:ph type="body"/>')}${shape(a(r('1')), '<p:ph type="sldNum"/>')}</p:spTree></p:cSld></p:notes>`;
  const { text } = await readAll(
    '.pptx',
    makePptx([slide.join('')], { 'notesSlides/notes.xml': notes }),
  );
  expect(text).toBe(
    '# Churn 2023\n\n12.5[3] percent, CO₂\nnext~~60~~\n\n3. Three\n4. Four\n  - Dot\n\n≥ 40\n\n| Sales |  |\n| 1[3] 2 | 3 4 |\n\nNote: Say it',
  );
});

// ATT-43
test('a character that XML does not allow costs a file that character, and a damaged slide that slide', async () => {
  const slides = [
    'Marge 7 Prozent',
    'Mar\x0bge & 8&#x1F; Pro\uffffzent&#0;',
    '利益率は\x02九％',
    '</a:t>broken',
  ];
  const pptx = makePptx(
    slides.map((words) => shape(a(r(words.replace('&', '&amp;').replace('&amp;#', '&#'))))),
  );
  const { text, note } = await readAll('.pptx', pptx);
  expect(text).toBe('Marge 7 Prozent\nMarge & 8 Prozent\n利益率は九％');
  expect(note).toContain('Slide 4 is damaged and was not read.');
  expect((await readAll('.docx', makeDocx(wordParagraph('EUR\x0b 7')))).text).toBe('EUR 7');
  expect((await readAll('.odt', makeOpenDocument('text', p('EUR\x0b 7&#x1;')))).text).toBe('EUR 7');
});

// ATT-36
test('a .doc is read by the rules of .docx', async () => {
  const bytes = gunzipSync(
    await readFile(new URL('../../../../testing/fixtures/marks.doc.gz', import.meta.url)),
  );
  const { text, note } = await readAll('.doc', bytes);
  expect(text.trim().split('\n\n')).toEqual([
    '# Quay “plan” – Größe',
    'Churn was 12.5[3] percent in 2023[4], 5 m², CO₂.',
    '1‑24 hours, workers, it’s “so” – 12\n15 18 Łódź',
    'It was ~~60~~45 new',
    'Spaced words≥ 40',
    '3. Three\n4. Four\n  a) Letter\n- Dot',
    '| Sales |  | Region |\n| 1 | 2 |  |\n| 3 | 4 | North |',
    'Noted text',
    'Note: Without North.',
    'Linked undefined',
  ]);
  expect(note).toContain('Its hidden text was left out.');
});

/** Makes a record of a .ppt, with its instance and, for a container, the version 15. */
function pptRecord(type: number, body: Buffer | Buffer[], instance = 0): Buffer {
  const content = Array.isArray(body) ? Buffer.concat(body) : body;
  const head = Buffer.alloc(8);
  head.writeUInt16LE((instance << 4) | (Array.isArray(body) ? 15 : 0), 0);
  head.writeUInt16LE(type, 2);
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content]);
}

const numbers = (...values: number[]) =>
  Buffer.concat(
    values.map((value) => {
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32LE(value);
      return bytes;
    }),
  );
const pptText = (words: string) => [
  pptRecord(0x0f9f, numbers(0)),
  pptRecord(0x0fa0, Buffer.from(words, 'utf16le')),
];

/** Makes a .ppt of one slide, its outline and its notes. */
function makePpt(outline: Buffer[], slide: Buffer[], notes: Buffer[]): Buffer {
  const persist = (id: number, slideId: number) => pptRecord(0x03f3, numbers(id, 0, 0, slideId, 0));
  const objects = [
    pptRecord(0x03e8, [
      pptRecord(0x0ff0, [persist(2, 256), ...outline], 0),
      pptRecord(0x0ff0, [persist(3, 256)], 2),
    ]),
    pptRecord(0x03ee, slide),
    pptRecord(0x03f0, [pptRecord(0x03f1, numbers(256, 0)), ...notes]),
  ];
  const offsets = objects.map((_, at) => Buffer.concat(objects.slice(0, at)).length);
  const all = Buffer.concat(objects);
  const directory = pptRecord(0x1772, numbers((3 << 20) | 1, ...offsets));
  const edit = pptRecord(0x0ff5, numbers(0, 0, 0, all.length, 1, 4, 0));
  const file = XLSX.CFB.utils.cfb_new();
  XLSX.CFB.utils.cfb_add(
    file,
    '/Current User',
    numbers(0, 0, 0, 0xe391c05f, all.length + directory.length, 0, 0),
  );
  XLSX.CFB.utils.cfb_add(file, '/PowerPoint Document', Buffer.concat([all, directory, edit]));
  return Buffer.from(XLSX.CFB.write(file, { type: 'buffer' }));
}

// ATT-39
test('a .ppt is read with equal texts, raised signs and notes', async () => {
  const half = (value: number) => Buffer.from([value & 0xff, (value >> 8) & 0xff]);
  const run = (count: number, shift: number | null) =>
    Buffer.concat([
      numbers(count, shift === null ? 0x20000 : 0xa0000),
      half(18),
      shift === null ? half(0).subarray(2) : half(shift),
    ]);
  const words = '12.53 percent, CO2';
  const looks = pptRecord(
    0x0fa1,
    Buffer.concat([
      numbers(words.length + 1),
      half(0),
      numbers(0x100800),
      half(1),
      half(1),
      numbers(7),
      run(4, null),
      run(1, 30),
      run(words.length - 6, null),
      run(2, -25),
    ]),
  );
  const title = pptRecord(0x0f9e, numbers(0));
  const slide = [
    title,
    ...pptText(words),
    looks,
    ...pptText('Same'),
    ...pptText('Same\vbelow'),
    ...pptText('Same'),
  ];
  const ppt = makePpt([...pptText('Churn'), ...pptText('Beside'), ...pptText('Same')], slide, [
    ...pptText('*'),
    ...pptText('Say it'),
  ]);
  expect((await readAll('.ppt', ppt)).text).toBe(
    'Churn\n12.5[3] percent, CO₂\nSame\nSame\nbelow\nSame\nBeside\n\nNote: Say it',
  );
});

const embedded = (body: string) =>
  `<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:chart="urn:oasis:names:tc:opendocument:xmlns:chart:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body>${body}</office:body></office:document-content>`;
const values = (rows: string[][]) =>
  `<table:table table:name="local-table"><table:table-rows>${rows
    .map(
      (cells) =>
        `<table:table-row>${cells.map((words) => `<table:table-cell>${p(words)}</table:table-cell>`).join('')}</table:table-row>`,
    )
    .join('')}</table:table-rows></table:table>`;
const objectFrame = (number: number) =>
  `<draw:frame><draw:object xlink:href="./Object ${number}"/><draw:image xlink:href="./ObjectReplacements/Object ${number}"/></draw:frame>`;
const objects = {
  'Object 1/content.xml': embedded(
    `<office:chart><chart:chart><chart:title>${p('Sales')}</chart:title>${values([
      ['', '2023'],
      ['North', '1.5'],
      ['South', 'NaN'],
    ])}</chart:chart></office:chart>`,
  ),
  'Object 2/content.xml': embedded('<office:chart><chart:chart/></office:chart>'),
  'Object 3/content.xml': embedded(
    `<office:spreadsheet>${values([['Costs', '7']])}</office:spreadsheet>`,
  ),
  'Object 5/content.xml': '<math xmlns="http://www.w3.org/1998/Math/MathML"><mi>x</mi></math>',
};

// ATT-40
test.each([
  [
    '.odt',
    'text',
    p(`Before ${objectFrame(1)}after`) + p([2, 3, 4, 5, 1].map(objectFrame).join('')),
  ],
  [
    '.odp',
    'presentation',
    `<draw:page><draw:frame><draw:text-box>${p('Before')}${p('after')}</draw:text-box></draw:frame>${[1, 2, 3, 4, 5].map(objectFrame).join('')}</draw:page>`,
  ],
] as const)('of an %s, charts and embedded tables are read', async (extension, kind, body) => {
  const { text, note } = await readAll(extension, makeOpenDocument(kind, body, '', objects));
  expect(text).toMatch(
    /Before.*Chart: Sales\n\n\| {2}\| 2023 \|\n\| North \| 1.5 \|\n\| South \| {2}\|\n.*\| Costs \| 7 \|.*x/s,
  );
  expect(text.split('Sales')).toHaveLength(2);
  expect(note).toMatch(/One chart was not read\. Embedded objects were left out\.$/);
});
