import { startFaultProxy, throughProxy } from '@ecp/testing/fault-proxy';
import { pollUntil } from '@ecp/testing/poll-until';
import {
  createTwoTenants,
  selectEngagements,
  type TwoTenants,
} from '@ecp/testing/postgres/two-tenants';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from './database.ts';
import { withReserve } from './pool.ts';

let tenants: TwoTenants;
let fresh: TwoTenants['fresh'];
beforeAll(async () => {
  tenants = await createTwoTenants();
  fresh = tenants.fresh;
});
afterAll(() => tenants.close());

// LIM-16
test('while the server takes no more connections, the reserve answers what is essential, also after a restart of the server', async () => {
  const reserving = openDatabase({
    url: fresh.url,
    maxConnections: 3,
    reserved: 1,
    applicationName: 'reserving',
  });
  const name = new URL(fresh.url).pathname.slice(1);
  const limit = (count: number) =>
    fresh.asSuperuser(`alter database ${name} connection limit ${count}`);
  // The reserve opens its connection at the start.
  await pollUntil(
    () => fresh.asSuperuser(`select from pg_stat_activity where application_name = 'reserving'`),
    ({ length }) => length === 1,
  );
  await limit(0);
  await expect(reserving.batchTenant('one', [selectEngagements])).rejects.toMatchObject({
    code: '53300',
  });
  expect(await withReserve(() => reserving.batchTenant('one', [selectEngagements]))).toHaveLength(
    1,
  );
  await limit(-1);
  expect(await reserving.batchTenant('one', [selectEngagements])).toHaveLength(1);
  // A restart of the server ends all connections. The reserve opens its own again without being
  // asked.
  const ended = await fresh.asSuperuser<{ pid: number }>(
    `select pid, pg_terminate_backend(pid) from pg_stat_activity where application_name = 'reserving'`,
  );
  await pollUntil(
    () => reserving.pool.totalCount,
    (count) => count === 0,
  );
  // A session that ends is still listed for a moment.
  await pollUntil(
    () =>
      fresh.asSuperuser(
        `select from pg_stat_activity where application_name = 'reserving' and state = 'idle' and not pid = any($1)`,
        [ended.map(({ pid }) => pid)],
      ),
    ({ length }) => length === 1,
  );
  await limit(0);
  expect(await withReserve(() => reserving.batchTenant('one', [selectEngagements]))).toHaveLength(
    1,
  );
  await limit(-1);
  await reserving.close();
});

// LIM-16
test('a connection of the reserve may break while another one is opened', async () => {
  const proxy = await startFaultProxy({ host: '127.0.0.1', port: Number(new URL(fresh.url).port) });
  const lost: unknown[] = [];
  const reserving = openDatabase({
    url: throughProxy(fresh.url, proxy),
    reserved: 2,
    applicationName: 'breaking',
    onPoolError: (error) => lost.push(error),
  });
  const sessions = () =>
    fresh.asSuperuser<{ pid: number }>(
      `select pid from pg_stat_activity where application_name = 'breaking' and state = 'idle'`,
    );
  const open = () => pollUntil(sessions, ({ length }) => length === 2);
  const [first, second] = await open();
  // Opening takes so long that the second connection is lent meanwhile.
  proxy.set({ kind: 'delay', ms: 300 });
  for (const [place, session] of [first, second].entries()) {
    await fresh.asSuperuser('select pg_terminate_backend($1)', [session?.pid]);
    await pollUntil(
      () => lost.length,
      (count) => count > place || place === 1,
    );
  }
  await pollUntil(
    sessions,
    (now) => now.length === 2 && !now.some(({ pid }) => pid === second?.pid),
  );
  expect(await withReserve(() => reserving.batchTenant('one', [selectEngagements]))).toHaveLength(
    1,
  );
  await reserving.close();
  await proxy.close();
});
