import { setTimeout as wait } from 'node:timers/promises';
import { readCpuMs, readMemoryBytes, readTreeCpuMs } from '../machine.ts';
import { renderTable } from '../report.ts';
import { type Bench, startRole } from './servers.ts';

/** Time in which a role ends the work of its start. */
const settleMs = 30_000;

/**
 * Starts each role as a process of its own on one database, without tenants, and measures what they
 * and Postgres use while nobody asks for anything. Returns a table.
 */
export async function measureIdle({ database, plan, report }: Bench): Promise<string> {
  const url = await database.create('bench_idle');
  const web = await startRole('web', url, database.folder);
  const worker = await startRole('worker', url, database.folder);
  try {
    await wait(settleMs);
    const pids = [web.process.pid ?? 0, worker.process.pid ?? 0];
    const readAll = () => Promise.all([...pids.map(readCpuMs), readTreeCpuMs(database.pid)]);
    const seconds = plan.rounds * plan.seconds;
    report(`Idle for ${seconds} s`);
    const before = await readAll();
    await wait(seconds * 1_000);
    const after = await readAll();
    const used = after.map((ms, at) => ((ms - (before[at] ?? Number.NaN)) / seconds).toFixed(2));
    const memory = await Promise.all(pids.map(readMemoryBytes));
    const rows = ['web', 'worker', 'Postgres'].map((name, at) => {
      const bytes = memory[at];
      return [name, used[at] ?? '', bytes ? (bytes / 1_048_576).toFixed(0) : '–'];
    });
    return renderTable([['Idle', 'CPU ms a second', 'resident MB'], ...rows]);
  } finally {
    await worker.process.stop();
    await web.process.stop();
  }
}
