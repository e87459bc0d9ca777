import { readdirSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';
import { runCommand } from './run-command.ts';

/**
 * Finds the ids of the living Postgres processes (postmaster and children) that work in `clusterDir`, a real path. An
 * id in a file proves nothing, because another process may have it now. The program and its folder count.
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

/** Without /proc only the postmaster can be identified, because its children's titles do not name the folder. */
async function findByCommandLine(clusterDir: string): Promise<number[]> {
  const output = await runCommand('ps', ['-axo', 'pid=,command='], { timeoutMs: 10_000 });
  const postmaster = output
    .split('\n')
    .filter((line) => line.includes('postgres') && line.includes(`-D ${clusterDir} `));
  return postmaster.map((line) => Number.parseInt(line, 10));
}
