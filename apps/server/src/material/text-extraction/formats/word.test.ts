import { expect, test } from 'vitest';
import { makeDocx, wordParagraph } from '../../../../testing/document-files.ts';
import { readFileText } from '../read-file-text.ts';

const limits = { textLength: 1_000_000, timeMs: 20_000, cpuMs: 20_000 };
const math = 'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"';
const t = (words: string) => `<w:t xml:space="preserve">${words}</w:t>`;
const run = (content: string, properties = '') =>
  `<w:r><w:rPr>${properties}</w:rPr>${content}</w:r>`;
const raised = (words: string) => run(t(words), '<w:vertAlign w:val="superscript"/>');
const lowered = (words: string) => run(t(words), '<w:vertAlign w:val="subscript"/>');
const p = (...content: string[]) => `<w:p>${content.join('')}</w:p>`;
const cell = (content: string, properties = '') =>
  `<w:tc><w:tcPr>${properties}</w:tcPr>${content}</w:tc>`;
const row = (cells: string[], properties = '') =>
  `<w:tr><w:trPr>${properties}</w:trPr>${cells.join('')}</w:tr>`;
const tracked = 'w:id="1" w:author="P" w:date="2026-01-01T00:00:00Z"';
const field = (type: string, data = '') =>
  run(`<w:fldChar w:fldCharType="${type}">${data}</w:fldChar>`);
const instruction = (words: string) => run(`<w:instrText>${words}</w:instrText>`);

const read = async (body: string, parts: Record<string, string> = {}) =>
  readFileText({ bytes: makeDocx(body, '', parts), extension: '.docx' }, limits);

// ATT-36
test.each([
  [
    'hyphens',
    p(run(`${t('1')}<w:noBreakHyphen/>${t('24 hours, work')}<w:softHyphen/>${t('ers')}`)),
    '1‑24 hours, workers',
  ],
  ['line breaks', p(run(`${t('12')}<w:br/>${t('15')}<w:cr/>${t('18')}`)), '12\n15\n18'],
  [
    'breaks of pages and columns',
    p(run(`${t('12')}<w:br w:type="page"/>${t('15')}<w:br w:type="column"/>${t('8')}`)),
    '12\n15\n8',
  ],
  ['tabs', p(run(`${t('12')}<w:tab/>${t('15')}<w:ptab w:alignment="right"/>${t('8')}`)), '12 15 8'],
  [
    'bases of ruby',
    p(
      run(
        `<w:ruby><w:rt>${run(t('みなと'))}</w:rt><w:rubyBase>${run(t('港'))}</w:rubyBase></w:ruby>`,
      ),
      run(t('町')),
    ),
    '港町',
  ],
  [
    'symbols',
    p(
      run('<w:sym w:font="Symbol" w:char="F0B3"/>'),
      run(t(' 40, ')),
      run('<w:sym w:font="Wingdings" w:char="F0E0"/>'),
      run(t('\uf0a3'), '<w:rFonts w:ascii="Symbol"/>'),
    ),
    '≥ 40, →≤',
  ],
  [
    'marks of notes',
    p(run(t('12.5')), raised('3'), run(t(' percent in 2023')), raised('4, '), raised('5')),
    '12.5[3] percent in 2023[4, 5]',
  ],
  [
    'marks that are raised by a length',
    p(
      run(t('12.5')),
      run(t('3'), '<w:position w:val="6"/>'),
      run(t(' percent, CO')),
      run(t('2'), '<w:position w:val="-4"/>'),
      run(t(' and 45'), '<w:position w:val="1"/>'),
    ),
    '12.5[3] percent, CO₂ and 45',
  ],
  [
    'units',
    p(
      run(t('5 m')),
      raised('2'),
      run(t(', 10')),
      raised('3'),
      run(t(', CO')),
      lowered('2'),
      run(t(', 1')),
      raised('st'),
    ),
    '5 m², 10³, CO₂, 1st',
  ],
  ['struck words', p(run(t('60'), '<w:strike/>'), run(t('45'))), '~~60~~45'],
  [
    'tracked changes',
    p(
      run(t('1')),
      `<w:ins ${tracked}>${run(t('2'))}</w:ins><w:del ${tracked}>${run('<w:delText>9</w:delText>')}</w:del>`,
      run(t('3')),
    ),
    '123',
  ],
  [
    'fields',
    p(
      field('begin'),
      instruction(' PAGE '),
      field('separate'),
      run(t('7')),
      field('end'),
      run(t(' of ')),
      `<w:fldSimple w:instr="NUMPAGES">${run(t('9'))}</w:fldSimple>`,
    ),
    '7 of 9',
  ],
  [
    'fields of forms',
    p(
      field('begin', '<w:ffData><w:checkBox><w:checked/></w:checkBox></w:ffData>'),
      instruction('FORMCHECKBOX'),
      field('end'),
      run(t(' yes ')),
      field(
        'begin',
        '<w:ffData><w:ddList><w:result w:val="1"/><w:listEntry w:val="South"/><w:listEntry w:val="North"/></w:ddList></w:ffData>',
      ),
      instruction('FORMDROPDOWN'),
      field('separate'),
      field('end'),
    ),
    '☒ yes North',
  ],
  [
    'controls',
    `<w:sdt><w:sdtContent>${p(run(t('Region: ')), `<w:sdt><w:sdtContent>${run(t('North'))}</w:sdtContent></w:sdt>`)}</w:sdtContent></w:sdt>`,
    'Region: North',
  ],
  [
    'equations',
    p(
      `<m:oMath ${math}><m:f><m:num><m:r><m:t>1</m:t></m:r></m:num><m:den><m:r><m:t>2</m:t></m:r></m:den></m:f><m:r><m:t>=</m:t></m:r><m:sSup><m:e><m:r><m:t>x</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup></m:oMath>`,
    ),
    '1/2=x²',
  ],
  [
    'cells merged downwards',
    `<w:tbl>${row([cell(wordParagraph('North'), '<w:vMerge w:val="restart"/>'), cell(wordParagraph('2022'))])}${row([cell('<w:p/>', '<w:vMerge/>'), cell(wordParagraph('2023'))])}</w:tbl>`,
    '| North | 2022 |\n|  | 2023 |',
  ],
  [
    'cells merged sidewards',
    `<w:tbl>${row([cell(wordParagraph('Sales'), '<w:gridSpan w:val="2"/>')])}${row([cell(wordParagraph('1')), cell(wordParagraph('2'))])}</w:tbl>`,
    '| Sales |  |\n| 1 | 2 |',
  ],
  [
    'rows that begin later',
    `<w:tbl>${row([cell(wordParagraph('A')), cell(wordParagraph('B'))])}${row([cell(wordParagraph('2'))], '<w:gridBefore w:val="1"/>')}</w:tbl>`,
    '| A | B |\n|  | 2 |',
  ],
  [
    'columns of the grid alone',
    `<w:tbl>${row([cell(wordParagraph('A'), '<w:gridSpan w:val="2"/>'), cell(wordParagraph('B'))])}</w:tbl>`,
    '| A | B |',
  ],
  [
    'lines of a cell',
    `<w:tbl>${row([cell(wordParagraph('12') + wordParagraph('15')), cell(p(run(`${t('1')}<w:br/>${t('2')}`)))])}</w:tbl>`,
    '| 12 15 | 1 2 |',
  ],
  [
    'tables in cells',
    `<w:tbl>${row([cell(`<w:tbl>${row([cell(wordParagraph('12')), cell(wordParagraph('15'))])}</w:tbl><w:p/>`), cell(wordParagraph('8'))])}</w:tbl>`,
    '| 12 15 | 8 |',
  ],
  [
    'text boxes',
    p(
      run(t('Before')),
      run(
        `<w:pict><v:shape xmlns:v="urn:schemas-microsoft-com:vml"><v:textbox><w:txbxContent>${wordParagraph('Box')}</w:txbxContent></v:textbox></v:shape></w:pict>`,
      ),
    ) + wordParagraph('After'),
    'Before\n\nBox\n\nAfter',
  ],
  ['code', wordParagraph('a = 1'), 'a = 1'],
])('of a .docx, %s are read', async (_, body, expected) => {
  const { sections } = await read(body);
  expect(sections.map(({ text }) => text).join('\n')).toBe(expected);
});

