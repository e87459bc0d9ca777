import { expect, test } from 'vitest';
import { cleanText, readHtml, readText } from './decode-text.ts';

test('cleaning removes trailing blanks, runs of empty lines and control characters', () => {
  expect(cleanText('  a \t\r\nb\u00a0\n\n\n\nc\0\u2028d  ')).toBe('a\nb\n\nc\nd');
});

test('cleaning keeps or removes megabytes of blanks', () => {
  const blanks = ' '.repeat(5 * 1_048_576);
  expect(cleanText(`a${blanks}b`)).toHaveLength(blanks.length + 2);
  expect(cleanText(`a${'\t \u00a0\n'.repeat(1_000_000)}b`)).toBe('a\n\nb');
});

test('the charset is that of the byte order mark, the header, the page or the bytes', async () => {
  const latin = Buffer.from('<p>Größe', 'latin1');
  const japanese = Buffer.concat([
    Buffer.from('<meta charset="shift_jis"><p>'),
    Buffer.from([0x8d, 0x60]),
  ]);
  const russian = Buffer.from([0xcc, 0xee, 0xf1, 0xea, 0xe2, 0xe0]);
  const xml = Buffer.from('<?xml version="1.0" encoding="windows-1251"?><p>');
  const texts = await Promise.all([
    readHtml(latin),
    readHtml(latin, 'iso-8859-1'),
    readHtml(Buffer.from('<p>Größe'), 'no-such-charset'),
    readHtml(Buffer.from('<meta charset="iso-8859-1"><p>Größe')),
    readHtml(japanese),
    readHtml(Buffer.from('\ufeff<p>Größe', 'utf16le'), 'utf-8'),
    readHtml(Buffer.concat([xml, russian])),
  ]);
  expect(texts.map(({ text }) => text.replace(/^<[^p][^>]*>/, ''))).toEqual([
    '<p>Größe',
    '<p>Größe',
    '<p>Größe',
    '<p>Größe',
    '<p>港',
    '<p>Größe',
    '<p>Москва',
  ]);
});

// ATT-34
test('what is guessed, doubtful or lost is said, and noise is no text', async () => {
  const remarkOf = async (bytes: Buffer) => (await readText(bytes)).remark;
  expect(await remarkOf(Buffer.from('Größe'))).toBeNull();
  expect(await remarkOf(Buffer.from('Größe', 'latin1'))).toBe(
    'Its encoding is not declared; it was read as windows-1252.',
  );
  const broken = Buffer.concat([
    Buffer.from('Müller, Größe, Gr'),
    Buffer.from([0xfc]),
    Buffer.from('n'),
  ]);
  expect(await readText(broken)).toEqual({
    text: 'Müller, Größe, Gr\ufffdn',
    remark: 'One character could not be read and stands as \ufffd.',
  });
  const noise = makeNoise(400);
  await expect(readText(noise)).rejects.toThrow('encoding is unknown');
});

/** Makes bytes that are no text: those of a linear congruential generator. */
function makeNoise(length: number): Buffer {
  let state = 7;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >>> 24;
  };
  return Buffer.from(Array.from({ length }, next).map((byte) => (byte === 0 ? 255 : byte)));
}
