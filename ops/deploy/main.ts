import '../../scripts/build/bundle-programs.ts';
import '../../scripts/build/bundle-servers.ts';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { locateBinaries } from '@ecp/database/embedded/binaries';
import { describeMachine } from '../bench/machine.ts';
import { onInterrupt, readSize } from '../command-line.ts';
import { startClients } from './clients.ts';
import {
  backUpAndRestore,
  isClean,
  type Problem,
  type Rehearsal,
  renderScenario,
  type ScenarioResult,
  stopEachInTurn,
  workFor,
} from './scenarios.ts';
import { type Pooling, type Stack, startStack } from './stack.ts';

/**
 * Starts what deploy/compose.yaml says as processes of this machine and stops each part in turn
 * while clients do the main job, and restores a backup. Prints what clients saw, and ends with 1 if
 * a request failed or acknowledged work is lost (docs/operations.md, Several machines).
 */
const { values } = parseArgs({
  options: {
    /** Scenarios to rehearse, comma-separated; all by default. */
    only: { type: 'string' },
    clients: { type: 'string', default: '4' },
    port: { type: 'string', default: '27000' },
    /** Keeps data and logs. */
    keep: { type: 'boolean', default: false },
  },
});

interface Scenario {
  title: string;
  pooling: Pooling;
  act(rehearsal: Rehearsal): Promise<Problem[]>;
}

const scenarios: Record<string, Scenario> = {
  transaction: {
    title: 'PgBouncer pools transactions',
    pooling: 'transaction',
    act: stopEachInTurn,
  },
  session: { title: 'PgBouncer pools sessions', pooling: 'session', act: stopEachInTurn },
  direct: { title: 'Without PgBouncer', pooling: 'direct', act: stopEachInTurn },
  restore: { title: 'Backup and restore', pooling: 'transaction', act: backUpAndRestore },
};
const warmUpMs = 10_000;

const names = values.only?.split(',') ?? Object.keys(scenarios);
const unknown = names.find((name) => !Object.hasOwn(scenarios, name));
if (unknown !== undefined)
  throw new Error(`There is no scenario ${unknown}: ${Object.keys(scenarios).join(', ')}`);

const machine = await describeMachine(`PostgreSQL ${(await locateBinaries()).majorVersion}`);
const root = await mkdtemp(join(tmpdir(), 'rehearse-'));
await chmod(root, 0o755); // the user of Postgres enters it
/** The stack of the present scenario. An interruption waits until it has started, and closes it. */
let opened: Promise<Stack> | undefined;
onInterrupt(
  () =>
    void closeScenario()
      .then(removeData)
      .finally(() => process.exit(130)),
);
const results: ScenarioResult[] = [];
try {
  for (const name of names) {
    console.log(`Rehearsing ${name}`);
    const result = await rehearse(scenarios[name] as Scenario, join(root, name)).finally(
      closeScenario,
    );
    console.log(renderScenario(result));
    results.push(result);
  }
} finally {
  await removeData();
}
console.log(machine.join('\n'));
process.exitCode = results.every(isClean) ? 0 : 1;

async function rehearse(
  { title, pooling, act }: Scenario,
  folder: string,
): Promise<ScenarioResult> {
  await mkdir(folder);
  let port = readSize('port', values.port);
  opened = startStack({ folder, nextPort: () => port++, pooling });
  const stack = await opened;
  const clients = startClients(stack.baseUrl, readSize('clients', values.clients));
  const rehearsal = { folder, stack, clients, phases: [] };
  await workFor(rehearsal, 'all are up', warmUpMs);
  const problems = await act(rehearsal);
  const broken = [...problems, ...stack.listEndings()];
  return { title, phases: rehearsal.phases, clients, problems: broken };
}

/** Ends all processes of the present scenario. */
async function closeScenario(): Promise<void> {
  const stack = opened;
  opened = undefined;
  const started = await stack?.catch(() => null);
  await started?.close();
}

async function removeData(): Promise<void> {
  if (values.keep) console.log(`Data and logs: ${root}`);
  else await rm(root, { recursive: true, force: true });
}
