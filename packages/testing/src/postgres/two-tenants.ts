import { type Database, openDatabase } from '@ecp/database/database';
import { sql } from '@ecp/database/statement';
import { createFreshDatabase, type FreshDatabase } from './fresh-database.ts';

/** Two tenants, `one` and `two`, with an engagement each, `e-one` and `e-two`. */
export interface TwoTenants {
  fresh: FreshDatabase;
  /** Has a single connection. */
  database: Database;
  close(): Promise<void>;
}

export async function createTwoTenants(): Promise<TwoTenants> {
  const fresh = await createFreshDatabase();
  const database = openDatabase({ url: fresh.url, maxConnections: 1 });
  for (const id of ['one', 'two']) {
    await database.batchTenant(id, [
      sql`insert into platform.tenants (id, name, slug) values (${id}, ${id}, ${id})`,
      sql`insert into platform.engagements (id, tenant_id, name, client, slug, brief, budget_nano_usd)
        values (${`e-${id}`}, ${id}, 'Name', 'Client', 'name', 'Brief', 1)`,
    ]);
  }
  return {
    fresh,
    database,
    async close() {
      await database.close();
      await fresh.drop();
    },
  };
}

/** Selects the ids of the engagements that the caller sees. */
export const selectEngagements = sql<{
  id: string;
}>`select id from platform.engagements order by id`;

export const idsOf = (rows: readonly { id?: unknown }[] | undefined): unknown[] | undefined =>
  rows?.map(({ id }) => id);
