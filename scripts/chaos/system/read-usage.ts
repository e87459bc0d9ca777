import { readdir, readFile } from 'node:fs/promises';
import { listSessions } from './list-sessions.ts';

const pageBytes = 4_096;
/** A service holds a pipe for the errors of a child, one for its jobs and one for the outcomes. */
const descriptorsOfChild = 3;

/** The resources that a service holds. */
export interface Usage {
  /** Resident memory of its own process, in bytes. */
  memoryBytes: number;
  /** Open files and sockets of its own process, without those for its children. */
  descriptors: number;
  /** Its own process and its children. */
  processes: number;
}

/** Reads what a process holds, and the number of processes in its session. Throws if the process has ended. */
export async function readUsage(pid: number): Promise<Usage> {
  const [descriptors, processes, statm] = await Promise.all([
    readdir(`/proc/${pid}/fd`),
    listSessions([pid]),
    readFile(`/proc/${pid}/statm`, 'utf8'),
  ]);
  return {
    memoryBytes: Number(statm.split(' ')[1]) * pageBytes,
    descriptors: descriptors.length - descriptorsOfChild * (processes.length - 1),
    processes: processes.length,
  };
}
