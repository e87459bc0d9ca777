import type { Database, Transaction } from '@ecp/database/database';
import type { Statement, Statements } from '@ecp/database/statement';
import type { TestPlatform } from '../start-test-platform.ts';

/**
 * Removes the `tenant_id = …` conditions from every statement of a tenant, so that only row-level
 * security is left. Returns how many were removed, and a function that restores them.
 */
export function removeTenantFilters({ services }: TestPlatform): {
  removed(): number;
  restore(): void;
} {
  const { database } = services;
  let removed = 0;
  const strip = <Row>({ name, text, values }: Statement<Row>): Statement<Row> => {
    const stripped = text
      .replace(/\b(?:\w+\.)?tenant_id = (\$\d+)/g, '($1::text is not null)')
      .replaceAll(/\b(?:\w+\.)?tenant_id = platform\.current_tenant_id\(\)/g, 'true');
    if (stripped === text)
      return { ...(name ? { name } : {}), text, ...(values ? { values } : {}) };
    removed += 1;
    return {
      ...(name ? { name: `${name} unfiltered` } : {}),
      text: stripped,
      ...(values ? { values } : {}),
    };
  };
  const stripEach = <Rows extends readonly unknown[]>(statements: Statements<Rows>) =>
    statements.map((each) => strip(each)) as unknown as Statements<Rows>;
  const unfilter = (database: Database): Database => ({
    ...database,
    seenBy: (viewer) => unfilter(database.seenBy(viewer)),
    batchTenant: <Rows extends readonly unknown[]>(
      tenantId: string,
      statements: Statements<Rows>,
      options?: { shareCommit: boolean },
    ) => database.batchTenant<Rows>(tenantId, stripEach(statements), options),
    withTenant: (tenantId, work) =>
      database.withTenant(tenantId, (tx) => {
        const query: Transaction['query'] = (statement) => tx.query(strip(statement));
        return work({ ...tx, query });
      }),
  });
  services.database = unfilter(database);
  return {
    removed: () => removed,
    restore: () => {
      services.database = database;
    },
  };
}

/** Lists every table with rows of tenants, as `schema.name`. */
async function listTenantTables({
  asSuperuser,
}: Pick<TestPlatform, 'asSuperuser'>): Promise<string[]> {
  const rows = await asSuperuser<{ name: string }>(`
    select format('%I.%I', table_schema, table_name) as name from information_schema.columns
    where table_schema in ('platform', 'engine') and column_name = 'tenant_id' order by 1`);
  return rows.map(({ name }) => name);
}

/**
 * Disables row-level security on all tables, so that only the conditions of the statements are
 * left.
 */
export async function removeRowSecurity(
  platform: TestPlatform,
): Promise<{ restore(): Promise<void> }> {
  const tables = await listTenantTables(platform);
  const set = async (state: 'enable' | 'disable') => {
    for (const table of tables)
      await platform.asSuperuser(`alter table ${table} ${state} row level security`);
  };
  await set('disable');
  return { restore: () => set('enable') };
}

/** Reads all rows of a tenant as text; a change of any field changes the result. */
export async function readEverythingOf(
  platform: Pick<TestPlatform, 'asSuperuser'>,
  tenantId: string,
): Promise<string[]> {
  const tables = await listTenantTables(platform);
  const rows = await Promise.all(
    tables.map((table) =>
      platform.asSuperuser<{ row: string }>(
        `select '${table} ' || t::text as row from ${table} t where tenant_id = $1 order by 1`,
        [tenantId],
      ),
    ),
  );
  return rows.flat().map(({ row }) => row);
}
