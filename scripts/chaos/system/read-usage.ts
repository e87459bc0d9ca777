import { readdir, readFile } from 'node:fs/promises';
import { listSessions } from './list-sessions.ts';

const pageBytes = 4_096;

/** The descriptors and processes of a service. */
export interface Usage {
  /** Resident memory of its process and all that it has started, in bytes. Shared pages count once for each. */
  memoryBytes: number;
  /** Open files and sockets of its own process. */
  descriptors: number;
  processes: number;
}

/** Reads what the session of a process holds. Throws if the process has ended. */
export async function readUsage(pid: number): Promise<Usage> {
  const [descriptors, processes] = await Promise.all([readdir(`/proc/${pid}/fd`), listSessions([pid])]);
  const memory = processes.map(async (one) => {
    // A child may end in between.
    const text = await readFile(`/proc/${one.pid}/statm`, 'utf8').catch(() => '0 0');
    return Number(text.split(' ')[1]) * pageBytes;
  });
  const memoryBytes = (await Promise.all(memory)).reduce((sum, bytes) => sum + bytes, 0);
  return { memoryBytes, descriptors: descriptors.length, processes: processes.length };
}
