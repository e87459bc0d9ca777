import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { startFaultProxy, throughProxy } from '@ecp/testing/fault-proxy';
import { pollUntil } from '@ecp/testing/poll-until';
import { createFreshDatabase, type FreshDatabase } from '@ecp/testing/postgres/fresh-database';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, enterTenantOf, openDatabase } from './database.ts';
import { withReserve } from './reserving-pool.ts';
import { type Statement, sql } from './statement.ts';

let fresh: FreshDatabase;
let database: Database;

beforeAll(async () => {
  fresh = await createFreshDatabase();
  database = openDatabase({ url: fresh.url, maxConnections: 1 });
  for (const id of ['one', 'two']) {
    await database.batchTenant(id, [
      sql`insert into platform.tenants (id, name, slug) values (${id}, ${id}, ${id})`,
      sql`insert into platform.engagements (id, tenant_id, name, client, slug, brief, budget_nano_usd)
        values (${`e-${id}`}, ${id}, 'Name', 'Client', 'name', 'Brief', 1)`,
    ]);
  }
});
afterAll(async () => {
  await database.close();
  await fresh.drop();
});

const engagements = sql`select id from platform.engagements order by id`;
const ids = (rows: Record<string, unknown>[] | undefined) => rows?.map((row) => row['id']);

describe('tenant connections', () => {
  test('see one tenant only, although the statement does not filter; the superuser sees both', async () => {
    expect(ids((await database.batchTenant('one', [engagements]))[0])).toEqual(['e-one']);
    expect(ids((await database.withTenant('two', (tx) => tx.query(engagements))).rows)).toEqual(['e-two']);
    expect(ids(await fresh.asSuperuser(engagements.text))).toEqual(['e-one', 'e-two']);
  });

  test('see nothing without a tenant', async () => {
    expect(await database.batchTenant('', [engagements])).toEqual([[]]);
  });

  test('cannot read, change, delete or add a row of another tenant', async () => {
    const rename = sql`update platform.engagements set name = 'Taken' where id = 'e-two' returning id`;
    const remove = sql`delete from platform.engagements where id = 'e-two' returning id`;
    expect(await database.batchTenant('one', [rename, remove])).toEqual([[], []]);
    const add = sql`insert into platform.engagements (id, tenant_id, name, client, slug, brief, budget_nano_usd)
      values ('new', 'two', 'Name', 'Client', 'name', 'Brief', 1)`;
    const move = sql`update platform.engagements set tenant_id = 'two' where id = 'e-one'`;
    for (const statement of [add, move]) {
      await expect(database.batchTenant('one', [statement])).rejects.toMatchObject({ code: '42501' });
    }
    const foreign = sql`insert into platform.runs (id, tenant_id, engagement_id, kind, status)
      values ('r', 'one', 'e-two', 'run', 'running')`;
    await expect(database.batchTenant('one', [foreign])).rejects.toMatchObject({ code: '23503' });
  });

  // REQ-11
  test('that are entered by a search see the tenant that it found, and nothing when it found none', async () => {
    const find = (id: string) => ({
      text: `select id, ${enterTenantOf('id')} from platform.tenants where id = $1`,
      values: [id],
    });
    expect((await database.batchFound(find('one'), engagements))[1]).toEqual([{ id: 'e-one' }]);
    expect((await database.batchFound(find('two'), engagements))[1]).toEqual([{ id: 'e-two' }]);
    expect(await database.batchFound(find('nobody'), engagements)).toEqual([[], []]);
    const notEntered = sql<{ id: string }>`select id from platform.tenants where id = 'one'`;
    expect(await database.batchFound(notEntered, engagements)).toEqual([[{ id: 'one' }], []]);
    const change = sql`update platform.engagements set name = 'Changed' where id = 'e-two'`;
    await database.batchFound(find('one'), change);
    expect(await fresh.asSuperuser(`select from platform.engagements where name = 'Changed'`)).toEqual([]);
    expect(await database.batchTenant('', [engagements])).toEqual([[]]);
  });

  test('the system role cannot read the tables of tenants’ work', async () => {
    await expect(database.batchSystem([engagements])).rejects.toMatchObject({ code: '42501' });
  });

  test('leave no role and no tenant set on the connection', async () => {
    await database.batchTenant('one', [engagements]);
    await expect(database.withTenant('one', () => Promise.reject(new Error('given up')))).rejects.toThrow('given up');
    const { rows } = await database.pool.query(
      `select current_user = session_user as own, current_setting('app.tenant_id', true) as tenant`,
    );
    expect(rows).toEqual([{ own: true, tenant: '' }]);
  });
});

