import { expect, test } from 'vitest';
import * as make from '../../testing/document-files.ts';
import { contradictsExtension } from './uploads.ts';

const exe = Buffer.concat([Buffer.from('MZ\x90\0\x03\0\0\0', 'latin1'), Buffer.alloc(200)]);
const zip = make.makeZip({ 'a.txt': 'hello' });
const pdf = make.makePdf(['x']);
const png = make.makePngHeader(1, 1);
const jpeg = make.makeJpegHeader(1, 1);
const compound = make.makeEncryptedOffice();
const text = Buffer.from('a,b\nc,d\n');
const rtf = Buffer.from('{\\rtf1 x}');
const svg = Buffer.from('<?xml version="1.0"?><!-- x --><svg xmlns="http://www.w3.org/2000/svg"/>');
const oldWorkbook = Buffer.from('0902060000001000be00', 'hex');
const all = { exe, oldWorkbook, zip, pdf, png, jpeg, compound, text, rtf, svg };

const accepted: Record<string, (keyof typeof all)[]> = {
  '.pdf': ['pdf'],
  '.docx': ['zip', 'compound'],
  '.xlsx': ['zip', 'compound'],
  '.pptx': ['zip', 'compound'],
  '.doc': ['compound', 'rtf'],
  '.xls': ['compound', 'text', 'svg', 'zip', 'oldWorkbook'],
  '.ppt': ['compound'],
  '.odt': ['zip'],
  '.ods': ['zip'],
  '.odp': ['zip'],
  '.rtf': ['rtf'],
  '.csv': ['text', 'svg'],
  '.txt': ['text', 'svg'],
  '.md': ['text', 'svg'],
  '.json': ['text', 'svg'],
  '.yaml': ['text', 'svg'],
  '.yml': ['text', 'svg'],
  '.html': ['text', 'svg'],
  '.htm': ['text', 'svg'],
  '.png': ['png'],
  '.jpg': ['jpeg'],
  '.JPEG': ['jpeg'],
  '.svg': ['svg'],
  '.zip': ['zip'],
};

// ATT-12, ATT-14
test.each(Object.entries(accepted))(
  '%s accepts the content that it names and nothing else',
  (extension, names) => {
    const taken = Object.entries(all).filter(
      ([, bytes]) => !contradictsExtension(bytes, extension),
    );
    expect(taken.map(([name]) => name).sort()).toEqual([...names].sort());
    expect(contradictsExtension(Buffer.alloc(0), extension)).toBe(false);
  },
);

test('text in any charset is text; other binaries are not', () => {
  expect(contradictsExtension(Buffer.from('Größe,港\n', 'utf16le'), '.csv')).toBe(false);
  expect(contradictsExtension(Buffer.from('\ufeffGröße', 'utf16le'), '.txt')).toBe(false);
  expect(contradictsExtension(Buffer.from('東京都の人口,大阪府の人口\n', 'utf16le'), '.csv')).toBe(
    false,
  );
  expect(contradictsExtension(Buffer.from('a\0\0\0;\0\0\0b\0\0\0\n\0\0\0', 'latin1'), '.csv')).toBe(
    false,
  );
  expect(contradictsExtension(Buffer.from('Größe', 'latin1'), '.md')).toBe(false);
  expect(contradictsExtension(Buffer.from('MZ is where a program starts'), '.txt')).toBe(false);
  expect(
    contradictsExtension(
      Buffer.from('\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x03\0', 'latin1'),
      '.txt',
    ),
  ).toBe(true);
  expect(contradictsExtension(Buffer.from('\n\n%PDF-1.7 after a preamble'), '.pdf')).toBe(false);
});
