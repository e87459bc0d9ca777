import { readdir, realpath, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { acquireLock } from '@ecp/database/embedded/acquire-lock';
import { sharedServerFilesDir } from '@ecp/database/embedded/prepare-binaries';
import { stopServer } from '@ecp/database/embedded/stop-server';

/** How the folders of throw-away servers under the system's temporary folder begin. */
export const testPostgresPrefix = 'ecp-test-postgres-';

/**
 * Ends the servers and deletes the folders of test runs that were killed: those below `parentDir` whose lock nobody
 * holds. A folder younger than `youngMs` is left alone, its run may not have locked it yet.
 */
export async function removeDeadTestPostgres(parentDir: string = tmpdir(), youngMs = 30_000): Promise<void> {
  const names = await readdir(parentDir);
  for (const name of names.filter((entry) => entry.startsWith(testPostgresPrefix))) {
    const dataDir = join(parentDir, name);
    if (await isOwnAndOld(dataDir, youngMs)) await removeUnlocked(dataDir);
  }
}

/** Deletes the files of a throw-away server that has ended, also where they had to be placed elsewhere. */
export async function removeTestFiles(dataDir: string): Promise<void> {
  const clusterDir = await findPresentCluster(dataDir);
  if (clusterDir?.startsWith(`${sharedServerFilesDir}/`))
    await rm(dirname(clusterDir), { recursive: true, force: true });
  await rm(dataDir, { recursive: true, force: true });
}

async function removeUnlocked(dataDir: string): Promise<void> {
  const lock = acquireLock(join(dataDir, 'postgres.lock'));
  if (lock === undefined) return;
  try {
    const clusterDir = await findPresentCluster(dataDir);
    if (clusterDir !== undefined) await stopServer(clusterDir);
    await removeTestFiles(dataDir);
  } finally {
    lock.release();
  }
}

async function isOwnAndOld(dataDir: string, youngMs: number): Promise<boolean> {
  return unlessMissing(async () => {
    const { uid, birthtimeMs } = await stat(dataDir);
    return uid === process.getuid?.() && Date.now() - birthtimeMs >= youngMs;
  }, false);
}

async function findPresentCluster(dataDir: string): Promise<string | undefined> {
  return unlessMissing<string | undefined>(() => realpath(join(dataDir, 'postgres')), undefined);
}

/** Another run may remove the same folder in the same moment. */
async function unlessMissing<Value>(read: () => Promise<Value>, missing: Value): Promise<Value> {
  try {
    return await read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return missing;
    throw error;
  }
}
