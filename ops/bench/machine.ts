import { readdir, readFile } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg, release, totalmem, type } from 'node:os';

/**
 * Describes what the figures depend on, one line each, for the report. `postgres` is the result of
 * `select version()`.
 */
export async function describeMachine(postgres: string): Promise<string[]> {
  const memoryGb = Math.round(totalmem() / 1_073_741_824);
  const [fastify, driver, autocannon] = await Promise.all(
    ['fastify', 'pg', 'autocannon'].map(readVersion),
  );
  return [
    `Machine: ${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores, ${memoryGb} GB, ${type()} ${release()}`,
    `Load at the start: ${loadAtStart
      .map((load) => load.toFixed(1))
      .join(', ')} (1, 5 and 15 minutes; above 0.5, other work affected the figures)`,
    `Versions: Node ${process.versions.node}, ${postgres.split(' on ')[0]}, fastify ${fastify}, pg ${driver}, autocannon ${autocannon}`,
    `Date: ${new Date().toISOString().slice(0, 10)}`,
  ];
}

async function readVersion(name: string): Promise<string> {
  const file = new URL(`../../node_modules/${name}/package.json`, import.meta.url);
  return (JSON.parse(await readFile(file, 'utf8')) as { version: string }).version;
}

/** Load average of the last minute above which a run counts as disturbed from the start. */
const maxLoadAtStart = 0.5;
/** Cores that other programs may use in any interval. */
const maxForeignCores = 0.15;
const intervalMs = 10_000;
/** A program that ends sooner and whose parent is init is not seen. */
const sampleMs = 1_000;
const init = 1;
/** The kernel's own threads have this parent. */
const kernelParent = 2;

/** The work of other programs on the machine during a run. */
interface ForeignLoad {
  /** Load average of the last minute when the run began. */
  atStart: number;
  /**
   * The highest number of cores that other programs used in an interval of ten seconds; 0 without
   * /proc.
   */
  mostCores: number;
  /** False when figures would depend on other work. */
  quiet: boolean;
}

/**
 * Watches the processor time of all programs that this process and its children have not started.
 * `atStart` is the load average of one minute before its first work. The returned function ends it.
 */
export async function watchForeignLoad(atStart: number): Promise<() => ForeignLoad> {
  const countForeignMs = makeForeignCounter(process.pid);
  let mostCores = 0;
  let interval = { startedAtMs: performance.now(), foreignMs: 0 };
  const sample = async () => {
    interval.foreignMs += countForeignMs(await readProcesses());
    const now = performance.now();
    if (now - interval.startedAtMs < intervalMs) return;
    mostCores = Math.max(mostCores, interval.foreignMs / (now - interval.startedAtMs));
    interval = { startedAtMs: now, foreignMs: 0 };
  };
  await sample();
  const timer = setInterval(() => void sample(), sampleMs).unref();
  return () => {
    clearInterval(timer);
    return { atStart, mostCores, quiet: atStart <= maxLoadAtStart && mostCores <= maxForeignCores };
  };
}

/** Describes the load in a line of the report. */
export function describeForeignLoad({ atStart, mostCores }: ForeignLoad): string {
  return `Load of others: ${atStart.toFixed(1)} at the start (load average of one minute), at most ${mostCores.toFixed(2)} cores in any ten seconds`;
}

/**
 * Returns a function that takes the processes of the machine at a moment, and returns the
 * milliseconds of processor time that others than `root`, its descendants and the kernel's threads
 * have used since it was called last. The first call returns 0. A process that ends adds its time
 * to that of its parent. Init gets orphans of `root` too, so it counts with its own time alone, and
 * descendants of `root` are remembered.
 */
export function makeForeignCounter(root: number): (now: readonly ProcessTime[]) => number {
  const own = new Set([root]);
  let before: readonly ProcessTime[] | null = null;
  return (now) => {
    addDescendants(own, now);
    const alive = new Set(now.map(({ pid }) => pid));
    const isForeign = ({ pid, parent }: ProcessTime) => !own.has(pid) && parent !== kernelParent;
    const isCounted = ({ pid, parent }: ProcessTime) =>
      alive.has(pid) || (parent !== init && alive.has(parent));
    const foreignMs = before
      ? sumMs(now.filter(isForeign)) -
        sumMs(before.filter((process) => isForeign(process) && isCounted(process)))
      : 0;
    before = now;
    return Math.max(0, foreignMs);
  };
}

function addDescendants(own: Set<number>, processes: readonly ProcessTime[]): void {
  const children = Map.groupBy(processes, ({ parent }) => parent);
  for (const pid of own) for (const child of children.get(pid) ?? []) own.add(child.pid);
}

const sumMs = (processes: readonly ProcessTime[]) =>
  processes.reduce(
    (sum, { pid, cpuMs, endedChildrenMs }) => sum + cpuMs + (pid === init ? 0 : endedChildrenMs),
    0,
  );

/**
 * Load averages of 1, 5 and 15 minutes at the start of the program. The bundling that follows would
 * raise them.
 */
export const loadAtStart = loadavg() as [number, number, number];

/** The processor time that a process has used so far, in milliseconds. */
export interface ProcessTime {
  pid: number;
  parent: number;
  cpuMs: number;
  /** Time of its ended children, with theirs. */
  endedChildrenMs: number;
}

/**
 * Clock ticks per second in the kernel's process statistics (on Linux always 100 for user space).
 */
const ticksPerSecond = 100;

/**
 * Returns the CPU time that a process has used so far, in milliseconds; null if the system has no
 * /proc.
 */
export async function readCpuMs(pid: number): Promise<number | null> {
  return (await readProcess(pid))?.cpuMs ?? null;
}

/**
 * Returns the CPU time of a process and its children, including ended ones, in milliseconds; null
 * without /proc.
 */
export async function readTreeCpuMs(pid: number): Promise<number | null> {
  const own = await readProcess(pid);
  if (!own) return null;
  const children = (await readProcesses()).filter(({ parent }) => parent === pid);
  return children.reduce((sum, { cpuMs }) => sum + cpuMs, own.cpuMs + own.endedChildrenMs);
}

/** Returns the times of all processes of the machine; none if the system has no /proc. */
async function readProcesses(): Promise<ProcessTime[]> {
  const names = await readdir('/proc').catch(() => []);
  const processes = await Promise.all(
    names.filter((name) => /^\d+$/.test(name)).map((name) => readProcess(Number(name))),
  );
  return processes.filter((process) => process !== null);
}

async function readProcess(pid: number): Promise<ProcessTime | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (text === null) return null;
  // The program's name is in parentheses and may contain spaces. The fields after it are numbered
  // from 3.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const field = (number: number) => Number(fields[number - 3]);
  const cpuMs = toMs(field(14) + field(15));
  return { pid, parent: field(4), cpuMs, endedChildrenMs: toMs(field(16) + field(17)) };
}

const toMs = (ticks: number) => (ticks * 1_000) / ticksPerSecond;

const pageBytes = 4_096;

/** Returns the resident memory of a process in bytes; null if the system has no /proc. */
export async function readMemoryBytes(pid: number): Promise<number | null> {
  const text = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => null);
  return text === null ? null : Number(text.split(' ')[1]) * pageBytes;
}
