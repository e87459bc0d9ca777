import { readdirSync, readlinkSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { runCommand } from './command.ts';

/** The contents of a server's `postmaster.pid`. */
interface PostmasterFile {
  pid: number;
  port: number;
  ready: boolean;
}

/** Larger than any process id that a kernel assigns, so no such process exists. */
const deadPid = 2 ** 31 - 1;

/**
 * Reads `postmaster.pid` of the data directory. Returns undefined if it is missing or malformed.
 */
export async function readPostmasterFile(clusterDir: string): Promise<PostmasterFile | undefined> {
  const lines = (await readIfPresent(join(clusterDir, 'postmaster.pid')))?.split('\n') ?? [];
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  return { pid, port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' };
}

/**
 * Makes a leftover `postmaster.pid` harmless: Postgres refuses to start if another process has its
 * id. The rest stays, because it names the shared memory that Postgres checks.
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

/**
 * Finds the living Postgres processes in `clusterDir`, a real path, by program and folder, as ids
 * may be reused.
 */
export async function findServerProcesses(clusterDir: string): Promise<number[]> {
  if (process.platform !== 'linux') return findByCommandLine(clusterDir);
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && isServerProcess(pid, clusterDir));
}

function isServerProcess(pid: number, clusterDir: string): boolean {
  try {
    if (readlinkSync(`/proc/${pid}/cwd`) !== clusterDir) return false;
    return basename(readlinkSync(`/proc/${pid}/exe`)).startsWith('postgres');
  } catch {
    return false; // an ended, zombie or other user's process is not our server
  }
}

/**
 * Without /proc only the postmaster can be identified, because its children's titles do not name
 * the folder.
 */
async function findByCommandLine(clusterDir: string): Promise<number[]> {
  const output = await runCommand('ps', ['-axo', 'pid=,command='], { timeoutMs: 10_000 });
  const postmaster = output
    .split('\n')
    .filter((line) => line.includes('postgres') && line.includes(`-D ${clusterDir} `));
  return postmaster.map((line) => Number.parseInt(line, 10));
}
