import { rmSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Addresses of the running database: the superuser's, for migrations and psql, and that of the
 * services' role.
 */
export interface ConnectionFiles {
  url: string;
  serviceUrl: string;
}

/**
 * Names of the files in the data folder (mode 0600). The superuser's is written last and removed
 * first.
 */
const names: Record<keyof ConnectionFiles, string> = {
  serviceUrl: 'postgres-service.url',
  url: 'postgres.url',
};

/** Publishes the addresses. Each file is written atomically: a reader sees all of it or nothing. */
export async function writeConnectionFiles(
  dataDir: string,
  { url, serviceUrl }: ConnectionFiles,
): Promise<void> {
  await writeUrl(join(dataDir, names.serviceUrl), serviceUrl);
  await writeUrl(join(dataDir, names.url), url);
}

/** Reads the published addresses. Returns undefined if no server is running. */
export async function readConnectionFiles(dataDir: string): Promise<ConnectionFiles | undefined> {
  const url = await readConnectionFile(dataDir);
  const serviceUrl = await readUrl(join(dataDir, names.serviceUrl));
  return url === undefined || serviceUrl === undefined ? undefined : { url, serviceUrl };
}

/** Reads the superuser's address alone. Returns undefined if no server is running. */
export function readConnectionFile(dataDir: string): Promise<string | undefined> {
  return readUrl(join(dataDir, names.url));
}

/**
 * Withdraws the addresses. Synchronous, so that nobody reads a dead owner's once the lock has a new
 * owner.
 */
export function removeConnectionFiles(dataDir: string): void {
  rmSync(join(dataDir, names.url), { force: true });
  rmSync(join(dataDir, names.serviceUrl), { force: true });
}

async function writeUrl(path: string, url: string): Promise<void> {
  const unfinished = `${path}.new`;
  await writeFile(unfinished, `${url}\n`, { mode: 0o600 });
  await rename(unfinished, path);
}

async function readUrl(path: string): Promise<string | undefined> {
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
