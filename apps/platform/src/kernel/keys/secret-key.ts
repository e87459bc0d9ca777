import { hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PlatformConfig } from '../settings/platform-config.ts';

const fileName = 'secret.key';

/**
 * Returns the installation's secret: SECRET_KEY, else the content of `DATA_DIR/secret.key`, which is generated at the
 * first start and readable by its owner only (SET-11). Processes that start together agree on one.
 */
export async function readSecretKey({
  secretKey,
  dataDir,
}: Pick<PlatformConfig, 'secretKey' | 'dataDir'>): Promise<string> {
  if (secretKey !== undefined) return secretKey;
  const path = join(dataDir, fileName);
  await mkdir(dataDir, { recursive: true });
  return (await readKey(path)) ?? (await generateKey(path));
}

/** Derives a key of 32 bytes for one purpose, so that a signature for one purpose is invalid for another. */
export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
}

async function readKey(path: string): Promise<string | undefined> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return text.trim() === '' ? undefined : text.trim();
}

/** Writes the key under another name and links it, so that readers find a whole key and the first writer wins. */
async function generateKey(path: string): Promise<string> {
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
  try {
    await link(draft, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(draft, { force: true });
  }
  const key = await readKey(path);
  if (key === undefined) throw new Error(`${path} is empty; delete it to generate a new key`);
  return key;
}
