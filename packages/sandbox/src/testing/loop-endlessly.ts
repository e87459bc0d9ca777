import { openSandbox } from '../sandbox.ts';
import { unruly } from './programs.ts';

/**
 * Runs a server to be killed while its child is in an endless loop. Outputs the process ids of its
 * children.
 */
const sandbox = openSandbox();
const task = {
  tenantId: 'acme',
  lane: 'long',
  sizeBytes: 0,
  timeMs: 600_000,
  isAwaited: true,
} as const;
// A child that did long work is replaced. After a short job, the same child does the next one.
await sandbox.run(unruly, { ...task, lane: 'short', job: 'answer' });
const endless = sandbox.run(unruly, { ...task, job: 'hang' });
console.log(sandbox.pids(unruly).join(' '));
await endless;
