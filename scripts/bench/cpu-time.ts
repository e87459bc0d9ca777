import { readdir, readFile } from 'node:fs/promises';

/** Clock ticks per second in the kernel's process statistics (on Linux always 100 for user space). */
const ticksPerSecond = 100;

/** Returns the CPU time that a process has used so far, in milliseconds; null if the system has no /proc. */
export async function readCpuMs(pid: number): Promise<number | null> {
  return (await readStat(pid))?.cpuMs ?? null;
}

/** Returns the CPU time of a process and its children, including ended ones, in milliseconds; null without /proc. */
export async function readTreeCpuMs(pid: number): Promise<number | null> {
  const own = await readStat(pid);
  if (!own) return null;
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const stats = await Promise.all(pids.map(readStat));
  const children = stats.filter((stat) => stat?.parent === pid);
  return children.reduce((sum, stat) => sum + (stat?.cpuMs ?? 0), own.cpuMs + own.endedChildrenMs);
}

async function readStat(pid: number): Promise<{ parent: number; cpuMs: number; endedChildrenMs: number } | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (text === null) return null;
  // The program's name is in parentheses and may contain spaces. The fields after it are numbered from 3.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const field = (number: number) => Number(fields[number - 3]);
  const toMs = (ticks: number) => (ticks * 1_000) / ticksPerSecond;
  return { parent: field(4), cpuMs: toMs(field(14) + field(15)), endedChildrenMs: toMs(field(16) + field(17)) };
}
