import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { looksDelimited } from './table-building.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'delimited-'));
});
afterAll(() => rm(folder, { recursive: true }));

const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');

// TAB-1
test.each<[string, string | Buffer, boolean]>([
  ['tabs', 'port\trate\nOslo\t1\n', true],
  ['semicolons and decimal commas', 'port;rate\r\nOslo;1,5\r\nTurku;2,5\r\n', true],
  ['commas', 'a,b,c\n1,2,3\n', true],
  ['bars', 'a|b\n1|2\n', true],
  ['UTF-16', utf16('port\trate\nOslo\t1\n'), true],
  ['a title above the rows', 'Rates\na;b\n1;2\n3;4\n5;6\n7;8\n', true],
  ['a letter', 'Dear Ada,\n\nthe quay is long, wide and deep.\nIt costs 4 million, or 5.\n', false],
  ['one line', 'a;b', false],
  ['nothing', '', false],
])('%s', async (_title, content, expected) => {
  const path = join(folder, 'file');
  await writeFile(path, content);
  expect(await looksDelimited(path)).toBe(expected);
});
