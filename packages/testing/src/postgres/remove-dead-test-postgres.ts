import { readdir, realpath, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { acquireLock } from '@ecp/database/embedded/acquire-lock';
import { sharedServerFilesDir } from '@ecp/database/embedded/prepare-binaries';
import { stopServer } from '@ecp/database/embedded/stop-server';

/** Prefix of the folders of temporary servers in the system's temporary folder. */
export const testPostgresPrefix = 'ecp-test-postgres-';

/**
 * Stops the servers and deletes the folders of killed test runs: those below `parentDir` whose lock is free. A folder
 * younger than `youngMs` stays, because its run may not have locked it yet.
 */
export async function removeDeadTestPostgres(parentDir: string = tmpdir(), youngMs = 30_000): Promise<void> {
  const names = await readdir(parentDir);
  for (const name of names.filter((entry) => entry.startsWith(testPostgresPrefix))) {
    const dataDir = join(parentDir, name);
    if (await isOwnAndOld(dataDir, youngMs)) await removeUnlocked(dataDir);
  }
}

/** Deletes the files of a temporary server that has ended, also if they were placed elsewhere. */
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

/** Returns `missing` if the folder is gone, because another run may remove it at the same time. */
async function unlessMissing<Value>(read: () => Promise<Value>, missing: Value): Promise<Value> {
  try {
    return await read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return missing;
    throw error;
  }
}