describe('connections', () => {
  test('one that is lost in use fails only its own work', async () => {
    // Postgres ends the session, not only the statement, when a transaction outlives this.
    const limit = sql`select set_config('transaction_timeout', '20ms', true)`;
    const wait = sql`select pg_sleep(20)`;
    await expect(database.batchTenant('one', [limit, wait])).rejects.toThrow('terminating connection');
    const waiting = database.withTenant('one', async (tx) => [await tx.query(limit), await tx.query(wait)]);
    await expect(waiting).rejects.toThrow('terminating connection');
    expect(ids((await database.batchTenant('one', [engagements]))[0])).toEqual(['e-one']);
  });

  test('batches and transactions of one connection share a statement name, also after an error', async () => {
    const named = { ...sql`select id from platform.engagements where id = ${'e-one'}`, name: 'shared' };
    const failing = sql`select 1 / 0`;
    await expect(database.batchTenant('one', [named, failing])).rejects.toThrow('division by zero');
    expect(ids((await database.withTenant('one', (tx) => tx.query(named))).rows)).toEqual(['e-one']);
    expect(ids((await database.batchTenant('one', [named]))[0])).toEqual(['e-one']);
  });

  test('asLoginRole uses the rights of the role that logged in and then returns to the tenant’s', async () => {
    const seen = await database.withTenant('one', async (tx) => {
      const owner = await tx.asLoginRole((client) => client.query('select current_user = session_user as own'));
      return [...owner.rows, ...(await tx.query(engagements)).rows];
    });
    expect(seen).toEqual([{ own: true }, { id: 'e-one' }]);
  });
});

describe('batches that share a transaction', () => {
  const transactionIn = sql<{ id: string }>`select txid_current()::text as id`;
  const nameOf = async (id: string) =>
    (await fresh.asSuperuser<{ name: string }>('select name from platform.engagements where id = $1', [id]))[0]?.name;
  let shared: Database;
  beforeAll(() => {
    shared = openDatabase({ url: fresh.url, shared: true });
  });
  afterAll(() => shared.close());

  // BUD-6
  test('are those of one tenant that wait at the same moment', async () => {
    const ask = async (tenantId: string) =>
      (await shared.batchTenant(tenantId, [transactionIn, engagements])) as [{ id: string }[], { id: string }[]];
    const [first, ...own] = await Promise.all(Array.from({ length: 5 }, () => ask('one')));
    expect(new Set(own.map(([rows]) => rows[0]?.id)).size).toBe(1);
    expect(own[0]?.[0]).not.toEqual(first?.[0]);
    const mixed = await Promise.all(['one', 'two', 'one', 'two', 'one'].map(ask));
    expect(mixed.map(([, rows]) => ids(rows))).toEqual([['e-one'], ['e-two'], ['e-one'], ['e-two'], ['e-one']]);
    expect(mixed[3]?.[0]).not.toEqual(mixed[4]?.[0]);
  });

  // BUD-6
  test('fail by their own statements only', async () => {
    const rename = (name: string) => sql`update platform.engagements set name = ${name} where id = 'e-one'`;
    const ends = await Promise.allSettled([
      shared.batchTenant('one', [engagements]),
      shared.batchTenant('one', [rename('Kept')]),
      shared.batchTenant('one', [rename('Undone'), sql`select 1 / 0`]),
      shared.batchTenant('one', [engagements]),
    ]);
    expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
    expect(await nameOf('e-one')).toBe('Kept');
  });

  // BUD-6
  test('do not wait for a row that another transaction holds, except the batch that needs it', async () => {
    const rename = sql`update platform.engagements set name = 'Late' where id = 'e-one'`;
    const held = await fresh.database.withTenant('one', async (tx) => {
      await tx.query(sql`select from platform.engagements where id = 'e-one' for update`);
      const late = shared.batchTenant('one', [rename]);
      expect(ids((await shared.batchTenant('one', [engagements]))[0])).toEqual(['e-one']);
      return { late };
    });
    await held.late;
    expect(await nameOf('e-one')).toBe('Late');
  });
});

