import { createFreshDatabase, type FreshDatabase } from '@ecp/testing/postgres/fresh-database';
import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openRunSignals, type RunSignals } from '../signals/run-signals.ts';
import { emitEvent } from './emit-event.ts';
import { openRunChangePoller, type RunChangePoller } from './run-change-poller.ts';

const tenantId = 'tenant-a';
const log = pino({ level: 'silent' });
const watchers = 1_000;

let fresh: FreshDatabase;
let signals: RunSignals;
let runChanges: RunChangePoller;
let queries = 0;

beforeAll(async () => {
  fresh = await createFreshDatabase();
  signals = await openRunSignals(fresh.url, log);
  const { database } = fresh;
  const counted: typeof database = {
    ...database,
    batchSystem: (statements) => {
      queries += 1;
      return database.batchSystem(statements);
    },
  };
  runChanges = openRunChangePoller(counted, signals, log);
  await fresh.asSuperuser(
    `insert into engine.runs (id, tenant_id, engagement_id, status, input)
     select 'run-' || n, $1, 'engagement-1', 'running', '{}' from generate_series(0, $2::integer) n`,
    [tenantId, watchers],
  );
});
afterAll(async () => {
  await runChanges.close();
  await signals.close();
  await fresh.drop();
});

it('queries once per interval for a thousand runs, and wakes only waiters of changed runs', async () => {
  const woken = new Set<number>();
  const leave = new AbortController();
  const waits = Array.from({ length: watchers }, (_, n) =>
    runChanges.wait({ tenantId, runId: `run-${n}` }, 0, 30_000, leave.signal).then(() => woken.add(n)),
  );
  const before = queries;
  const startedAtMs = performance.now();
  // Stored as another process does it, without a notification in this one.
  await emitEvent(fresh.database, { tenantId, runId: 'run-7' }, 'key', {
    ...{ type: 'log', level: 'info', code: 'note', agent: null, taskId: null, message: 'News' },
  });
  await fresh.asSuperuser(`delete from engine.runs where id = 'run-8'`);
  await Promise.all([waits[7], waits[8]]);
  expect(performance.now() - startedAtMs).toBeLessThan(3_000);
  await runChanges.wait({ tenantId, runId: `run-${watchers}` }, 0, 700);
  expect([...woken].sort()).toEqual([7, 8]);
  expect(queries - before).toBeLessThanOrEqual((performance.now() - startedAtMs) / 500 + 1);
  leave.abort();
  await Promise.all(waits);
});

it('wakes at once for changes in this process, and makes no query without waiters', async () => {
  const waiting = runChanges.wait({ tenantId, runId: 'run-1' }, 0, 30_000);
  const startedAtMs = performance.now();
  signals.notify('run-1');
  await waiting;
  // Sooner than the interval, after which the poller would query the database.
  expect(performance.now() - startedAtMs).toBeLessThan(450);
  await signals.wait('nobody', 600);
  const before = queries;
  await signals.wait('nobody', 600);
  expect(queries).toBe(before);
});
