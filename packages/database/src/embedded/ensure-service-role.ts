import { createHmac } from 'node:crypto';
import pg from 'pg';

/** The role as which services log in to the embedded database. */
export const serviceRole = 'ecp_service';

/**
 * Gives the role of the services its password, creates it if it is missing, and returns its address of the database. The
 * password follows from the owner's, so an engine that outlives its platform can still log in after the next start. The
 * role has no rights of its own; `prepareLoginRole` grants them.
 */
export async function ensureServiceRole(ownerUrl: string): Promise<string> {
  const password = createHmac('sha256', new URL(ownerUrl).password).update(serviceRole).digest('base64url');
  const client = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis: 30_000, query_timeout: 30_000 });
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [serviceRole]);
    const rights = `login nosuperuser nocreatedb nocreaterole noreplication nobypassrls noinherit password '${password}'`;
    await client.query(`${rowCount === 0 ? 'create' : 'alter'} role ${serviceRole} ${rights}`);
  } finally {
    await client.end();
  }
  const url = new URL(ownerUrl);
  Object.assign(url, { username: serviceRole, password });
  return url.href;
}