describe('batches of several tenants that share a transaction', () => {
  // Both are in one lane.
  const tenants = ['one', 'two', 'one', 'two', 'two'];
  const auditIn = (id: string, tenantId: string) => sql`insert into platform.audit_log
    (id, tenant_id, action, resource_type, resource_id) values (${id}, ${tenantId}, 'engagement.create', 'engagement', ${id})`;

  // ENG-35
  test('see and change rows of their own tenant only', async () => {
    const change = sql<{ id: string; tx: string }>`
      update platform.engagements set client = client || '.' returning id, txid_current()::text as tx`;
    const changed = await Promise.all(tenants.map((tenantId) => database.batchShared(tenantId, [change])));
    expect(changed.map(([rows]) => ids(rows))).toEqual(tenants.map((tenantId) => [`e-${tenantId}`]));
    expect(new Set(changed.slice(1).map(([rows]) => rows[0]?.tx)).size).toBe(1);
  });

  // ENG-35, AUD-5
  test('fail alone where they write for another tenant, and each entry is in the chain of its own', async () => {
    const ends = await Promise.allSettled([
      ...tenants.map((tenantId, index) => database.batchShared(tenantId, [auditIn(`a-${index}`, tenantId)])),
      database.batchShared('one', [auditIn('a-foreign', 'two')]),
    ]);
    expect(ends.map(({ status }) => status)).toEqual([...tenants.map(() => 'fulfilled'), 'rejected']);
    const links = await fresh.asSuperuser(`
      select h.tenant_id, array_agg(l.entry_id order by l.entry_id) as entries, max(l.position) = h.entries as whole
      from platform.audit_heads h join platform.audit_links l on l.chain_id = h.id and l.tenant_id = h.tenant_id
      group by h.id order by h.tenant_id`);
    expect(links).toEqual([
      { tenant_id: 'one', entries: ['a-0', 'a-2'], whole: true },
      { tenant_id: 'two', entries: ['a-1', 'a-3', 'a-4'], whole: true },
    ]);
  });
});

describe('searches that share a transaction', () => {
  const find = (id: string): Statement<{ id: string }> => ({
    text: `select id, ${enterTenantOf('id')} from platform.tenants where id = $1`,
    values: [id],
  });
  const read = sql<{ id: string; tx: string }>`select id, txid_current()::text as tx from platform.engagements`;

  // REQ-12
  test('see the tenant that each has found, and nothing where one has found none', async () => {
    const wanted = ['one', 'two', 'nobody', 'two', 'nobody', 'one', 'two', 'nobody', 'one'];
    const found = await Promise.all(wanted.map((id) => database.batchFound(find(id), read)));
    expect(found.map(([, rows]) => ids(rows))).toEqual(wanted.map((id) => (id === 'nobody' ? [] : [`e-${id}`])));
    expect(found.map(([rows]) => ids(rows))).toEqual(wanted.map((id) => (id === 'nobody' ? [] : [id])));
    const transactions = found.flatMap(([, rows]) => rows.map(({ tx }) => tx));
    expect(new Set(transactions).size).toBeLessThan(transactions.length);
  });

  // REQ-12
  test('fail by their own statements only', async () => {
    const failing = sql`select 1 / 0`;
    const ends = await Promise.allSettled(
      ['one', 'two', 'one', 'two', 'one', 'two'].map((id, index) =>
        database.batchFound(find(id), index === 3 ? failing : read),
      ),
    );
    expect(ends.map(({ status }) => status === 'fulfilled')).toEqual([true, true, true, false, true, true]);
  });
});

describe('a transaction', () => {
  test('whose failed statement was swallowed reports that it was rolled back', async () => {
    const rename = sql`update platform.engagements set name = 'Lost' where id = 'e-one'`;
    const swallowing = database.withTenant('one', async (tx) => {
      await tx.query(rename);
      await tx.query(sql`select 1 / 0`).catch(() => undefined);
    });
    await expect(swallowing).rejects.toThrow('rolled back');
    const [rows] = await database.batchTenant('one', [sql`select name from platform.engagements`]);
    expect(rows).not.toEqual([{ name: 'Lost' }]);
  });

  test('that hangs is ended by Postgres', async () => {
    const [rows] = await database.batchTenant('one', [
      sql`select current_setting('statement_timeout') as one, current_setting('idle_in_transaction_session_timeout') as two`,
    ]);
    expect(rows).toEqual([{ one: '1min', two: '1min' }]);
  });
});

