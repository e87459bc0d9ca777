import { withMigrationLock } from '@ecp/database/migration-lock';
import { prepareDatabase } from '@ecp/database/prepare-database';
import { makeQueueTables } from '@ecp/durable-work/make-queue-tables';
import { schemaOf } from '@ecp/durable-work/records';
import pg from 'pg';

/**
 * Migrates the database of DATABASE_URL as the role of DATABASE_OWNER_URL, before a release starts, and makes the tables
 * of the durable queues where there are none. Services do both at their start too; with this step they need no rights of
 * the owner, and any number of them may start at once.
 */
const { DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl } = process.env;
if (!url || !ownerUrl) {
  console.error(
    'migrate: set DATABASE_URL to the address of the services, and DATABASE_OWNER_URL to that of the owner',
  );
  process.exit(1);
}
const quiet = () => undefined;
const log = { trace: quiet, debug: quiet, info: quiet, warn: console.warn, error: console.error };

await prepareDatabase(url, ownerUrl);
// A service that starts meanwhile, or a second migration, makes the same tables.
await withMigrationLock(url, async () => {
  for (const service of ['platform', 'engine'] as const) {
    if (!(await hasSchema(url, schemaOf(service)))) await makeQueueTables(url, service, log);
  }
});
console.log('The database has the schema of this release');

async function hasSchema(connectionString: string, name: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_namespace where nspname = $1', [name]);
    return rowCount !== 0;
  } finally {
    await client.end();
  }
}
