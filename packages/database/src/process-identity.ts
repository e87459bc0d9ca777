import { readFile, readlink } from 'node:fs/promises';

/** A process among all that use the database. */
export interface ProcessIdentity {
  /** The run of a machine's system and the namespace of process ids in it. Null where the system tells neither. */
  machine: string | null;
  pid: number;
  /** Start of the process in clock ticks, which tells it from a later one with the same id. */
  processStart: string | null;
}

/** Returns the identity of this process. Containers on one machine have namespaces of their own. */
export async function readProcessIdentity(): Promise<ProcessIdentity> {
  const { pid } = process;
  try {
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8');
    const namespace = await readlink('/proc/self/ns/pid');
    return { machine: `${boot.trim()} ${namespace}`, pid, processStart: await readStart(pid) };
  } catch (error) {
    if (isMissing(error)) return { machine: null, pid, processStart: null };
    throw error;
  }
}

/** Returns true if a process of the same machine as `own` has certainly ended. `folder` is /proc, except in tests. */
export async function hasEnded(own: ProcessIdentity, other: ProcessIdentity, folder = '/proc'): Promise<boolean> {
  if (own.machine === null || other.machine !== own.machine) return false;
  try {
    return (await readStart(other.pid, folder)) !== other.processStart;
  } catch (error) {
    if (isMissing(error)) return !exists(other.pid);
    throw error;
  }
}

/** Asks the system for a process, because /proc may hide those of other users (proc(5), hidepid). */
function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/** Reads the start of a process. Null for one that has ended and that its parent has not asked for. */
async function readStart(pid: number, folder = '/proc'): Promise<string | null> {
  const stat = await readFile(`${folder}/${pid}/stat`, 'utf8');
  // The name of the program, in brackets, may contain anything. The state is field 3, the start field 22 (proc(5)).
  const [state = '', ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return state === 'Z' || state === 'X' ? null : (fields[18] ?? null);
}

/** True if there is no such process, no /proc, or one that hides the process. */
function isMissing(error: unknown): boolean {
  const codes = ['ENOENT', 'ESRCH', 'EACCES', 'EPERM'];
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}
