import type pg from 'pg';
import { type MigrationWait, migrate, openMigrationClient, withMigrationLock } from './migrate.ts';

/**
 * Migrates as `ownerUrl` and prepares the role of `url`. Without an owner `url` is both, and
 * row-level security is the only wall against SQL that leaves the tenant's role.
 */
export async function prepareDatabase(
  url: string,
  ownerUrl: string | undefined,
  wait: MigrationWait = {},
): Promise<void> {
  await migrate(ownerUrl ?? url, wait);
  if (ownerUrl !== undefined) await prepareLoginRole(ownerUrl, url, wait);
}

/**
 * Grants the role of `loginUrl` what it lacks, as the tables' owner: to become ecp_tenant or
 * ecp_system and read what is migrated. Throws if it could ignore row-level security as superuser,
 * by BYPASSRLS or as owner (docs/decisions/pipelined-row-level-security.md).
 */
export async function prepareLoginRole(
  ownerUrl: string,
  loginUrl: string,
  wait: MigrationWait = {},
): Promise<void> {
  const login = decodeURIComponent(new URL(loginUrl).username);
  const client = await openMigrationClient(ownerUrl);
  try {
    await withMigrationLock(ownerUrl, () => grantTo(client, login), wait);
  } finally {
    await client.end();
  }
}

async function grantTo(client: pg.ClientBase, login: string): Promise<void> {
  const failure = await findPrivilege(client, login);
  if (failure !== null)
    throw new Error(`The role ${login} of DATABASE_URL ${failure}; let services use another role`);
  await client.query('begin');
  await client.query(`select set_config('ecp.login', $1, true)`, [login]);
  await client.query(grantMissing);
  await client.query('commit');
}

/**
 * Returns how the role could read all tenants' rows without becoming ecp_system; null if it cannot.
 */
export async function findPrivilege(client: pg.ClientBase, login: string): Promise<string | null> {
  const { rows } = await client.query<{ privilege: string | null }>(
    `select case when rolsuper then 'is a superuser' when rolbypassrls then 'has BYPASSRLS'
        when exists (select from pg_class where relowner = r.oid and relkind in ('r', 'p')
          and relnamespace in (select oid from pg_namespace where nspname in ('platform', 'engine')))
        then 'owns tables of tenants' end as privilege
      from pg_roles r where rolname = $1`,
    [login],
  );
  const [row] = rows;
  return row ? row.privilege : 'does not exist';
}

/** Before Postgres 16, a grant of a role has no options; the role's own NOINHERIT does the same. */
const grantMissing = `
do $$
declare
  login text := current_setting('ecp.login');
  modern boolean := current_setting('server_version_num')::integer >= 160000;
  wanted text;
begin
  foreach wanted in array array['ecp_tenant', 'ecp_system'] loop
    if not pg_has_role(login, wanted, case when modern then 'set' else 'member' end) then
      execute format('grant %I to %I', wanted, login) || case when modern then ' with inherit false, set true' else '' end;
    end if;
  end loop;
  if not has_table_privilege(login, 'public.schema_migrations', 'select') then
    execute format('grant select on public.schema_migrations to %I', login);
  end if;
end
$$`;
