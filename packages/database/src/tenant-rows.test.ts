import { createFreshDatabase, type FreshDatabase } from '@ecp/testing/postgres/fresh-database';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, openDatabase, type Transaction } from './database.ts';
import { sql } from './statement.ts';

/** A column of a table, with the first value that its check constraint lists, if any. */
interface Column {
  table: string;
  column: string;
  type: string;
  listed: string | null;
}

const columns = `
  select format('%I.%I', c.table_schema, c.table_name) as table, c.column_name as column, c.data_type as type,
    (select substring(pg_get_constraintdef(k.oid) from '''([^'']+)''::text')
      from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
      where k.contype = 'c' and k.conrelid = format('%I.%I', c.table_schema, c.table_name)::regclass
        and a.attname = c.column_name and array_length(k.conkey, 1) = 1 limit 1) as listed
  from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
  where c.table_schema in ('platform', 'engine') and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
    -- A provider and a web host count the requests of the whole installation, a lease and an offer are a process's and a
    -- challenge is a browser's: no tenant's data, and no right of theirs. Nor have they any right to durable work, which holds data of all.
    and c.table_name not in ('model_health', 'provider_blocks', 'provider_requests', 'passkey_challenges', 'dossier_keys',
      'executor_leases', 'web_hosts', 'web_robots', 'workers', 'works')
    and (c.is_nullable = 'NO' and c.column_default is null or c.column_name = 'tenant_id'
      -- A check wants the text or its key in the storage, or all that a connection of its kind has, or who edited an answer.
      or (c.table_name, c.column_name) in (('deliverables', 'content'), ('answers', 'editor_kind'), ('sso_connections', 'issuer'),
        ('sso_connections', 'client_id'), ('sso_connections', 'sealed')))
  order by 1, c.ordinal_position`;

const values: Record<string, string> = {
  integer: '1',
  bigint: '1',
  'double precision': '1',
  boolean: 'false',
  json: `'{}'`,
  ARRAY: `'{}'`,
  tsvector: `''`,
  date: 'current_date',
  'timestamp with time zone': 'now()',
};

const [own, foreign] = ['tenant-a', 'tenant-b'];
const tenantColumn = (table: string) => (table === 'platform.tenants' ? 'id' : 'tenant_id');

function literalOf({ table, column, type, listed }: Column, tenantId: string): string {
  if (column === tenantColumn(table)) return `'${tenantId}'`;
  if (listed !== null) return `'${listed}'`;
  // Its body is JSON, of which a column is made.
  if (table === 'platform.webhook_deliveries' && column === 'body') return `'{}'`;
  if (type === 'text') return `'${column} of ${tenantId}'`;
  if (type === 'bytea') return `'${column} of ${tenantId}'::bytea`;
  const value = values[type];
  if (value === undefined)
    throw new Error(`Add a value for columns of type ${type}: ${table}.${column}`);
  return value;
}

let fresh: FreshDatabase;
/** Only a superuser may switch foreign keys off. */
let superuser: Database;
const tables = new Map<string, Column[]>();

function insertOf(table: string, tenantId: string): string {
  const given = tables.get(table) ?? [];
  const row = given.map((column) => literalOf(column, tenantId));
  return `insert into ${table} (${given.map(({ column }) => column).join(', ')}) values (${row.join(', ')})`;
}

beforeAll(async () => {
  fresh = await createFreshDatabase();
  superuser = openDatabase({ url: fresh.adminUrl });
  for (const column of await fresh.asSuperuser<Column & Record<string, unknown>>(columns)) {
    tables.set(column.table, [...(tables.get(column.table) ?? []), column]);
  }
  // The superuser bypasses row-level security. Without foreign keys the order of the tables does
  // not matter.
  const inserts = [...tables.keys()].flatMap((table) => [
    insertOf(table, own),
    insertOf(table, foreign),
  ]);
  await superuser.pool.query(
    ['begin; set local session_replication_role = replica', ...inserts, 'commit'].join(';'),
  );
});
afterAll(async () => {
  await superuser.close();
  await fresh.drop();
});

