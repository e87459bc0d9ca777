import { type ProcessTime, readMachineCpuMs, readProcesses } from '../cpu-time.ts';

/** Load average of the last minute above which a run counts as disturbed from the start. */
export const maxLoadAtStart = 0.5;
/** Cores that other programs may use in any interval. */
export const maxForeignCores = 0.15;
const intervalMs = 10_000;
/** The kernel's own threads have this parent. */
const kernelParent = 2;

/** The work of other programs on the machine during a run. */
export interface ForeignLoad {
  /** Load average of the last minute when the run began. */
  atStart: number;
  /** Most cores that programs outside of the run used in an interval of ten seconds; 0 without /proc. */
  mostCores: number;
  /** False when figures would depend on other work. */
  quiet: boolean;
}

/** The processor time of the machine, and of the processes that are alive, at a moment. */
export interface LoadReading {
  atMs: number;
  machineMs: number;
  processes: readonly ProcessTime[];
}

/**
 * Watches the processor time of all programs that this process and its children have not started. `atStart` is the load
 * average of one minute before its first work. The returned function ends it.
 */
export async function watchForeignLoad(atStart: number): Promise<() => ForeignLoad> {
  let mostCores = 0;
  let before = await readLoad();
  const sample = async () => {
    const now = await readLoad();
    mostCores = Math.max(mostCores, countForeignCores(before, now, process.pid));
    before = now;
  };
  const timer = setInterval(() => void sample(), intervalMs).unref();
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
 * Counts the cores that others than `root`, its descendants and the kernel's threads have used between two readings. A
 * process that begins and ends between them is in the time of the machine and of its parent, so it counts too.
 */
export function countForeignCores(before: LoadReading, after: LoadReading, root: number): number {
  return Math.max(0, foreignMs(after, root) - foreignMs(before, root)) / (after.atMs - before.atMs);
}

function foreignMs({ machineMs, processes }: LoadReading, root: number): number {
  const alive = new Map(processes.map((process) => [process.pid, process]));
  const isForeign = ({ pid, parent }: ProcessTime): boolean => {
    if (pid === root || parent === kernelParent) return false;
    const above = alive.get(parent);
    return above === undefined || isForeign(above);
  };
  const own = processes.filter((process) => !isForeign(process));
  return own.reduce((left, { cpuMs, endedChildrenMs }) => left - cpuMs - endedChildrenMs, machineMs);
}

async function readLoad(): Promise<LoadReading> {
  const [machineMs, processes] = await Promise.all([readMachineCpuMs(), readProcesses()]);
  return { atMs: performance.now(), machineMs, processes };
}
