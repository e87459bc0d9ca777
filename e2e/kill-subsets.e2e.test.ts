import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readConnectionFile } from '@ecp/database/embedded/connection-file';
import { chooseTestPort } from '@ecp/testing/choose-test-port';
import { pollUntil } from '@ecp/testing/poll-until';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FakeModels, startFakeModels } from './testing/fake-models.ts';
import { beginJob, continueAt, queryProduct, startRun, waitForStatus } from './testing/main-job.ts';
import { copyPreparedDataDir } from './testing/prepared-data.ts';
import {
  findPostgres,
  killIfAlive,
  noneIsLeft,
  type RunningProduct,
  startProduct,
} from './testing/product.ts';
import { completeRecords, readRunRecords } from './testing/run-records.ts';

type Part = 'platform' | 'engine' | 'postgres';

/**
 * Every subset of the processes but all of them, which crash.e2e.test.ts kills. Engine and Postgres
 * lead groups in which nothing else is; the platform's has more.
 */
const kills: { parts: Part[]; platformBy?: 'process' | 'group' }[] = [
  { parts: ['platform'], platformBy: 'process' },
  { parts: ['engine'] },
  { parts: ['postgres'] },
  { parts: ['platform', 'engine'], platformBy: 'process' },
  { parts: ['platform', 'postgres'], platformBy: 'group' },
  { parts: ['engine', 'postgres'] },
];

const place = copyPreparedDataDir();
let gates: ReturnType<typeof closeGates>;
let models: FakeModels;
let product: RunningProduct;
let ports: Record<string, string>;
const startAll = () =>
  startProduct({ dataDir: place.dataDir, environment: { ...models.environment, ...ports } });

beforeAll(async () => {
  models = await startFakeModels(dirname(place.dataDir));
  ports = { PORT: String(await chooseTestPort()), ENGINE_PORT: String(await chooseTestPort()) };
  product = await startAll();
});
afterAll(async () => {
  await product?.stop();
  await models?.server.close();
  await place.remove();
});

/**
 * Calls that arrive are held back until the next gate is closed, so that one is in flight whenever
 * something breaks.
 */
function closeGates() {
  const { server } = models;
  let gate = Promise.withResolvers<void>();
  let firstCall = 0;
  const open = () => {
    gate.resolve();
    gate = Promise.withResolvers<void>();
    firstCall = server.meter.calls.length;
  };
  server.failWhen(() => ({ waitsFor: gate.promise }));
  return {
    next: open,
    held: () =>
      server.meter.waitFor(({ calls }) =>
        calls.slice(firstCall).some((call) => call.outcome === 'in flight'),
      ),
    end: () => {
      server.failWhen(() => null);
      gate.resolve();
    },
  };
}

async function kill(parts: Part[], platformBy: 'process' | 'group' = 'process'): Promise<void> {
  const { platformPid, enginePid } = product;
  const servers = parts.includes('postgres') ? await findPostgres(place.dataDir) : [];
  const postmaster = Number.parseInt(
    await readFile(join(place.dataDir, 'postgres', 'postmaster.pid'), 'utf8'),
    10,
  );
  // Its other processes end with the postmaster.
  const pids = { platform: platformPid, engine: enginePid, postgres: postmaster };
  const { meter } = models.server;
  const cutOff = parts.includes('engine')
    ? meter.calls.filter(({ outcome }) => outcome === 'in flight')
    : [];
  for (const part of parts)
    killIfAlive(part === 'platform' && platformBy === 'group' ? -platformPid : pids[part]);
  await noneIsLeft([...parts.map((part) => pids[part]), ...servers]);
  // Otherwise the model server may answer a dead engine before it sees that the connection has
  // ended.
  await meter.waitFor(() => cutOff.every(({ outcome }) => outcome !== 'in flight'));
}

/**
 * Changes the password of the services, ends their sessions, and gives the password back once the
 * engine was refused.
 */
async function refuseLogins(): Promise<void> {
  const urls = await readConnectionFile(place.dataDir);
  const { password } = new URL(urls?.serviceUrl ?? '');
  const before = product.output().length;
  await queryProduct(place.dataDir, `alter role ecp_service password 'another'`);
  await queryProduct(
    place.dataDir,
    `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'ecp_service'`,
  );
  gates.next();
  await pollUntil(
    () => product.output().slice(before),
    (output) => /"name":"engine".*28P01/.test(output),
  );
  await queryProduct(place.dataDir, `alter role ecp_service password '${password}'`);
}

// PRO-6, LEA-6, LEA-13, REQ-10
it('a run completes after each subset of the processes was killed, and after logins were refused; each call is paid once', async () => {
  gates = closeGates();
  let job = await beginJob(product.baseUrl);
  const runId = await startRun(job);
  for (const { parts, platformBy } of kills) {
    await gates.held();
    await kill(parts, platformBy);
    if (parts.includes('platform')) {
      product = await startAll();
      job = continueAt(job, product.baseUrl);
    }
    // An engine that outlives its platform gets its answer now, beside the engine of the new start.
    gates.next();
  }
  await gates.held();
  await refuseLogins();
  gates.end();
  const { error } = await waitForStatus(job, 'completed');
  expect(error ?? null).toBeNull();

  const records = await readRunRecords(place.dataDir, runId);
  expect(records).toMatchObject(completeRecords);
  expect(records.eventNumbers).toEqual(records.eventNumbers.map((_, index) => index + 1));
  const answered = records.calls.filter((call) => call.answered);
  expect(answered).toHaveLength(new Set(records.calls.map(({ call_key }) => call_key)).size);
  const { calls } = models.server.meter;
  expect(calls.filter(({ outcome }) => outcome === 'answered')).toHaveLength(answered.length);
});
