import { createFreshDatabase, type FreshDatabase } from '@ecp/testing/postgres/fresh-database';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let fresh: FreshDatabase;

beforeAll(async () => {
  fresh = await createFreshDatabase();
});
afterAll(() => fresh.drop());

interface CatalogueRow {
  name: string;
  enabled: boolean;
  forced: boolean;
  policies: { roles: string[]; using: string | null; check: string | null }[] | null;
}

const catalogue = `
  select c.oid::regclass::text as name, c.relrowsecurity as enabled, c.relforcerowsecurity as forced,
    (select json_agg(json_build_object('roles', p.polroles::regrole[]::text[],
        'using', pg_get_expr(p.polqual, p.polrelid), 'check', pg_get_expr(p.polwithcheck, p.polrelid))
        order by p.polroles::regrole[]::text)
      from pg_policy p where p.polrelid = c.oid and p.polpermissive) as policies
  from pg_class c
  where c.relnamespace in ('platform'::regnamespace, 'engine'::regnamespace) and c.relkind in ('r', 'p')
  order by 1`;

/**
 * Tables that work outside any tenant may use: sign-in, keys, and background work over all tenants.
 */
const openToSystem: Record<string, string[]> = {
  'engine.model_health': ['DELETE', 'INSERT', 'SELECT', 'UPDATE'],
  'engine.provider_blocks': ['INSERT', 'SELECT', 'UPDATE'],
  'engine.provider_requests': ['DELETE', 'INSERT', 'SELECT', 'UPDATE'],
  'engine.model_calls': ['SELECT'],
  'engine.runs': ['SELECT'],
  'engine.tenant_days': ['DELETE', 'SELECT'],
  'engine.workers': ['DELETE', 'INSERT', 'SELECT', 'UPDATE'],
  'platform.answer_links': ['DELETE', 'SELECT'],
  'platform.api_keys': ['SELECT', 'UPDATE'],
  'platform.assistant_codes': ['DELETE', 'SELECT'],
  'platform.assistant_grants': ['SELECT'],
  'platform.audit_heads': ['INSERT', 'SELECT', 'UPDATE'],
  'platform.audit_links': ['INSERT'],
  'platform.audit_log': ['INSERT'],
  'platform.deletion_requests': ['DELETE', 'SELECT', 'UPDATE'],
  'platform.drafts': ['DELETE'],
  'platform.email_tokens': ['DELETE', 'INSERT', 'SELECT', 'UPDATE'],
  'platform.engagement_schedules': ['SELECT'],
  'platform.executor_leases': ['DELETE', 'INSERT', 'SELECT', 'UPDATE'],
  'platform.works': ['DELETE', 'INSERT', 'SELECT', 'UPDATE'],
  'platform.idempotency_keys': ['DELETE', 'SELECT'],
  'platform.notices': ['DELETE', 'SELECT', 'UPDATE'],
  'platform.outbox_events': ['DELETE', 'SELECT', 'UPDATE'],
  'platform.dossier_keys': ['INSERT', 'SELECT'],
  'platform.passkey_challenges': ['DELETE', 'INSERT', 'SELECT'],
  'platform.passkeys': ['SELECT', 'UPDATE'],
  'platform.portal_link_secrets': ['SELECT'],
  'platform.portal_tokens': ['SELECT', 'UPDATE'],
  'platform.recovery_codes': ['SELECT', 'UPDATE'],
  'platform.sessions': ['DELETE', 'INSERT', 'SELECT', 'UPDATE'],
  'platform.sign_in_devices': ['DELETE', 'INSERT', 'SELECT', 'UPDATE'],
  'platform.scim_tokens': ['SELECT', 'UPDATE'],
  'platform.sso_connections': ['SELECT'],
  'platform.sso_domains': ['SELECT', 'UPDATE'],
  'platform.sso_sign_ins': ['DELETE', 'INSERT', 'SELECT'],
  'platform.storage_reservations': ['DELETE', 'SELECT'],
  'platform.stranger_mails': ['DELETE', 'INSERT', 'SELECT'],
  'platform.subscriptions': ['INSERT', 'SELECT', 'UPDATE'],
  'platform.tenants': ['INSERT', 'SELECT', 'UPDATE'],
  'platform.totp_factors': ['SELECT', 'UPDATE'],
  'platform.users': ['INSERT', 'SELECT', 'UPDATE'],
  'platform.wall_engagements': ['SELECT'],
  'platform.wall_insiders': ['SELECT'],
  'platform.web_hosts': ['DELETE', 'INSERT', 'SELECT', 'UPDATE'],
  'platform.web_robots': ['DELETE', 'INSERT', 'SELECT', 'UPDATE'],
  'platform.webhook_deliveries': ['DELETE', 'SELECT', 'UPDATE'],
};

