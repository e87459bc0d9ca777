import '../../scripts/build/bundle-programs.ts';
import '../../scripts/build/bundle-servers.ts';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onInterrupt, readOptions, readSize } from '../command-line.ts';
import { describeMachine } from '../machine.ts';
import { backUpAndRestore } from './restore.ts';

/**
 * Backs up the product while runs are active, and restores it in another place. Prints what is
 * lost, changed or doubled there, and ends with 1 if anything is (docs/operations.md, Backup and restore).
 */
const values = readOptions({ jobs: { type: 'string', default: '3' } });
const jobs = readSize('jobs', values.jobs);
const startedMs = performance.now();
const folder = await mkdtemp(join(tmpdir(), 'restore-'));
await chmod(folder, 0o755); // the user of Postgres enters it
const closers = new AsyncDisposableStack();
closers.defer(() => rm(folder, { recursive: true, force: true }));
onInterrupt(async () => {
  await closers.disposeAsync();
  process.exit(130);
});
try {
  const problems = await backUpAndRestore({ folder, jobs, closers });
  const seconds = Math.round((performance.now() - startedMs) / 1_000);
  console.log(`${jobs} ended and ${jobs} active runs, ${problems.length} problems, ${seconds} s`);
  for (const problem of problems) console.log(`- ${problem}`);
  console.log((await describeMachine()).join('\n'));
  process.exitCode = Math.min(problems.length, 1);
} finally {
  await closers.disposeAsync();
}
