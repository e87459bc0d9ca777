import { join } from 'node:path';
import { readConnectionFile } from '@ecp/database/embedded/connection-file';
import { countMigrations, isOfOtherSchema } from '@ecp/database/migrate';
import { findPrivilege } from '@ecp/database/prepare-database';
import pg from 'pg';
import { createKeyRing } from '../../apps/server/src/kernel/keys/key-ring.ts';
import { secretKeyFile } from '../../apps/server/src/kernel/keys/open-keys.ts';
import type { PlatformConfig } from '../../apps/server/src/kernel/settings.ts';
import { checkKeyFile } from './check-key-file.ts';
import { compareClocks } from './compare-clocks.ts';
import { codeOf, placeOf, reasonOf } from './failure-reasons.ts';
import { type Finding, find } from './finding.ts';

const connectLimitMs = 5_000;
/** The oldest version of Postgres that has what the schema uses. */
const oldestVersion = 150_000;

type DatabaseSetting = 'DATABASE_URL' | 'DATABASE_OWNER_URL' | 'DATABASE_DIRECT_URL' | 'DATA_DIR';

/**
 * Checks the database with its migrations, its clock, and whether the installation's secret is that
 * of its data. The embedded Postgres is only looked at while a product runs it.
 */
export async function checkDatabase(config: PlatformConfig, now: () => number): Promise<Finding[]> {
  const embedded =
    config.databaseUrl === undefined ? await readConnectionFile(config.dataDir) : undefined;
  const url = config.databaseUrl ?? embedded?.serviceUrl;
  if (url === undefined) {
    const rests = find('database', 'embedded_database_rests', { folder: config.dataDir });
    return [rests, ...(await checkKeyFile(config, false))];
  }
  const setting: DatabaseSetting = config.databaseUrl === undefined ? 'DATA_DIR' : 'DATABASE_URL';
  const others = await Promise.all([
    connectOnly('DATABASE_OWNER_URL', config.databaseOwnerUrl),
    connectOnly('DATABASE_DIRECT_URL', config.databaseDirectUrl),
  ]);
  const service = await withClient(setting, url, (client) =>
    examine(client, { setting, url, config, now }),
  );
  return [...service, ...others.flat()];
}

async function connectOnly(setting: DatabaseSetting, url: string | undefined): Promise<Finding[]> {
  if (url === undefined) return [];
  return withClient(setting, url, async (client) => [await describeServer(client, setting, url)]);
}

/** Connects and looks; a failure of the server becomes a finding. */
async function withClient(
  setting: DatabaseSetting,
  url: string,
  look: (client: pg.Client) => Promise<Finding[]>,
): Promise<Finding[]> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: connectLimitMs,
    query_timeout: connectLimitMs,
  });
  // A connection that is lost between two questions shows at the next one.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await look(client);
  } catch (error) {
    return [explainFailure(error, setting, url)];
  } finally {
    await client.end().catch(() => undefined);
  }
}

function explainFailure(error: unknown, setting: DatabaseSetting, url: string): Finding {
  const { username, pathname } = new URL(url);
  const address = placeOf(url, '5432');
  const role = decodeURIComponent(username);
  switch (codeOf(error)) {
    case '28P01':
    case '28000':
      return find('database', 'database_sign_in_refused', { address, role, setting });
    case '3D000':
      return find('database', 'database_missing', {
        address,
        database: pathname.slice(1),
        setting,
      });
    default:
      break;
  }
  const isRefusal = error instanceof pg.DatabaseError;
  const code = isRefusal ? 'database_failed' : 'database_unreachable';
  return find('database', code, {
    address,
    setting,
    reason: isRefusal ? error.message : reasonOf(error),
  });
}

interface Examination {
  setting: DatabaseSetting;
  url: string;
  config: PlatformConfig;
  now: () => number;
}

