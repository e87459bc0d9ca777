import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { type Clients, startClients } from './rehearsal/run-clients.ts';
import { checkout, type Pooling } from './rehearsal/service-plans.ts';
import { type Stack, startStack } from './rehearsal/start-stack.ts';

/**
 * Starts what deploy/compose.yaml says as processes of this machine and stops each platform and engine in turn, while
 * clients do the main job; then with --from replaces an older release process by process. Ends with 1 if a request
 * failed, a run did not complete or a document is missing or double (docs/operations.md, Several machines).
 */
const { values } = parseArgs({
  options: {
    pooling: { type: 'string', default: 'transaction' },
    from: { type: 'string' },
    clients: { type: 'string', default: '4' },
    port: { type: 'string', default: '27000' },
    keep: { type: 'boolean', default: false },
  },
});

const folder = await mkdtemp(join(tmpdir(), 'rehearse-'));
const older = values.from === undefined ? undefined : await checkOut(values.from);
const stack = await startStack({
  folder,
  firstPort: Number(values.port),
  pooling: values.pooling as Pooling,
  release: older ?? checkout,
  migrates: older === undefined,
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void stack.close().finally(() => process.exit(1)));
}
const clients = startClients(stack.baseUrl, Number(values.clients));
try {
  await wait(5_000);
  await (older === undefined ? stopEachInTurn() : upgradeEachInTurn());
  clients.enter('the end');
  await clients.stop();
  process.exitCode = (await report()) ? 0 : 1;
} finally {
  await stack.close();
  if (older !== undefined) execFileSync('git', ['worktree', 'remove', '--force', older], { cwd: checkout });
  if (values.keep) console.log(`Logs: ${folder}/logs`);
  else await rm(folder, { recursive: true, force: true });
}

/** Checks out a release into a folder of its own. It uses the packages from npm that are installed here. */
async function checkOut(ref: string): Promise<string> {
  const place = join(folder, 'older');
  execFileSync('git', ['worktree', 'add', '--detach', place, ref], { cwd: checkout, stdio: 'ignore' });
  await linkEntries(join(checkout, 'node_modules'), join(place, 'node_modules'));
  await mkdir(join(place, 'node_modules/@ecp'));
  for (const name of await readdir(join(place, 'packages'))) {
    await symlink(join(place, 'packages', name), join(place, 'node_modules/@ecp', name));
    await linkEntries(join(checkout, 'packages', name, 'node_modules'), join(place, 'packages', name, 'node_modules'));
  }
  await symlink(join(checkout, 'apps/web/dist'), join(place, 'apps/web/dist'));
  return place;
}

/** Links what a folder of packages holds, apart from those of this repository. */
async function linkEntries(source: string, target: string): Promise<void> {
  const names = existsSync(source) ? await readdir(source) : [];
  await mkdir(target, { recursive: true });
  for (const name of names) if (name !== '@ecp') await symlink(join(source, name), join(target, name));
}

async function stopEachInTurn(): Promise<void> {
  for (const service of stack.services) {
    clients.enter(`${service.name}: SIGTERM`);
    await service.stop('SIGTERM');
    await wait(1_000);
    await service.start();
  }
  for (const service of stack.services.filter(({ name }) => name.endsWith('-2'))) {
    clients.enter(`${service.name}: kill -9`);
    await service.stop('SIGKILL');
    await wait(1_000);
    await service.start();
    // Its runs are taken over meanwhile.
    await wait(15_000);
  }
}

/** The older processes serve while the schema changes. */
async function upgradeEachInTurn(): Promise<void> {
  clients.enter('migration');
  stack.migrate();
  await wait(2_000);
  for (const service of [...stack.services.slice(3), ...stack.services.slice(0, 3)]) {
    clients.enter(`${service.name}: upgrade`);
    await service.stop('SIGTERM');
    service.plan = stack.presentPlan(service.name);
    await service.start();
  }
}

async function report(): Promise<boolean> {
  const phases = [...new Set(clients.requests.map(({ phase }) => phase))];
  for (const phase of phases) {
    const sent = clients.requests.filter((request) => request.phase === phase);
    const failed = sent.filter(({ failure }) => failure !== null);
    const slowestMs = Math.round(Math.max(...sent.map(({ durationMs }) => durationMs)));
    console.log(`${phase.padEnd(24)} ${sent.length} requests, ${failed.length} failed, slowest ${slowestMs} ms`);
    for (const { request, failure } of failed.slice(0, 10)) console.log(`    ${request}: ${failure?.slice(0, 160)}`);
  }
  for (const { name, endings } of stack.services) {
    for (const ending of endings) console.log(`${name} ended by itself: ${ending}`);
  }
  const wrong = await findWrongRuns(stack, clients);
  console.log(`${clients.jobs.length} runs; ${wrong.length} not completed or without each document once`);
  for (const line of wrong) console.log(`    ${line}`);
  return wrong.length === 0 && clients.requests.every(({ failure }) => failure === null);
}

/** Each run of the clients has four documents, two of its tasks and two of the engine, in one version. */
async function findWrongRuns({ adminUrl }: Stack, { jobs }: Clients): Promise<string[]> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  const { rows } = await client.query<{ id: string; status: string; documents: string[] | null }>(
    `select r.id, r.status, array_agg(filename || ' ' || version order by filename) as documents
      from platform.runs r left join platform.deliverables d on d.run_id = r.id group by r.id, r.status`,
  );
  await client.end();
  const expected = ['_operations_review.md 1', '_run_report.md 1', 'demand-analysis.md 1', 'subscription-offer.md 1'];
  const ids = new Set(jobs.map(({ runId }) => runId));
  return rows
    .filter(({ id, status, documents }) => {
      // Another run is that of a start whose answer failed: it counts as a failed request, and it too has to end.
      if (!ids.has(id)) return status !== 'completed';
      return status !== 'completed' || JSON.stringify(documents) !== JSON.stringify(expected);
    })
    .map(({ id, status, documents }) => `${id} ${status} ${documents?.join(', ')}`);
}