/** Tables of which such work may use these columns only, beside what is open above. */
const columnsOpenToSystem: Record<string, string[]> = {
  'platform.audit_links': [
    'SELECT entry_id',
    'SELECT tenant_id',
    'UPDATE salt',
    'UPDATE tenant_id',
  ],
  'platform.audit_log': [
    'SELECT id',
    'SELECT resource_id',
    'SELECT resource_type',
    'SELECT tenant_id',
    'SELECT user_id',
    'UPDATE ip_address',
    'UPDATE metadata',
    'UPDATE resource_id',
    'UPDATE tenant_id',
    'UPDATE user_id',
  ],
  'platform.drafts': ['SELECT saved_at'],
  'platform.list_versions': ['SELECT tenant_id', 'SELECT version', 'UPDATE version'],
  'platform.notice_channels': ['SELECT key_id', 'SELECT tenant_id'],
  'platform.notice_recipients': ['SELECT created_at', 'SELECT in_digest', 'SELECT tenant_id'],
  'platform.search_changes': ['SELECT due_at', 'SELECT tenant_id'],
  'platform.search_texts': [
    'SELECT engagement_id',
    'SELECT id',
    'SELECT kind',
    'SELECT source_id',
    'SELECT tenant_id',
    'SELECT title',
    'SELECT words',
  ],
  'platform.tenant_keys': ['SELECT master', 'SELECT tenant_id'],
  'platform.webhook_secrets': ['SELECT key_id', 'SELECT tenant_id'],
};

/**
 * These tables have no tenant's data: a provider or a web host counts the requests of the whole
 * installation, a process offers its models and owns work of all tenants, and a browser that is not
 * signed in has a challenge.
 */
const ofNoTenant = new Set([
  'engine.model_health',
  'engine.provider_blocks',
  'engine.provider_requests',
  'engine.workers',
  'platform.dossier_keys',
  'platform.executor_leases',
  'platform.works',
  'platform.passkey_challenges',
  'platform.web_hosts',
  'platform.web_robots',
]);

/** Tables beside an engagement's matter that have no wall, and why. */
const withoutWall = {
  'platform.assistant_grants': 'it holds hashes of tokens',
  'platform.wall_engagements': 'the walls themselves: ids alone',
};

