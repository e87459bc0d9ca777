import { setTimeout as wait } from 'node:timers/promises';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { findServerProcesses } from './find-server-processes.ts';
import { clearStalePostmasterFile, readPostmasterFile } from './postmaster-file.ts';

/** Signals for a fast shutdown, an immediate one and a kill, with milliseconds after the first signal. */
const escalation = [
  { afterMs: 0, signal: 'SIGINT' },
  { afterMs: 10_000, signal: 'SIGQUIT' },
  { afterMs: 15_000, signal: 'SIGKILL' },
] as const;
const limitMs = 30_000;

/**
 * Stops any Postgres that still works in `clusterDir` (a real path), whoever started it, and leaves the folder ready
 * for the next start. Returns the number of processes found.
 * @throws EmbeddedPostgresError if one survives even SIGKILL (it hangs in the kernel).
 */
export async function stopServer(clusterDir: string): Promise<number> {
  const startedAt = performance.now();
  let pids = await findServerProcesses(clusterDir);
  const count = pids.length;
  let stage = 0;
  while (pids.length > 0) {
    const elapsedMs = performance.now() - startedAt;
    if (elapsedMs > limitMs) {
      throw new EmbeddedPostgresError(`Postgres in ${clusterDir} does not stop (process ${pids.join(', ')})`);
    }
    const next = escalation[stage];
    const postmasterPid = (await readPostmasterFile(clusterDir))?.pid;
    if (postmasterPid !== undefined && !pids.includes(postmasterPid)) {
      sendSignal(pids, 'SIGKILL'); // children without a postmaster: nothing coordinates them any more
    } else if (next !== undefined && elapsedMs >= next.afterMs) {
      const everyone = postmasterPid === undefined || next.signal === 'SIGKILL';
      sendSignal(everyone ? pids : [postmasterPid], next.signal);
      stage += 1;
    }
    await wait(10);
    pids = await findServerProcesses(clusterDir);
  }
  await clearStalePostmasterFile(clusterDir);
  return count;
}

function sendSignal(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}
