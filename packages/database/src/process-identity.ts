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

/** Returns true if a process of the same machine as `own` has certainly ended. */
export async function hasEnded(own: ProcessIdentity, other: ProcessIdentity): Promise<boolean> {
  if (own.machine === null || other.machine !== own.machine) return false;
  try {
    return (await readStart(other.pid)) !== other.processStart;
  } catch (error) {
    if (isMissing(error)) return true;
    throw error;
  }
}

/** Reads the start of a process. Null for one that has ended and that its parent has not asked for. */
async function readStart(pid: number): Promise<string | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The name of the program, in brackets, may contain anything. The state is field 3, the start field 22 (proc(5)).
  const [state = '', ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return state === 'Z' || state === 'X' ? null : (fields[18] ?? null);
}

/** True if there is no such process, or no /proc. */
function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && ['ENOENT', 'ESRCH', 'EACCES'].includes(String(error.code));
}