describe('row-level security', () => {
  // PRO-16
  test('is enabled, forced and bound to the tenant on every table', async () => {
    const tables = await fresh.asSuperuser<CatalogueRow>(catalogue);
    expect(tables.length).toBeGreaterThan(20);
    for (const { name, enabled, forced, policies } of tables) {
      expect({ name, enabled, forced }).toEqual({ name, enabled: true, forced: true });
      const column = name === 'platform.tenants' ? 'id' : 'tenant_id';
      const own = `(${column} = platform.current_tenant_id())`;
      const isOpen = name in openToSystem || name in columnsOpenToSystem;
      const system = isOpen ? [{ roles: ['ecp_system'], using: 'true', check: 'true' }] : [];
      expect({ name, policies }).toEqual({
        name,
        policies: [
          ...system,
          ...(ofNoTenant.has(name) ? [] : [{ roles: ['ecp_tenant'], using: own, check: own }]),
        ],
      });
    }
  });

  test('walls stand on every table that holds an engagement’s matter, and on every part of such a table', async () => {
    const walled = await fresh.asSuperuser<{
      name: string;
      permissive: boolean;
      roles: string[];
      using: string;
    }>(`
      select polrelid::regclass::text as name, polpermissive as permissive, polroles::regrole[]::text[] as roles,
        pg_get_expr(polqual, polrelid) as using
      from pg_policy where polname = 'walls' order by 1`);
    expect(
      walled.every(({ permissive, roles }) => !permissive && roles.join() === 'ecp_tenant'),
    ).toBe(true);
    const sees = 'sees_all_engagements';
    expect(walled.filter(({ using }) => !using.includes(sees))).toEqual([]);
    const names = new Set(walled.map(({ name }) => name));
    const matter = await fresh.asSuperuser<{ name: string; columns: string[]; wholes: string[] }>(`
      select c.oid::regclass::text as name,
        array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0) as columns,
        array(select k.confrelid::regclass::text from pg_constraint k where k.conrelid = c.oid and k.contype = 'f') as wholes
      from pg_class c
      where c.relnamespace in ('platform'::regnamespace, 'engine'::regnamespace) and c.relkind = 'r' order by 1`);
    const isMatter = ({ name, columns, wholes }: (typeof matter)[number]) =>
      name === 'platform.engagements' ||
      columns.includes('engagement_id') ||
      wholes.some((whole) => names.has(whole));
    const open = matter
      .filter((table) => isMatter(table) && !names.has(table.name))
      .map(({ name }) => name);
    expect(open).toEqual(Object.keys(withoutWall));
  });

  test('exactly these tables are open to the system role', async () => {
    const grants = await fresh.asSuperuser<{ name: string; rights: string[] }>(`
      select table_schema || '.' || table_name as name, array_agg(privilege_type::text order by 1) as rights
      from information_schema.table_privileges where grantee = 'ecp_system' group by 1 order by 1`);
    expect(Object.fromEntries(grants.map(({ name, rights }) => [name, rights.sort()]))).toEqual(
      openToSystem,
    );
  });

  test('exactly these columns of others are open to it', async () => {
    const grants = await fresh.asSuperuser<{ name: string; rights: string[] }>(`
      select attrelid::regclass::text as name, array_agg(privilege_type || ' ' || attname) as rights
      from pg_attribute, aclexplode(attacl) where grantee = 'ecp_system'::regrole group by 1 order by 1`);
    expect(Object.fromEntries(grants.map(({ name, rights }) => [name, rights.sort()]))).toEqual(
      columnsOpenToSystem,
    );
  });

  // SET-17
  test('the roles of the application cannot bypass the policies or own a table, and only the services’ can log in', async () => {
    const roles = await fresh.asSuperuser(`
      select rolname, rolcanlogin, rolsuper, rolbypassrls, (select count(*)::integer from pg_class c
          where relowner = r.oid and relkind in ('r', 'p', 'v', 'm', 'f', 'S')) as owned
      from pg_roles r where rolname like 'ecp\\_%' order by 1`);
    const harmless = { rolsuper: false, rolbypassrls: false, owned: 0 };
    expect(roles).toEqual(
      ['ecp_service', 'ecp_system', 'ecp_tenant'].map((rolname) => ({
        rolname,
        rolcanlogin: rolname === 'ecp_service',
        ...harmless,
      })),
    );
  });

  test('nothing is open to everybody, and no view or function grants its owner’s rights but these', async () => {
    const open = await fresh.asSuperuser<{ table_name: string }>(`
      select table_name::text from information_schema.table_privileges
        where grantee = 'PUBLIC' and table_schema in ('platform', 'engine')
      union all select proname::text || ' as ' || proowner::regrole || ' for ' || array_to_string(proacl, ' ') from pg_proc
        where prosecdef and pronamespace in ('platform'::regnamespace, 'engine'::regnamespace)
      union all select viewname::text from pg_views where schemaname in ('platform', 'engine')`);
    // They read the texts of all tenants, take the tenant from the transaction and return ids
    // (SEA-6).
    const rights = 'as ecp_system for ecp_system=X/ecp_system ecp_tenant=X/ecp_system';
    // The others tell whether a lease exists, add durable work, and delete that of deleted runs by a
    // trigger, which answers nothing and cannot be called.
    const functions = [
      'confirm_lease',
      'delete_works_of_runs',
      'enqueue_work',
      'find_texts',
      'find_titles',
    ].map((name) => `${name} ${rights}`);
    expect(open.map((row) => row['table_name']).sort()).toEqual(functions);
  });

  test('every foreign key between tenants’ rows includes the tenant', async () => {
    const keys = await fresh.asSuperuser<{
      name: string;
      columns: string[];
      target: string;
      targets: string[];
    }>(`
      select k.conrelid::regclass || '.' || k.conname as name, k.confrelid::regclass::text as target,
        array(select attname::text from unnest(k.conkey) with ordinality u(n, o)
          join pg_attribute a on a.attrelid = k.conrelid and a.attnum = u.n order by o) as columns,
        array(select attname::text from unnest(k.confkey) with ordinality u(n, o)
          join pg_attribute a on a.attrelid = k.confrelid and a.attnum = u.n order by o) as targets
      from pg_constraint k
      where k.contype = 'f' and k.connamespace in ('platform'::regnamespace, 'engine'::regnamespace) order by 1`);
    expect(keys.length).toBeGreaterThan(10);
    const betweenTenants = keys.filter(({ target }) => !ofNoTenant.has(target));
    for (const { name, columns, target, targets } of betweenTenants) {
      const tenantTarget = target === 'platform.tenants' ? 'id' : 'tenant_id';
      expect({ name, column: columns[targets.indexOf(tenantTarget)] }).toEqual({
        name,
        column: 'tenant_id',
      });
    }
  });
});