async function examine(
  client: pg.Client,
  { setting, url, config, now }: Examination,
): Promise<Finding[]> {
  const findings = [await describeServer(client, setting, url)];
  findings.push(await checkClock(client, now));
  const migrations = await checkMigrations(client);
  if (migrations !== null) findings.push(migrations);
  const role = decodeURIComponent(new URL(url).username);
  const privilege =
    config.databaseOwnerUrl === undefined ? null : await findPrivilege(client, role);
  if (privilege !== null) findings.push(find('database', 'role_too_strong', { role, privilege }));
  const hasTables = migrations?.code !== 'database_empty';
  const masters = hasTables ? await readMasters(client) : [];
  findings.push(...(await checkSecret(config, masters)));
  return findings;
}

async function describeServer(
  client: pg.Client,
  setting: DatabaseSetting,
  url: string,
): Promise<Finding> {
  const { rows } = await client.query<{ number: number; version: string; writable: boolean }>(
    `select current_setting('server_version_num')::integer as number, current_setting('server_version') as version,
      not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off' as writable`,
  );
  const { number = 0, version = '', writable = false } = rows[0] ?? {};
  const values = { version, setting, address: placeOf(url, '5432') };
  if (number < oldestVersion) return find('database', 'database_old', values);
  return find('database', writable ? 'database_answers' : 'database_read_only', values);
}

async function checkClock(client: pg.Client, now: () => number): Promise<Finding> {
  const beforeMs = now();
  const { rows } = await client.query<{ ms: number }>(
    'select (extract(epoch from clock_timestamp()) * 1000)::double precision as ms',
  );
  const ownMs = (beforeMs + now()) / 2;
  return compareClocks('the database', ownMs, rows[0]?.ms ?? 0);
}

/**
 * Returns what is to be said about migrations; null if all of this release are applied and no
 * other.
 */
async function checkMigrations(client: pg.Client): Promise<Finding | null> {
  const table = await client.query(
    `select from pg_class where oid = to_regclass('public.schema_migrations')`,
  );
  if (table.rowCount === 0) return find('database', 'database_empty');
  if (await isOfOtherSchema(client)) return find('database', 'database_other');
  const { rows } = await client.query<{ applied: number }>(
    'select count(*)::integer as applied from public.schema_migrations',
  );
  const missing = (await countMigrations()) - (rows[0]?.applied ?? 0);
  if (missing === 0) return null;
  return missing > 0
    ? find('database', 'migrations_pending', { count: missing })
    : find('database', 'database_newer');
}

/** The key under which tenants' keys are encrypted, with their number. */
interface Master {
  master: string;
  tenants: number;
}

/**
 * Reads them as the system's role, because row-level security shows a service one tenant at a time.
 */
async function readMasters(client: pg.Client): Promise<Master[]> {
  await client.query('begin read only');
  try {
    await client.query('set local role ecp_system');
    const { rows } = await client.query<Master>(
      'select master, count(*)::integer as tenants from platform.tenant_keys group by master',
    );
    return rows;
  } finally {
    await client.query('rollback');
  }
}

/** Compares the ids of the secrets with those that the data names. */
async function checkSecret(config: PlatformConfig, masters: readonly Master[]): Promise<Finding[]> {
  const hasData = masters.length > 0;
  const { secretKeys } = config;
  const fileFindings = secretKeys === undefined ? await checkKeyFile(config, hasData) : [];
  const secrets =
    secretKeys ??
    (await secretKeyFile.read(join(config.dataDir, secretKeyFile.name)).catch(() => undefined));
  if (secrets === undefined) return fileFindings;
  const { ids } = createKeyRing(secrets);
  const usable = new Set(ids.map((id) => `local:${id}`));
  const foreign = masters.filter(
    ({ master }) => master.startsWith('local:') && !usable.has(master),
  );
  const count = foreign.reduce((sum, { tenants }) => sum + tenants, 0);
  const verdict =
    count > 0
      ? find('secret key', 'secret_key_other', { count })
      : find('secret key', 'secret_key_usable');
  return [verdict, ...fileFindings];
}
