import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The contents of a server's `postmaster.pid`. */
export interface PostmasterFile {
  pid: number;
  port: number;
  ready: boolean;
}

/** Larger than any process id that a kernel assigns, so no such process exists. */
const deadPid = 2 ** 31 - 1;

/** Reads `postmaster.pid` of the data directory. Returns undefined if it is missing or malformed. */
export async function readPostmasterFile(clusterDir: string): Promise<PostmasterFile | undefined> {
  const lines = (await readIfPresent(join(clusterDir, 'postmaster.pid')))?.split('\n') ?? [];
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  return { pid, port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' };
}

/**
 * Makes a leftover `postmaster.pid` harmless if no server runs. Postgres would refuse to start if another process now
 * has the id in it. The rest stays, because it names the shared memory that Postgres checks before it starts.
 */
export async function clearStalePostmasterFile(clusterDir: string): Promise<void> {
  const path = join(clusterDir, 'postmaster.pid');
  const text = await readIfPresent(path);
  if (text === undefined) return;
  if (/^\d+\n/.test(text)) await writeFile(path, text.replace(/^\d+/, String(deadPid)));
  else await rm(path, { force: true });
}

async function readIfPresent(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
