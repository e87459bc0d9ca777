import { setImmediate } from 'node:timers/promises';
import type { FreshDatabase } from '@ecp/testing/postgres/fresh-database';
import pino from 'pino';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createEngineDatabase } from '../../../testing/engine/engine-database.ts';
import { noEffects } from '../../../testing/engine/no-material.ts';
import { emitEvent } from './events.ts';
import {
  openRunChangePoller,
  openRunSignals,
  type RunChangePoller,
  type RunSignals,
} from './waiting.ts';

const tenantId = 'tenant-a';
const log = pino({ level: 'silent' });
const watchers = 1_000;

let fresh: FreshDatabase;
let signals: RunSignals;
let runChanges: RunChangePoller;
let queries = 0;
let lastQuery: Promise<unknown> | undefined;

beforeAll(async () => {
  fresh = await createEngineDatabase();
  signals = await openRunSignals(fresh.url, log);
  const { database } = fresh;
  const counted: typeof database = {
    ...database,
    batchSystem: (statements) => {
      queries += 1;
      const query = database.batchSystem(statements);
      lastQuery = query;
      return query;
    },
  };
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  runChanges = openRunChangePoller(counted, signals, log);
  await fresh.asSuperuser(
    `insert into engine.runs (id, tenant_id, engagement_id, status, input)
     select 'run-' || n, $1, 'engagement-1', 'running', '{}' from generate_series(0, $2::integer) n`,
    [tenantId, watchers],
  );
});
afterAll(async () => {
  await runChanges.close();
  vi.useRealTimers();
  await signals.close();
  await fresh.drop();
});

/** Lets an interval pass, and the poller's round with it. */
async function passInterval() {
  vi.advanceTimersToNextTimer();
  await lastQuery;
  await setImmediate();
}

it('queries once per interval for a thousand runs, and wakes only waiters of changed runs', async () => {
  const woken = new Set<number>();
  const leave = new AbortController();
  const waits = Array.from({ length: watchers }, (_, n) =>
    runChanges
      .wait({ tenantId, runId: `run-${n}` }, 0, 30_000, leave.signal)
      .then(() => woken.add(n)),
  );
  const before = queries;
  // Stored as another process does it, without a notification in this one.
  const { database } = fresh;
  await emitEvent({ database, effects: noEffects }, { tenantId, runId: 'run-7' }, 'key', {
    type: 'log',
    level: 'info',
    code: 'task_started',
    agent: null,
    taskId: null,
    message: 'News',
  });
  await fresh.asSuperuser(`delete from engine.runs where id = 'run-8'`);
  await passInterval();
  expect([[...woken].sort(), queries - before]).toEqual([[7, 8], 1]);
  await passInterval();
  expect([[...woken].sort(), queries - before]).toEqual([[7, 8], 2]);
  leave.abort();
  await Promise.all(waits);
});

it('wakes at once for changes in this process, and makes no query without waiters', async () => {
  const before = queries;
  const waiting = runChanges.wait({ tenantId, runId: 'run-1' }, 0, 30_000);
  signals.notify('run-1');
  await waiting;
  await passInterval();
  expect(queries).toBe(before);
});
