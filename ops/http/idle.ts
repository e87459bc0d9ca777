import { setTimeout as wait } from 'node:timers/promises';
import { readCpuMs, readMemoryBytes, readTreeCpuMs } from '../machine.ts';
import { type Section, whole } from './report.ts';
import { type Bench, startRole } from './servers.ts';

/** Time in which a role ends the work of its start. */
const settleMs = 30_000;

/**
 * Starts each role as a process of its own on one database, without tenants, and measures what they
 * and Postgres use while nobody asks for anything.
 */
export async function measureIdle({ database, plan, report }: Bench): Promise<Section> {
  const url = await database.create('bench_idle');
  const web = await startRole('web', url, database.folder);
  const worker = await startRole('worker', url, database.folder);
  try {
    await wait(settleMs);
    const processes: [name: string, pid: number, readMs: (pid: number) => Promise<number>][] = [
      ['web', web.process.pid ?? 0, readCpuMs],
      ['worker', worker.process.pid ?? 0, readCpuMs],
      ['Postgres', database.pid, readTreeCpuMs],
    ];
    const readAll = () => Promise.all(processes.map(([, pid, readMs]) => readMs(pid)));
    const seconds = plan.rounds * plan.seconds;
    report(`Idle for ${seconds} s`);
    const before = await readAll();
    await wait(seconds * 1_000);
    const after = await readAll();
    const rows = processes.map(async ([name, pid], place) => {
      const usedMs = (after[place] ?? Number.NaN) - (before[place] ?? Number.NaN);
      const megabytes = (await readMemoryBytes(pid)) / 1_048_576;
      return [name, (usedMs / seconds).toFixed(2), name === 'Postgres' ? '–' : whole(megabytes)];
    });
    return {
      title: 'Idle',
      content: [
        `Each role is a process of its own, and both share a database without tenants. ${settleMs / 1_000} s after their start, what they use is measured for ${seconds} s. The memory is resident.`,
        [['process', 'CPU ms a second', 'memory MB'], ...(await Promise.all(rows))],
      ],
      goals: [],
    };
  } finally {
    await worker.process.stop();
    await web.process.stop();
  }
}
