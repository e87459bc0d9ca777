import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { serveJobs } from '../serve-jobs.ts';
import type { ForbiddenAction } from './isolation.ts';

/**
 * The targets of the probe. Each exists outside the child and is open to every user of the machine.
 */
export interface ProbeTargets {
  file: string;
  folder: string;
  tcpPort: number;
  socket: string;
  parentPid: number;
}

/** Tries everything that a child must not be able to do, and answers with what succeeded. */
serveJobs<ProbeTargets>(async ({ file, folder, tcpPort, socket, parentPid }) => {
  const attempts: Record<ForbiddenAction, () => unknown> = {
    'read a file': () => readFileSync(file),
    'read the environment of the parent': () => readFileSync(`/proc/${parentPid}/environ`),
    'write a file': () => writeFileSync(`${folder}/${process.pid}`, ''),
    'connect by TCP': () => once(connect(tcpPort, '127.0.0.1'), 'connect'),
    'connect to a Unix socket': () => once(connect(socket), 'connect'),
  };
  const succeeded: string[] = [];
  for (const [action, attempt] of Object.entries(attempts)) {
    try {
      await attempt();
      succeeded.push(action);
    } catch {
      // The wall holds.
    }
  }
  return { head: succeeded };
});
