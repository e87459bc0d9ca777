import { chmodSync, existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { endFormerServer } from '../embedded-postgres.ts';
import { sharedServerFilesDir } from '../server-files.ts';

/** A temporary data folder. `remove` also stops a server that works in it. */
export interface TemporaryDataDir {
  dataDir: string;
  remove(): Promise<void>;
}

/** Makes a data folder in one of this mode (0711: the server's user may enter; 0700: it may not). */
export function makeDataDir(parentMode = 0o711): TemporaryDataDir {
  const parent = mkdtempSync(join(tmpdir(), 'embedded-postgres-test-'));
  chmodSync(parent, parentMode);
  const dataDir = join(parent, 'data');
  const remove = async () => {
    await removeServer(dataDir);
    rmSync(parent, { recursive: true, force: true });
  };
  return { dataDir, remove };
}

/** Stops the server of a data folder and removes its data, also where they are elsewhere. */
export async function removeServer(dataDir: string): Promise<void> {
  if (!existsSync(join(dataDir, 'postgres'))) return;
  const clusterDir = realpathSync(join(dataDir, 'postgres'));
  await endFormerServer(clusterDir, () => {});
  const isElsewhere = clusterDir.startsWith(`${sharedServerFilesDir}/`);
  rmSync(isElsewhere ? dirname(clusterDir) : clusterDir, { recursive: true, force: true });
}
