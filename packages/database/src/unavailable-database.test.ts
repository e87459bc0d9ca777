import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import {
  createTwoTenants,
  idsOf,
  selectEngagements,
  type TwoTenants,
} from '@ecp/testing/postgres/two-tenants';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { classifyDatabaseError } from './classify-database-error.ts';
import { openDatabase } from './database.ts';
import { sql } from './statement.ts';

let tenants: TwoTenants;
let fresh: TwoTenants['fresh'];
beforeAll(async () => {
  tenants = await createTwoTenants();
  fresh = tenants.fresh;
});
afterAll(() => tenants.close());

describe('an unavailable database', () => {
  test('whose connections are all in use for too long rejects with DATABASE_UNAVAILABLE, and recovers afterwards', async () => {
    const small = openDatabase({ url: fresh.url, maxConnections: 1, connectionTimeoutMs: 2_000 });
    const unavailable = { code: 'DATABASE_UNAVAILABLE', cause: expect.any(Error) };
    await small.withTenant('one', async () => {
      await Promise.all([
        expect(small.batchTenant('one', [selectEngagements])).rejects.toMatchObject(unavailable),
        expect(small.withSystem(async () => undefined)).rejects.toMatchObject(unavailable),
      ]);
    });
    expect(idsOf((await small.batchTenant('one', [selectEngagements]))[0])).toEqual(['e-one']);
    await small.close();
  });

  test('limits the wait for a connection for which tenants take turns, also beside others of the same moment', async () => {
    const fair = openDatabase({
      url: fresh.url,
      maxConnections: 1,
      connectionTimeoutMs: 1_000,
      fair: true,
    });
    const [first, second] = await Promise.allSettled([fair.pool.connect(), fair.pool.connect()]);
    expect([first.status, second]).toMatchObject([
      'fulfilled',
      { status: 'rejected', reason: { message: 'timeout exceeded when trying to connect' } },
    ]);
    if (first.status === 'fulfilled') first.value.release();
    expect(idsOf((await fair.batchTenant('one', [selectEngagements]))[0])).toEqual(['e-one']);
    await fair.close();
  });

  test('whose server accepts connections but never answers', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const deaf = openDatabase({
      url: `postgres://nobody@127.0.0.1:${port}/x`,
      connectionTimeoutMs: 50,
    });
    await expect(deaf.batchTenant('one', [selectEngagements])).rejects.toMatchObject({
      code: 'DATABASE_UNAVAILABLE',
    });
    await deaf.close();
    silent.close();
  });

  // LEA-6
  test.each([
    ['that refuses the password', '28P01', (url: URL) => Object.assign(url, { password: 'wrong' })],
    ['that is not there', '3D000', (url: URL) => Object.assign(url, { pathname: '/missing' })],
    [
      'that speaks no TLS',
      'DATABASE_UNAVAILABLE',
      (url: URL) => Object.assign(url, { search: '?sslmode=require' }),
    ],
  ])('%s', async (_how, code, change) => {
    const refusing = openDatabase({ url: change(new URL(fresh.url)).href, fair: true });
    const refusal: unknown = await refusing
      .batchTenant('one', [selectEngagements])
      .catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code });
    expect(classifyDatabaseError(refusal)).toBe('unavailable');
    await refusing.close();
  });

  test('that drops the connection in the middle of a statement', async () => {
    const hangsUp = createServer((socket) => socket.once('data', () => socket.destroy())).listen(
      0,
      '127.0.0.1',
    );
    await once(hangsUp, 'listening');
    const { port } = hangsUp.address() as AddressInfo;
    const dropped = openDatabase({ url: `postgres://nobody@127.0.0.1:${port}/x` });
    await expect(dropped.batchTenant('one', [selectEngagements])).rejects.toMatchObject({
      code: 'DATABASE_UNAVAILABLE',
    });
    await dropped.close();
    hangsUp.close();
  });

  test.each(['in a transaction', 'between two statements of a transaction', 'in a batch'])(
    'that is lost %s without a message',
    async (way) => {
      const { hostname, port, username, password, pathname } = new URL(fresh.url);
      const sockets: Socket[] = [];
      const relay = createServer((socket) => {
        sockets.push(socket);
        const server = connect(Number(port), hostname);
        for (const end of [socket, server]) end.on('error', () => undefined);
        socket.pipe(server).pipe(socket);
      }).listen(0, '127.0.0.1');
      await once(relay, 'listening');
      const place = `127.0.0.1:${(relay.address() as AddressInfo).port}`;
      const lost = openDatabase({ url: `postgres://${username}:${password}@${place}${pathname}` });
      const unavailable = { code: 'DATABASE_UNAVAILABLE' };
      await lost.batchTenant('one', [selectEngagements]);
      const cut = () => sockets.map((socket) => socket.destroy());
      if (way === 'in a batch') {
        const waiting = lost.batchTenant('one', [sql`select pg_sleep(20)`]);
        const busy = `select 1 from pg_stat_activity where query like 'select pg_sleep(20)%' and datname = current_database()`;
        await expect.poll(() => fresh.asSuperuser(busy)).toHaveLength(1);
        cut();
        await expect(waiting).rejects.toMatchObject(unavailable);
      } else {
        const work = lost.withTenant('one', async (tx) => {
          const gone = Promise.all(sockets.map((socket) => once(socket, 'close')));
          cut();
          if (way !== 'in a transaction') {
            await gone;
            // The client notices it a moment later and then refuses every statement.
            await tx.query(selectEngagements).catch(() => undefined);
          }
          return tx.query(selectEngagements);
        });
        await expect(work).rejects.toMatchObject(unavailable);
      }
      expect(idsOf((await lost.batchTenant('one', [selectEngagements]))[0])).toEqual(['e-one']);
      await lost.close();
      relay.close();
    },
  );

  test('differs from a pool that was closed here, which is a programming error', async () => {
    const closed = openDatabase({ url: fresh.url });
    await closed.close();
    await expect(closed.batchTenant('one', [selectEngagements])).rejects.not.toHaveProperty('code');
  });
});
