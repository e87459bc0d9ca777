import { readdir, readFile } from 'node:fs/promises';

/** Load average of the last minute above which a run counts as disturbed from the start. */
export const maxLoadAtStart = 0.5;
/** Cores that other programs may use in any interval. */
export const maxForeignCores = 0.15;
const intervalMs = 10_000;
const ticksPerSecond = 100;
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

/**
 * Watches the processor time of all programs that this process has not started. `own` are further first processes of
 * the run, and `atStart` is the load average of one minute before its first work. The returned function ends it.
 */
export async function watchForeignLoad(own: readonly number[], atStart: number): Promise<() => ForeignLoad> {
  let mostCores = 0;
  let before = { atMs: performance.now(), ticks: await readForeignTicks(own) };
  const sample = async () => {
    const now = { atMs: performance.now(), ticks: await readForeignTicks(own) };
    // A process that has just begun or ended is not in both samples.
    const used = [...now.ticks].map(([pid, ticks]) => ticks - (before.ticks.get(pid) ?? ticks));
    const seconds = used.reduce((sum, ticks) => sum + ticks, 0) / ticksPerSecond;
    mostCores = Math.max(mostCores, seconds / ((now.atMs - before.atMs) / 1_000));
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

/** Returns the processor time of each program outside of the run, in ticks by process id. */
async function readForeignTicks(own: readonly number[]): Promise<Map<number, number>> {
  const names = await readdir('/proc').catch(() => []);
  const stats = await Promise.all(names.filter((name) => /^\d+$/.test(name)).map(readStat));
  const alive = new Map(stats.flatMap((stat) => (stat ? [[stat.pid, stat] as const] : [])));
  const roots = new Set([process.pid, ...own]);
  const isForeign = (pid: number): boolean => {
    for (let at = alive.get(pid); at; at = alive.get(at.parent)) {
      if (roots.has(at.pid) || at.pid === kernelParent) return false;
    }
    return true;
  };
  return new Map([...alive.values()].filter(({ pid }) => isForeign(pid)).map(({ pid, ticks }) => [pid, ticks]));
}

async function readStat(name: string): Promise<{ pid: number; parent: number; ticks: number } | null> {
  const text = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => null);
  if (text === null) return null;
  // The program's name is in parentheses and may contain spaces.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return { pid: Number(name), parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) };
}
