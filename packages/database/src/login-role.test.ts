import { createFreshDatabase, type FreshDatabase } from '@ecp/testing/postgres/fresh-database';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serviceRole } from './embedded/connection-file.ts';
import { findPrivilege, prepareDatabase, prepareLoginRole } from './prepare-database.ts';
import type { Statement } from './statement.ts';

let fresh: FreshDatabase;

beforeAll(async () => {
  fresh = await createFreshDatabase();
  await fresh.asSuperuser(
    `insert into platform.tenants (id, name, slug) values ('one', 'One', 'one'), ('two', 'Two', 'two')`,
  );
  await fresh.asSuperuser(`insert into platform.engagements
      (id, tenant_id, name, client, slug, brief, budget_nano_usd)
    select 'e-' || t, t, 'Name', 'Client', 'slug', 'Secret of ' || t, 1 from unnest(array['one', 'two']) as t`);
});
afterAll(() => fresh.drop());

/**
 * Statements that an attacker injects into a transaction of tenant one, with the answer of
 * Postgres.
 */
async function attack(...texts: string[]): Promise<unknown> {
  const statements = texts.map((text): Statement<Record<string, unknown>> => ({ text }));
  return fresh.database
    .withTenant('one', async (tx) => {
      let rows: unknown[] = [];
      for (const statement of statements) ({ rows } = await tx.query(statement));
      return rows;
    })
    .catch((error: Error) => error.message);
}

const readAll = 'select brief from platform.engagements order by id';
const own = [{ brief: 'Secret of one' }];

describe('SQL that was injected into a tenant’s connection', () => {
  test('sees the tenant’s own rows', async () => {
    expect(await attack(readAll)).toEqual(own);
  });

  // SET-17, PRO-16
  test.each([
    ['reset role', 'permission denied for schema platform'],
    ['set role none', 'permission denied for schema platform'],
    [`select set_config('role', 'none', true)`, 'permission denied for schema platform'],
    ['set session authorization default', 'permission denied for schema platform'],
    ['set role ecp_system', 'permission denied for table engagements'],
    [
      'set row_security = off',
      'query would be affected by row-level security policy for table "engagements"',
    ],
    ['set role postgres', 'permission denied to set role "postgres"'],
    [
      'set session authorization postgres',
      'permission denied to set session authorization "postgres"',
    ],
  ])('sees no more after %s', async (first, answer) => {
    expect(await attack(first, readAll)).toEqual(answer);
  });

  // SET-17
  test.each([
    'alter table platform.engagements no force row level security',
    'alter table platform.engagements disable row level security',
    'drop policy tenant_rows on platform.engagements',
    'create policy mine on platform.engagements using (true)',
    'alter role ecp_service superuser',
    'alter role ecp_service bypassrls',
    'grant pg_read_all_data to ecp_service',
    `create or replace function platform.current_tenant_id() returns text language sql return 'two'`,
    `copy (select 1) to program 'true'`,
    `select pg_read_file('postgresql.conf')`,
  ])('cannot run %s, neither as the tenant nor as the role that logged in', async (text) => {
    const refused = expect.stringMatching(
      /^(permission denied|must be (owner|superuser)|only roles)/,
    );
    expect(await attack(text)).toEqual(refused);
    expect(await attack('reset role', text)).toEqual(refused);
  });

  test('reads as ecp_system what the system must read before it knows the tenant, and nothing of the work', async () => {
    expect(
      await attack('set role ecp_system', 'select id from platform.tenants order by 1'),
    ).toHaveLength(2);
    const rows = await fresh.asSuperuser<{
      name: string;
    }>(`select c.oid::regclass::text as name from pg_class c
      where relnamespace in ('platform'::regnamespace, 'engine'::regnamespace) and relkind = 'r'
        and not has_any_column_privilege('ecp_system', c.oid, 'select') order by 1`);
    const closed = rows.map(({ name }) => name);
    expect(closed).toEqual(
      expect.arrayContaining(['platform.engagements', 'platform.deliverables', 'engine.events']),
    );
    for (const table of closed) {
      const answer = `permission denied for table ${table.split('.')[1]}`;
      expect(await attack('set role ecp_system', `select 1 from ${table}`)).toBe(answer);
    }
  });
});

describe('the role as which services log in', () => {
  // SET-17
  test('has no right on a table of tenants without becoming another role', async () => {
    const open = await fresh.asSuperuser(`select c.oid::regclass::text from pg_class c
      where relnamespace in ('platform'::regnamespace, 'engine'::regnamespace) and relkind in ('r', 'p')
        and (relowner = '${serviceRole}'::regrole or has_any_column_privilege('${serviceRole}', c.oid, 'select'))`);
    expect(open).toEqual([]);
  });

  // SET-17
  test('is refused when it is a superuser, has BYPASSRLS or owns a table of tenants', async () => {
    await expect(prepareLoginRole(fresh.adminUrl, fresh.adminUrl)).rejects.toThrow(
      'is a superuser',
    );
    await expect(prepareLoginRole(fresh.adminUrl, 'postgres://nobody@x/y')).rejects.toThrow(
      'does not exist',
    );
    const admin = new pg.Client({ connectionString: fresh.adminUrl });
    await admin.connect();
    await admin.query('begin; create role ecp_bypassing bypassrls; create role ecp_owning');
    await admin.query('alter table platform.templates owner to ecp_owning');
    expect(await findPrivilege(admin, 'ecp_bypassing')).toBe('has BYPASSRLS');
    expect(await findPrivilege(admin, 'ecp_owning')).toBe('owns tables of tenants');
    expect(await findPrivilege(admin, serviceRole)).toBeNull();
    await admin.query('rollback');
    await admin.end();
  });

  // SET-18
  test('starts a service on a migrated database without its owner', async () => {
    await expect(prepareDatabase(fresh.url, undefined)).resolves.toBeUndefined();
  });
});
