import '../../scripts/build/bundle-programs.ts';
import '../../scripts/build/bundle-servers.ts';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { onInterrupt, readSize } from '../command-line.ts';
import { describeMachine } from '../machine.ts';
import { startClients } from './clients.ts';
import { backUpAndRestore, describeFailures } from './restore.ts';
import { startStack } from './stack.ts';

/**
 * Starts what deploy/compose.yaml says as processes of this machine, backs it up while clients do
 * the main job and runs are active, and restores the backup into an empty database. Prints what
 * clients saw, and ends with 1 if a request failed, acknowledged work is lost or doubled, or a
 * process ended by itself (docs/operations.md, Several machines).
 */
const { values } = parseArgs({
  options: {
    clients: { type: 'string', default: '4' },
    port: { type: 'string', default: '27000' },
    /** Keeps data and logs. */
    keep: { type: 'boolean', default: false },
  },
});
const warmUpMs = 10_000;
const shownProblems = 20;

const machine = await describeMachine();
const folder = await mkdtemp(join(tmpdir(), 'restore-'));
await chmod(folder, 0o755); // the user of Postgres enters it
let port = readSize('port', values.port);
const starting = startStack({ folder, nextPort: () => port++ });
// An interruption waits until the stack has started, and closes it.
onInterrupt(() => void interrupt());
try {
  const stack = await starting;
  const clients = startClients(stack.baseUrl, readSize('clients', values.clients));
  await wait(warmUpMs);
  const broken = await backUpAndRestore({ folder, stack, clients });
  const problems = [...broken, ...describeFailures(clients), ...stack.listEndings()];
  const runs = clients.jobs.filter(({ runId }) => runId !== undefined).length;
  console.log(`${clients.attempts.length} requests, ${runs} runs, ${problems.length} problems`);
  for (const problem of problems.slice(0, shownProblems)) console.log(`- ${problem}`);
  console.log(machine.join('\n'));
  process.exitCode = problems.length === 0 ? 0 : 1;
} finally {
  await close();
}

async function interrupt(): Promise<void> {
  await close().catch((error: unknown) => console.error(error));
  process.exit(130);
}

async function close(): Promise<void> {
  const stack = await starting.catch(() => null);
  await stack?.close();
  if (values.keep) console.log(`Data and logs: ${folder}`);
  else await rm(folder, { recursive: true, force: true });
}
