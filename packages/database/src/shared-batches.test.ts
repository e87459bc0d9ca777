import { createTwoTenants, idsOf, selectEngagements, type TwoTenants } from '@ecp/testing/postgres/two-tenants';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, enterTenantOf, openDatabase } from './database.ts';
import { type Statement, sql } from './statement.ts';

let tenants: TwoTenants;
let fresh: TwoTenants['fresh'];
let database: Database;
beforeAll(async () => {
  tenants = await createTwoTenants();
  ({ fresh, database } = tenants);
});
afterAll(() => tenants.close());

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
      (await shared.batchTenant(tenantId, [transactionIn, selectEngagements])) as [{ id: string }[], { id: string }[]];
    const [first, ...own] = await Promise.all(Array.from({ length: 5 }, () => ask('one')));
    expect(new Set(own.map(([rows]) => rows[0]?.id)).size).toBe(1);
    expect(own[0]?.[0]).not.toEqual(first?.[0]);
    const mixed = await Promise.all(['one', 'two', 'one', 'two', 'one'].map(ask));
    expect(mixed.map(([, rows]) => idsOf(rows))).toEqual([['e-one'], ['e-two'], ['e-one'], ['e-two'], ['e-one']]);
    expect(mixed[3]?.[0]).not.toEqual(mixed[4]?.[0]);
  });

  // BUD-6
  test('fail by their own statements only', async () => {
    const rename = (name: string) => sql`update platform.engagements set name = ${name} where id = 'e-one'`;
    const ends = await Promise.allSettled([
      shared.batchTenant('one', [selectEngagements]),
      shared.batchTenant('one', [rename('Kept')]),
      shared.batchTenant('one', [rename('Undone'), sql`select 1 / 0`]),
      shared.batchTenant('one', [selectEngagements]),
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
      expect(idsOf((await shared.batchTenant('one', [selectEngagements]))[0])).toEqual(['e-one']);
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
    expect(changed.map(([rows]) => idsOf(rows))).toEqual(tenants.map((tenantId) => [`e-${tenantId}`]));
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
    expect(found.map(([, rows]) => idsOf(rows))).toEqual(wanted.map((id) => (id === 'nobody' ? [] : [`e-${id}`])));
    expect(found.map(([rows]) => idsOf(rows))).toEqual(wanted.map((id) => (id === 'nobody' ? [] : [id])));
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