// ATT-36
test('of a .docx, notes stand behind their paragraph, and lists have their labels', async () => {
  const level = (at: number, format: string, start: number, text: string) =>
    `<w:lvl w:ilvl="${at}"><w:start w:val="${start}"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/></w:lvl>`;
  const numbering = `<w:abstractNum w:abstractNumId="1">${level(0, 'decimal', 3, '%1.')}${level(1, 'lowerLetter', 1, '%2)')}${level(2, 'upperRoman', 4, '%1.%3')}</w:abstractNum><w:num w:numId="7"><w:abstractNumId w:val="1"/></w:num>`;
  const entry = (words: string, at: number) =>
    `<w:p><w:pPr><w:numPr><w:ilvl w:val="${at}"/><w:numId w:val="7"/></w:numPr></w:pPr>${run(t(words))}</w:p>`;
  const note = (name: string) => run(`<w:${name}Reference w:id="2"/>`);
  const body =
    p(run(t('Churn was 12.5')), note('footnote'), run(t(' percent')), note('endnote')) +
    [
      entry('Three', 0),
      entry('First', 1),
      entry('Second', 1),
      entry('Deep', 2),
      entry('Four', 0),
      entry('Again', 1),
    ].join('');
  const { sections } = await read(body, {
    numbering,
    footnotes: `<w:footnote w:id="2">${wordParagraph('Without North.')}</w:footnote>`,
    endnotes: `<w:endnote w:id="2">${wordParagraph('Register.')}</w:endnote>`,
  });
  expect(sections[0]?.text).toBe(
    'Churn was 12.5 percent\n\nNote: Without North.\n\nNote: Register.\n\n3. Three\n  a) First\n  b) Second\n    3.IV Deep\n4. Four\n  a) Again',
  );
});

// ATT-36
test('what a text does not hold of a .docx is said', async () => {
  const symbol = p(run(t('A ')), run('<w:sym w:font="Wingdings" w:char="F0C1"/>'));
  const hidden = p(run(t('seen')), run(t('secret'), '<w:vanish/>'));
  const { note, sections } = await read(symbol + hidden);
  expect(sections[0]?.text).toBe('A\n\nseen');
  expect(note).toBe(
    'Text, 2 words. Symbols of a special font were left out. Its hidden text was left out.',
  );
});
