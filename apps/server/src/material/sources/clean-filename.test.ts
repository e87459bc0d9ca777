import { mimeTypeOf } from '@ecp/contract/work/attachment-types';
import { expect, test } from 'vitest';
import { cleanFilename } from './attachment-rows.ts';

test.each([
  ['report.pdf', 'report.pdf'],
  ['../../etc/passwd.txt', 'passwd.txt'],
  ['..\\..\\windows\\system.ini.txt', 'system.ini.txt'],
  ['/absolute/path.md', 'path.md'],
  ['a\r\nSet-Cookie: x=1.csv', 'aSet-Cookie_ x=1.csv'],
  ['nul\0byte.txt', 'nulbyte.txt'],
  ['größe – 市場 📈.xlsx', 'größe – 市場 📈.xlsx'],
  ['e\u0301tude.md', 'étude.md'],
  ['invoice\u202efdp.txt', 'invoicefdp.txt'],
  ['.pdf', 'file.pdf'],
  ['...pdf', 'file.pdf'],
  ['.', 'file'],
  ['', 'file'],
  ['   spaced   out .txt  ', 'spaced out.txt'],
  ['a<b>:"|?*.md', 'a_b______.md'],
  ['half\ud83d.md', 'half\ufffd.md'],
  ['CAPS.PDF', 'CAPS.PDF'],
  ['dots...', 'dots'],
  ['folder/', 'file'],
])('%j becomes %j', (given, clean) => {
  expect(cleanFilename(given)).toBe(clean);
});

test.each(['x'.repeat(300), '界'.repeat(200), '🧨'.repeat(200)])(
  'a long name keeps its extension and whole characters',
  (stem) => {
    const clean = cleanFilename(`${stem}.docx`);
    expect(Buffer.byteLength(clean)).toBeLessThanOrEqual(240);
    expect(clean).toMatch(/^(x+|界+|(🧨)+)\.docx$/u);
  },
);

test('text after the last dot that is no extension is cut like the rest', () => {
  expect(Buffer.byteLength(cleanFilename(`a.${'x'.repeat(400)}`))).toBeLessThanOrEqual(240);
});

// ATT-13
test('the type follows from the extension in any case; only allowed extensions have a type', () => {
  expect(mimeTypeOf('A.PDF')).toBe('application/pdf');
  expect(mimeTypeOf('a.tar.docx')).toBe(
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  );
  for (const name of ['a.exe', 'a', 'a.', 'a.constructor', 'a.__proto__', 'pdf'])
    expect(mimeTypeOf(name)).toBeUndefined();
});
