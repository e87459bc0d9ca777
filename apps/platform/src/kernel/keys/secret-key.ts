import { randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PlatformConfig } from '../settings/platform-config.ts';

const fileName = 'secret.key';
export type Secrets = readonly [string, ...string[]];

/**
 * Returns the installation's secrets, the first of which writes: those of SECRET_KEY, else the lines of
 * `DATA_DIR/secret.key`, which is generated with one secret at the first start and readable by its owner only (SET-11).
 * Processes that start together agree on one.
 */
export async function readSecrets({
  secretKeys,
  dataDir,
}: Pick<PlatformConfig, 'secretKeys' | 'dataDir'>): Promise<Secrets> {
  if (secretKeys !== undefined) return secretKeys;
  const path = join(dataDir, fileName);
  await mkdir(dataDir, { recursive: true });
  return (await readLines(path)) ?? (await generateKey(path));
}

async function readLines(path: string): Promise<Secrets | undefined> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const [first, ...others] = text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  return first === undefined ? undefined : [first, ...others];
}

/** Writes the key under another name and links it, so that readers find a whole key and the first writer wins. */
async function generateKey(path: string): Promise<Secrets> {
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
  try {
    await link(draft, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(draft, { force: true });
  }
  const secrets = await readLines(path);
  if (secrets === undefined) throw new Error(`${path} is empty; delete it to generate a new key`);
  return secrets;
}
