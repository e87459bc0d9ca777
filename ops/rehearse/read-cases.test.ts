import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { type CaseKey, readCases } from './cases.ts';
import { pickCases, readOptions } from './rehearse.ts';

const tramDepot = fileURLToPath(new URL('testing/cases/tram-depot/', import.meta.url));
const key = JSON.parse(await readFile(join(tramDepot, 'key.json'), 'utf8')) as CaseKey;
const engagement = await readFile(join(tramDepot, 'engagement.json'), 'utf8');

/** Makes a folder with one case `x` of these files. */
async function folderWith(files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cases-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'x'));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, 'x', name), text);
  return folder;
}

it.each([
  ['no key', { 'engagement.json': engagement }, 'No folder in'],
  ['no engagement', { 'key.json': JSON.stringify(key) }, 'has a key.json, but no engagement.json'],
  [
    'a key that is not JSON',
    { 'engagement.json': engagement, 'key.json': '{' },
    'x/key.json cannot be read',
  ],
  [
    'an unknown language',
    { 'engagement.json': engagement, 'key.json': JSON.stringify({ ...key, language: 'xx' }) },
    'x/key.json: /language',
  ],
  [
    'two items with one id',
    {
      'engagement.json': engagement,
      'key.json': JSON.stringify({ ...key, facts: [...key.facts, ...key.facts] }),
    },
    'x/key.json has two items with id fleet-size',
  ],
  [
    'an engagement without a client',
    { 'engagement.json': '{"name": "x", "brief": "y"}', 'key.json': JSON.stringify(key) },
    'x/engagement.json: ',
  ],
])('%s is reported with its file', async (_name, files, message) => {
  await expect(readCases(await folderWith(files))).rejects.toThrow(message);
});

it('a missing folder is reported', async () => {
  await expect(readCases('/nowhere')).rejects.toThrow('The folder of cases cannot be read');
});

it.each([
  [['--budget', 'much'], '--budget cannot be much'],
  [['--budget', '-1'], '--budget'],
  [['--cases', '1.5'], '--cases cannot be 1.5'],
  [['--lanes', '99'], '--lanes cannot be 99'],
  [['--speed', '9'], '--speed'],
])('the options %j are refused', (args, message) => {
  expect(() => readOptions(args)).toThrow(message);
});

it('a few cases are of several languages, and an unknown one is refused', async () => {
  const all = await readCases(fileURLToPath(new URL('../../examples', import.meta.url)));
  const languages = pickCases(all, { only: null, cases: 4 }).map((one) => one.key.language);
  expect(languages.sort()).toEqual(['de', 'en', 'fr', 'ja']);
  expect(() => pickCases(all, { only: ['tram'], cases: 9 })).toThrow(
    'there is no case tram; there are district-heating',
  );
});
