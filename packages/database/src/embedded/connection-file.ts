import { rmSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** `<dataDir>/postgres.url` (mode 0600): the address of the running database, for joining processes and for psql. */
function pathOf(dataDir: string): string {
  return join(dataDir, 'postgres.url');
}

/** Publishes the address in one step: a reader sees it whole or not at all. */
export async function writeConnectionFile(dataDir: string, url: string): Promise<void> {
  const unfinished = `${pathOf(dataDir)}.new`;
  await writeFile(unfinished, `${url}\n`, { mode: 0o600 });
  await rename(unfinished, pathOf(dataDir));
}

/** The published address, or undefined when no server is up. */
export async function readConnectionFile(dataDir: string): Promise<string | undefined> {
  try {
    return (await readFile(pathOf(dataDir), 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Withdraws the address; synchronous, so that nobody reads a dead owner's one after the lock has changed hands. */
export function removeConnectionFile(dataDir: string): void {
  rmSync(pathOf(dataDir), { force: true });
}
