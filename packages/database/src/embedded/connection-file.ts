import { rmSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Path of `<dataDir>/postgres.url` (mode 0600): the running database's address, for other processes and psql. */
function pathOf(dataDir: string): string {
  return join(dataDir, 'postgres.url');
}

/** Publishes the address atomically: a reader sees all of it or nothing. */
export async function writeConnectionFile(dataDir: string, url: string): Promise<void> {
  const unfinished = `${pathOf(dataDir)}.new`;
  await writeFile(unfinished, `${url}\n`, { mode: 0o600 });
  await rename(unfinished, pathOf(dataDir));
}

/** Reads the published address. Returns undefined if no server is running. */
export async function readConnectionFile(dataDir: string): Promise<string | undefined> {
  try {
    return (await readFile(pathOf(dataDir), 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Withdraws the address. Synchronous, so that nobody reads a dead owner's address once the lock has a new owner. */
export function removeConnectionFile(dataDir: string): void {
  rmSync(pathOf(dataDir), { force: true });
}
