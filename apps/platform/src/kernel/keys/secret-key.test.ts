import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { deriveKey, readSecretKey } from './secret-key.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = join(await mkdtemp(join(tmpdir(), 'ecp-secret-')), 'data');
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

// SET-11
test('is generated once, readable by its owner only, and the same for processes that start together', async () => {
  const keys = await Promise.all(Array.from({ length: 10 }, () => readSecretKey({ secretKey: undefined, dataDir })));
  expect(new Set(keys).size).toBe(1);
  expect(keys[0]).toHaveLength(43);
  expect(await readdir(dataDir)).toEqual(['secret.key']);
  expect((await stat(join(dataDir, 'secret.key'))).mode & 0o777).toBe(0o600);
  expect(await readSecretKey({ secretKey: undefined, dataDir })).toBe(keys[0]);
});

// SET-11
test('the setting overrides the file, which is then not created', async () => {
  expect(await readSecretKey({ secretKey: 'given', dataDir })).toBe('given');
  await expect(stat(dataDir)).rejects.toThrow('ENOENT');
});

test('an empty file is not a key', async () => {
  await readSecretKey({ secretKey: undefined, dataDir });
  await writeFile(join(dataDir, 'secret.key'), '\n');
  await expect(readSecretKey({ secretKey: undefined, dataDir })).rejects.toThrow('is empty; delete it');
});

test('keys differ by secret and by purpose', () => {
  const keys = [deriveKey('a', 'x'), deriveKey('a', 'y'), deriveKey('b', 'x'), deriveKey('a', 'x')];
  expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(3);
});