/** Runs one statement on every table as the tenant. Returns the results by table. */
async function onEveryTable<Result>(
  tenantId: string,
  run: (tx: Transaction, table: string) => Promise<Result>,
): Promise<Record<string, Result | string>> {
  const results: Record<string, Result | string> = {};
  for (const table of tables.keys()) {
    const work = async (tx: Transaction) => {
      // Otherwise foreign keys would fail first.
      await tx.query(sql`select set_config('role', 'none', true)`);
      await tx.query(sql`select set_config('session_replication_role', 'replica', true)`);
      await tx.query(sql`select set_config('role', 'ecp_tenant', true)`);
      return run(tx, table);
    };
    results[table] = await superuser
      .withTenant(tenantId, work)
      .catch((error: Error) => error.message);
  }
  return results;
}

const everyTable = <Result>(result: (table: string) => Result) =>
  Object.fromEntries([...tables.keys()].map((table) => [table, result(table)]));
const refusal = (table: string) =>
  `new row violates row-level security policy for table "${table.split('.')[1]}"`;
/** Tables whose rows a tenant can add and read, but not change or delete. */
const appendOnly = new Set(['platform.audit_links', 'platform.audit_log']);
const denied = (table: string) => `permission denied for table ${table.split('.')[1]}`;
const unlessDenied = <Result>(result: (table: string) => Result) =>
  everyTable((table) => (appendOnly.has(table) ? denied(table) : result(table)));
const write = (text: (table: string) => string) => async (tx: Transaction, table: string) =>
  (await tx.query({ text: text(table) })).rowCount;
const tenantsOf = (tx: Transaction, table: string) =>
  tx
    .query<{ tenant: string }>({
      text: `select ${tenantColumn(table)} as tenant from ${table} order by 1`,
    })
    .then(({ rows }) => rows.map(({ tenant }) => tenant));

describe('row-level security on every table, with no tenant filter in any statement', () => {
  test('there are rows of both tenants in every table', async () => {
    expect(tables.size).toBeGreaterThan(20);
    for (const table of tables.keys()) {
      const rows = await fresh.asSuperuser(
        `select ${tenantColumn(table)} as tenant from ${table} order by 1`,
      );
      expect({ table, rows }).toEqual({ table, rows: [{ tenant: own }, { tenant: foreign }] });
    }
  });

  // PRO-16, TEN-1
  test('a tenant reads its own rows only; without a tenant no rows are visible', async () => {
    expect(await onEveryTable(own, tenantsOf)).toEqual(everyTable(() => [own]));
    expect(await onEveryTable(foreign, tenantsOf)).toEqual(everyTable(() => [foreign]));
    expect(await onEveryTable('', tenantsOf)).toEqual(everyTable(() => []));
  });

  // TEN-1
  test('a tenant cannot write a row of another, or give one of its own away', async () => {
    const insert = write((table) => insertOf(table, foreign));
    expect(await onEveryTable(own, insert)).toEqual(everyTable(refusal));
    const give = write((table) => `update ${table} set ${tenantColumn(table)} = '${foreign}'`);
    expect(await onEveryTable(own, give)).toEqual(unlessDenied(refusal));
  });

  test('an update or a delete of all rows affects the tenant’s own rows only', async () => {
    const update = write(
      (table) => `update ${table} set ${tenantColumn(table)} = ${tenantColumn(table)}`,
    );
    expect(await onEveryTable(own, update)).toEqual(unlessDenied(() => 1));
    expect(await onEveryTable('', update)).toEqual(unlessDenied(() => 0));
    expect(
      await onEveryTable(
        own,
        write((table) => `delete from ${table}`),
      ),
    ).toEqual(unlessDenied(() => 1));
    for (const table of [...tables.keys()].filter((name) => !appendOnly.has(name))) {
      const rows = await fresh.asSuperuser(`select ${tenantColumn(table)} as tenant from ${table}`);
      expect({ table, rows }).toEqual({ table, rows: [{ tenant: foreign }] });
    }
  });
});
