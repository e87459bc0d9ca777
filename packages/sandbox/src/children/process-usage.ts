import { readFile } from 'node:fs/promises';

/** The processor time and memory of a process. */
export interface ProcessUsage {
  /** Processor time of all its threads in milliseconds, in steps of ten. */
  cpuMs: number;
  /** Resident memory in MiB. */
  memoryMb: number;
}

/** Duration of a clock tick in /proc; Linux reports 100 a second on every machine. */
const tickMs = 10;

/** Reads the usage of a process from /proc; returns null where the system has none, or when the process is gone. */
export async function readUsage(pid: number): Promise<ProcessUsage | null> {
  try {
    const [stat, status] = await Promise.all([
      readFile(`/proc/${pid}/stat`, 'latin1'),
      readFile(`/proc/${pid}/status`, 'latin1'),
    ]);
    // Fields after the name, which may have blanks: utime is the 14th and stime the 15th of all (proc(5)).
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = Number(fields[11]) + Number(fields[12]);
    return { cpuMs: ticks * tickMs, memoryMb: Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1_024 };
  } catch {
    return null;
  }
}