describe('an unavailable database', () => {
  test('whose connections are all in use for too long rejects with DATABASE_UNAVAILABLE, and recovers afterwards', async () => {
    const small = openDatabase({ url: fresh.url, maxConnections: 1, connectionTimeoutMs: 2_000 });
    const unavailable = { code: 'DATABASE_UNAVAILABLE', cause: expect.any(Error) };
    await small.withTenant('one', async () => {
      await Promise.all([
        expect(small.batchTenant('one', [engagements])).rejects.toMatchObject(unavailable),
        expect(small.withSystem(async () => undefined)).rejects.toMatchObject(unavailable),
      ]);
    });
    expect(ids((await small.batchTenant('one', [engagements]))[0])).toEqual(['e-one']);
    await small.close();
  });

  test('whose server accepts connections but never answers', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const deaf = openDatabase({ url: `postgres://nobody@127.0.0.1:${port}/x`, connectionTimeoutMs: 50 });
    await expect(deaf.batchTenant('one', [engagements])).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' });
    await deaf.close();
    silent.close();
  });

  test('that drops the connection in the middle of a statement', async () => {
    const hangsUp = createServer((socket) => socket.once('data', () => socket.destroy())).listen(0, '127.0.0.1');
    await once(hangsUp, 'listening');
    const { port } = hangsUp.address() as AddressInfo;
    const dropped = openDatabase({ url: `postgres://nobody@127.0.0.1:${port}/x` });
    await expect(dropped.batchTenant('one', [engagements])).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' });
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
      await lost.batchTenant('one', [engagements]);
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
            await tx.query(engagements).catch(() => undefined);
          }
          return tx.query(engagements);
        });
        await expect(work).rejects.toMatchObject(unavailable);
      }
      expect(ids((await lost.batchTenant('one', [engagements]))[0])).toEqual(['e-one']);
      await lost.close();
      relay.close();
    },
  );

  test('differs from a pool that was closed here, which is a programming error', async () => {
    const closed = openDatabase({ url: fresh.url });
    await closed.close();
    await expect(closed.batchTenant('one', [engagements])).rejects.not.toHaveProperty('code');
  });
});

// LIM-16
test('while the server takes no more connections, the reserve answers what is essential, also after a restart of the server', async () => {
  const reserving = openDatabase({ url: fresh.url, maxConnections: 3, reserved: 1, applicationName: 'reserving' });
  const name = new URL(fresh.url).pathname.slice(1);
  const limit = (count: number) => fresh.asSuperuser(`alter database ${name} connection limit ${count}`);
  // The reserve opens its connection at the start.
  await pollUntil(
    () => fresh.asSuperuser(`select from pg_stat_activity where application_name = 'reserving'`),
    ({ length }) => length === 1,
  );
  await limit(0);
  await expect(reserving.batchTenant('one', [engagements])).rejects.toMatchObject({ code: '53300' });
  expect(await withReserve(() => reserving.batchTenant('one', [engagements]))).toHaveLength(1);
  await limit(-1);
  expect(await reserving.batchTenant('one', [engagements])).toHaveLength(1);
  // A restart of the server ends all connections. The reserve opens its own again without being asked.
  await fresh.asSuperuser(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'reserving'`,
  );
  await pollUntil(
    () => reserving.pool.totalCount,
    (count) => count === 0,
  );
  await pollUntil(
    () => fresh.asSuperuser(`select from pg_stat_activity where application_name = 'reserving' and state = 'idle'`),
    ({ length }) => length === 1,
  );
  await limit(0);
  expect(await withReserve(() => reserving.batchTenant('one', [engagements]))).toHaveLength(1);
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
  await pollUntil(sessions, (now) => now.length === 2 && !now.some(({ pid }) => pid === second?.pid));
  expect(await withReserve(() => reserving.batchTenant('one', [engagements]))).toHaveLength(1);
  await reserving.close();
  await proxy.close();
});
