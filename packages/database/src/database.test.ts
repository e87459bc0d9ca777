import {
  createTwoTenants,
  idsOf,
  selectEngagements,
  type TwoTenants,
} from '@ecp/testing/postgres/two-tenants';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from './database.ts';
import { type Statements, sql } from './statement.ts';

let tenants: TwoTenants;
let fresh: TwoTenants['fresh'];
let database: Database;
beforeAll(async () => {
  tenants = await createTwoTenants();
  ({ fresh, database } = tenants);
});
afterAll(() => tenants.close());

describe('tenant connections', () => {
  test('see one tenant only, although the statement does not filter; the superuser sees both', async () => {
    expect(idsOf((await database.batchTenant('one', [selectEngagements]))[0])).toEqual(['e-one']);
    expect(
      idsOf((await database.withTenant('two', (tx) => tx.query(selectEngagements))).rows),
    ).toEqual(['e-two']);
    expect(idsOf(await fresh.asSuperuser(selectEngagements.text))).toEqual(['e-one', 'e-two']);
  });

  test('see nothing without a tenant', async () => {
    expect(await database.batchTenant('', [selectEngagements])).toEqual([[]]);
  });

  test('cannot read, change, delete or add a row of another tenant', async () => {
    const rename = sql`update platform.engagements set name = 'Taken' where id = 'e-two' returning id`;
    const remove = sql`delete from platform.engagements where id = 'e-two' returning id`;
    expect(await database.batchTenant('one', [rename, remove])).toEqual([[], []]);
    const add = sql`insert into platform.engagements (id, tenant_id, name, client, slug, brief, budget_nano_usd)
      values ('new', 'two', 'Name', 'Client', 'name', 'Brief', 1)`;
    const move = sql`update platform.engagements set tenant_id = 'two' where id = 'e-one'`;
    for (const statement of [add, move]) {
      await expect(database.batchTenant('one', [statement])).rejects.toMatchObject({
        code: '42501',
      });
    }
    const foreign = sql`insert into platform.runs (id, tenant_id, engagement_id, kind, status)
      values ('r', 'one', 'e-two', 'run', 'running')`;
    await expect(database.batchTenant('one', [foreign])).rejects.toMatchObject({ code: '23503' });
  });

  test('the system role cannot read the tables of tenants’ work', async () => {
    await expect(database.batchSystem([selectEngagements])).rejects.toMatchObject({
      code: '42501',
    });
  });

  test('leave no role and no tenant set on the connection', async () => {
    await database.batchTenant('one', [selectEngagements]);
    await expect(
      database.withTenant('one', () => Promise.reject(new Error('given up'))),
    ).rejects.toThrow('given up');
    const { rows } = await database.pool.query(
      `select current_user = session_user as own, current_setting('app.tenant_id', true) as tenant`,
    );
    expect(rows).toEqual([{ own: true, tenant: '' }]);
  });
});

describe('batches that share a commit', () => {
  const share = <const Rows extends readonly unknown[]>(
    tenantId: string,
    statements: Statements<Rows>,
  ) => fresh.database.batchTenant<Rows>(tenantId, statements, { shareCommit: true });
  const several = ['one', 'two', 'one', 'two', 'two'];
  const auditIn = (id: string, tenantId: string) => sql`insert into platform.audit_log
    (id, tenant_id, action, resource_type, resource_id) values (${id}, ${tenantId}, 'engagement.create', 'engagement', ${id})`;

  // ENG-35
  test('see and change rows of their own tenant only', async () => {
    const change = sql<{ id: string; tx: string }>`
      update platform.engagements set client = client || '.' returning id, txid_current()::text as tx`;
    const changed = await Promise.all(several.map((tenantId) => share(tenantId, [change])));
    expect(changed.map(([rows]) => idsOf(rows))).toEqual(
      several.map((tenantId) => [`e-${tenantId}`]),
    );
    expect(new Set(changed.slice(1).map(([rows]) => rows[0]?.tx)).size).toBe(1);
  });

  // ENG-35, AUD-5
  test('fail alone where they write for another tenant, and each entry is in the chain of its own', async () => {
    const ends = await Promise.allSettled([
      ...several.map((tenantId, index) => share(tenantId, [auditIn(`a-${index}`, tenantId)])),
      share('one', [auditIn('a-foreign', 'two')]),
    ]);
    expect(ends.map(({ status }) => status)).toEqual([
      ...several.map(() => 'fulfilled'),
      'rejected',
    ]);
    const links = await fresh.asSuperuser(`
      select h.tenant_id, array_agg(l.entry_id order by l.entry_id) as entries, max(l.position) = h.entries as whole
      from platform.audit_heads h join platform.audit_links l on l.chain_id = h.id and l.tenant_id = h.tenant_id
      group by h.id order by h.tenant_id`);
    expect(links).toEqual([
      { tenant_id: 'one', entries: ['a-0', 'a-2'], whole: true },
      { tenant_id: 'two', entries: ['a-1', 'a-3', 'a-4'], whole: true },
    ]);
  });

  // ENG-35
  test('fail by their own statements only', async () => {
    const renameTo = (name: string) =>
      sql`update platform.engagements set name = ${name} where id = 'e-one'`;
    const ends = await Promise.allSettled([
      share('one', [selectEngagements]),
      share('one', [renameTo('Kept')]),
      share('one', [renameTo('Undone'), sql`select 1 / 0`]),
      share('two', [selectEngagements]),
    ]);
    expect(ends.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
    expect(
      await fresh.asSuperuser(`select name from platform.engagements where id = 'e-one'`),
    ).toEqual([{ name: 'Kept' }]);
  });

  // ENG-35
  test('do not wait for a row that another transaction holds, except the batch that needs it', async () => {
    const rename = sql`update platform.engagements set name = 'Late' where id = 'e-one'`;
    const held = await fresh.database.withTenant('one', async (tx) => {
      await tx.query(sql`select from platform.engagements where id = 'e-one' for update`);
      const late = share('one', [rename]);
      expect(idsOf((await share('two', [selectEngagements]))[0])).toEqual(['e-two']);
      return { late };
    });
    await held.late;
    expect(
      await fresh.asSuperuser(`select name from platform.engagements where id = 'e-one'`),
    ).toEqual([{ name: 'Late' }]);
  });
});

describe('connections', () => {
  test('one that is lost in use fails only its own work', async () => {
    // Postgres ends the session, not only the statement, when a transaction outlives this.
    const limit = sql`select set_config('transaction_timeout', '20ms', true)`;
    const wait = sql`select pg_sleep(20)`;
    await expect(database.batchTenant('one', [limit, wait])).rejects.toThrow(
      'terminating connection',
    );
    const waiting = database.withTenant('one', async (tx) => [
      await tx.query(limit),
      await tx.query(wait),
    ]);
    await expect(waiting).rejects.toThrow('terminating connection');
    expect(idsOf((await database.batchTenant('one', [selectEngagements]))[0])).toEqual(['e-one']);
  });

  test('batches and transactions of one connection share a statement name, also after an error', async () => {
    const named = {
      ...sql`select id from platform.engagements where id = ${'e-one'}`,
      name: 'shared',
    };
    const failing = sql`select 1 / 0`;
    await expect(database.batchTenant('one', [named, failing])).rejects.toThrow('division by zero');
    expect(idsOf((await database.withTenant('one', (tx) => tx.query(named))).rows)).toEqual([
      'e-one',
    ]);
    expect(idsOf((await database.batchTenant('one', [named]))[0])).toEqual(['e-one']);
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
