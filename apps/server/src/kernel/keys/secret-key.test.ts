import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readSecrets } from './open-keys.ts';

let folder: string;
let dataDir: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ecp-secret-'));
  dataDir = join(folder, 'data');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

// SET-11
test('is generated once, readable by its owner only, and the same for processes that start together', async () => {
  const read = () => readSecrets({ secretKeys: undefined, dataDir });
  const secrets = await Promise.all(Array.from({ length: 10 }, read));
  expect(new Set(secrets.map(String)).size).toBe(1);
  expect(secrets[0]).toEqual([expect.stringMatching(/^[\w-]{43}$/)]);
  expect(await readdir(dataDir)).toEqual(['secret.key']);
  expect((await stat(join(dataDir, 'secret.key'))).mode & 0o777).toBe(0o600);
  expect(await read()).toEqual(secrets[0]);
});

// SET-11
test('the setting overrides the file, which is then not created', async () => {
  expect(await readSecrets({ secretKeys: ['given', 'older'], dataDir })).toEqual([
    'given',
    'older',
  ]);
  await expect(stat(dataDir)).rejects.toThrow('ENOENT');
});

// SET-15
test('the file may hold several secrets, one a line, the one that writes first', async () => {
  const [generated] = await readSecrets({ secretKeys: undefined, dataDir });
  await writeFile(join(dataDir, 'secret.key'), `a-new-secret\n${generated}\n`);
  expect(await readSecrets({ secretKeys: undefined, dataDir })).toEqual([
    'a-new-secret',
    generated,
  ]);
});

test('an empty file is not a key', async () => {
  await readSecrets({ secretKeys: undefined, dataDir });
  await writeFile(join(dataDir, 'secret.key'), '\n');
  await expect(readSecrets({ secretKeys: undefined, dataDir })).rejects.toThrow(
    'is empty; delete it',
  );
});
