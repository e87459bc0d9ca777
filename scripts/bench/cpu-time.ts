import { readdir, readFile } from 'node:fs/promises';

/** The processor time that a process has used so far, in milliseconds. */
export interface ProcessTime {
  pid: number;
  parent: number;
  cpuMs: number;
  /** Time of its ended children, with theirs. */
  endedChildrenMs: number;
}

/** Clock ticks per second in the kernel's process statistics (on Linux always 100 for user space). */
const ticksPerSecond = 100;

/** Returns the CPU time that a process has used so far, in milliseconds; null if the system has no /proc. */
export async function readCpuMs(pid: number): Promise<number | null> {
  return (await readProcess(pid))?.cpuMs ?? null;
}

/** Returns the CPU time of a process and its children, including ended ones, in milliseconds; null without /proc. */
export async function readTreeCpuMs(pid: number): Promise<number | null> {
  const own = await readProcess(pid);
  if (!own) return null;
  const children = (await readProcesses()).filter(({ parent }) => parent === pid);
  return children.reduce((sum, { cpuMs }) => sum + cpuMs, own.cpuMs + own.endedChildrenMs);
}

/** Returns the times of all processes of the machine; none if the system has no /proc. */
export async function readProcesses(): Promise<ProcessTime[]> {
  const names = await readdir('/proc').catch(() => []);
  const processes = await Promise.all(
    names.filter((name) => /^\d+$/.test(name)).map((name) => readProcess(Number(name))),
  );
  return processes.filter((process) => process !== null);
}

async function readProcess(pid: number): Promise<ProcessTime | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (text === null) return null;
  // The program's name is in parentheses and may contain spaces. The fields after it are numbered from 3.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const field = (number: number) => Number(fields[number - 3]);
  const cpuMs = toMs(field(14) + field(15));
  return { pid, parent: field(4), cpuMs, endedChildrenMs: toMs(field(16) + field(17)) };
}

const toMs = (ticks: number) => (ticks * 1_000) / ticksPerSecond;
