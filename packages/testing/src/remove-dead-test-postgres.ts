import { readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { acquireLock } from '@ecp/database/embedded/acquire-lock';
import { stopServer } from '@ecp/database/embedded/stop-server';

/** How the folders of throw-away servers under the system's temporary folder begin. */
export const testPostgresPrefix = 'ecp-test-postgres-';

/** A folder this young may belong to a run that has not locked it yet. */
const youngMs = 30_000;

/** Ends the servers and deletes the folders of test runs that were killed: those whose lock nobody holds. */
export async function removeDeadTestPostgres(): Promise<void> {
  const names = await readdir(tmpdir());
  for (const name of names.filter((entry) => entry.startsWith(testPostgresPrefix))) {
    const dataDir = join(tmpdir(), name);
    if (await isOwnAndOld(dataDir)) await removeUnlocked(dataDir);
  }
}

async function removeUnlocked(dataDir: string): Promise<void> {
  const lock = acquireLock(join(dataDir, 'postgres.lock'));
  if (lock === undefined) return;
  try {
    await stopServer(join(dataDir, 'postgres'));
    await rm(dataDir, { recursive: true, force: true });
  } finally {
    lock.release();
  }
}

async function isOwnAndOld(dataDir: string): Promise<boolean> {
  try {
    const { uid, birthtimeMs } = await stat(dataDir);
    return uid === process.getuid?.() && Date.now() - birthtimeMs > youngMs;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false; // another run has just removed it
    throw error;
  }
}
