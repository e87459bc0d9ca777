import { openSandbox } from '@ecp/sandbox/sandbox';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { afterAll, describe, expect, it } from 'vitest';
import { declareSize } from '../testing/declare-size.ts';
import { readDocx } from './reading/read-docx.ts';
import { editPart } from './testing/edit-docx.ts';
import { writeSample } from './testing/write-sample.ts';
import { createWordFiles } from './word-files.ts';

const sandbox = openSandbox({ slots: 1 });
const wordFiles = createWordFiles({ sandbox, timeoutMs: 20_000 });
afterAll(() => sandbox.close());

const sample = await writeSample('# Title\n\nSome words.\n');
const order = { tenantId: 't1' };
const body = (content: string) =>
  editPart(sample, (xml) => xml.replace('<w:body>', `<w:body>${content}`));
const withPart = (name: string, content: string) =>
  Buffer.from(zipSync({ ...unzipSync(sample), [name]: strToU8(content) }));

const wordType = 'application/vnd.openxmlformats-officedocument.wordprocessingml';
const withType = (type: string) =>
  editPart(
    sample,
    (xml) => xml.replace(`${wordType}.document.main+xml`, type),
    '[Content_Types].xml',
  );

const bomb = '<!DOCTYPE w [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>';
const relation = (type: string) =>
  `<Relationship Id="evil" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="file:///etc/passwd" TargetMode="External"/></Relationships>`;

const refused: [string, () => Buffer, string][] = [
  ['nothing', () => Buffer.alloc(0), 'not_word'],
  ['a text', () => Buffer.from('Dear reader'), 'not_word'],
  ['a PDF', () => Buffer.from('%PDF-1.7\n'), 'not_word'],
  [
    'an archive without a document',
    () => Buffer.from(zipSync({ 'a.txt': strToU8('a') })),
    'not_word',
  ],
  [
    'a spreadsheet',
    () => editPart(sample, (xml) => xml.replaceAll('document', 'workbook'), '_rels/.rels'),
    'not_word',
  ],
  [
    'an old .doc',
    () => Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), Buffer.alloc(600)]),
    'not_word',
  ],
  [
    'an encrypted file',
    () =>
      Buffer.concat([
        Buffer.from([0xd0, 0xcf, 0x11, 0xe0]),
        Buffer.from('EncryptedPackage', 'utf16le'),
      ]),
    'encrypted',
  ],
  ['an encrypted package in an archive', () => withPart('EncryptedPackage', 'x'), 'encrypted'],
  ['macros', () => withPart('word/vbaProject.bin', 'x'), 'macros'],
  [
    'a macro document by its type',
    () => withType('application/vnd.ms-word.document.macroEnabled.main+xml'),
    'macros',
  ],
  ['a template', () => withType(`${wordType}.template.main+xml`), 'not_word'],
  ['a document in a workbook', () => withPart('xl/workbook.xml', '<workbook/>'), 'not_word'],
  ['half a file', () => sample.subarray(0, sample.length / 2), 'damaged'],
  [
    'a part that is larger than it says',
    () => declareSize(sample, 'word/document.xml', 100),
    'damaged',
  ],
  [
    'a part that says 4 GB',
    () => declareSize(sample, 'word/document.xml', 0xffff_fff0),
    'too_large',
  ],
  [
    'a part that says 60 MB',
    () => declareSize(sample, 'word/document.xml', 60_000_000),
    'too_large',
  ],
  [
    'entities that expand',
    () => editPart(sample, (xml) => xml.replace('<w:document', `${bomb}<w:document`)),
    'damaged',
  ],
  ['XML that is not well-formed', () => body('<w:p>'), 'damaged'],
  [
    'elements 1,000 deep',
    () => body(`${'<w:sdt>'.repeat(1_000)}${'</w:sdt>'.repeat(1_000)}`),
    'too_large',
  ],
  [
    'a part of the document on another machine',
    () =>
      editPart(
        sample,
        (xml) => xml.replace('</Relationships>', relation('subDocument')),
        'word/_rels/document.xml.rels',
      ),
    'external',
  ],
  [
    'a binary in the place of XML',
    () => withPart('word/styles.xml', '\u0000\u0001\u0002'),
    'damaged',
  ],
];

describe('a hostile or broken Word file', () => {
  // WRD-8
  it.each(refused)('is refused: %s', async (_, make, kind) => {
    await expect(readDocx(make())).rejects.toMatchObject({ name: 'WordRefusal', kind });
  });

  // WRD-8
  it('is refused by the child too, as 600,000 elements are, which then serves the next one', async () => {
    const base = { whole: 'a', shown: 'a' };
    const elements = body('<w:p/>'.repeat(600_000));
    await expect(wordFiles.readFile(elements, base, order)).rejects.toMatchObject({
      kind: 'too_large',
    });
    await expect(wordFiles.readOrigin(Buffer.from('PK'), order)).rejects.toMatchObject({
      kind: 'damaged',
    });
    expect(await wordFiles.readOrigin(sample, order)).toEqual({ deliverableId: 'wholesale-3' });
  });

  it('loses merged cells of any width, and text far down its fields, without taking long', async () => {
    const wide =
      '<w:tbl><w:tr><w:tc><w:tcPr><w:gridSpan w:val="2000000000"/></w:tcPr><w:p/></w:tc></w:tr></w:tbl>';
    const fields = '<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r></w:p>'.repeat(10_000);
    const { items } = await readDocx(body(wide + fields));
    expect(items.map(({ t }) => t)).toContain('table');
  });
});
