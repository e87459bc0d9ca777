import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { openEmbeddedPostgres } from '@ecp/database/embedded/open-embedded-postgres';
import { type ProcessPlan, SupervisedProcess } from '@ecp/testing/supervised-process';
import pg from 'pg';
import { startS3Server } from '../../../apps/platform/testing/servers/start-s3-server.ts';
import { type ComposeService, deployFile, localise, type Ports, readComposeFile } from './compose-file.ts';
import {
  addressOf,
  checkout,
  inherited,
  type Pooling,
  planService,
  readEnvironment,
  serviceNames,
} from './service-plans.ts';

export interface StackOptions {
  /** Folder for data and logs. */
  folder: string;
  firstPort: number;
  pooling: Pooling;
  /** Folder of the release that starts first. */
  release: string;
  /** Whether that release has the command that migrates, and so needs no rights of the owner when it starts. */
  migrates: boolean;
}

/** The services of the compose file as processes of this machine. */
export interface Stack {
  baseUrl: string;
  /** Platforms, then engines. */
  services: SupervisedProcess[];
  /** The superuser's address of the database. */
  adminUrl: string;
  /** Migrates to the schema of the present release, as the service `migrate` does. */
  migrate(): void;
  /** Returns the plan by which the present release runs as this service. */
  presentPlan(name: string): ProcessPlan;
  close(): Promise<void>;
}

const fixedAddresses = ['pgbouncer:6432', 'redis:6379', 'nginx:8080', 'nginx:3001', 'nginx:3002'];

type Closers = (() => Promise<unknown>)[];

/** Starts everything that the compose file names, in the order of its dependencies. Ends all of it if a part fails. */
export async function startStack(options: StackOptions): Promise<Stack> {
  const closers: Closers = [];
  const close = async () => {
    for (const closeOne of closers.splice(0).reverse()) await closeOne();
  };
  try {
    return { ...(await startParts(options, closers)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function startParts(options: StackOptions, closers: Closers): Promise<Omit<Stack, 'close'>> {
  const { folder, pooling } = options;
  await mkdir(join(folder, 'logs'), { recursive: true });
  await chmod(folder, 0o755);
  const settings = createSettings();
  const compose = await readComposeFile(settings);
  const postgres = await openEmbeddedPostgres({
    dataDir: join(folder, 'data'),
    log: console.log,
    settings: { max_connections: '600' },
  });
  closers.push(() => postgres.close());
  const s3 = await startS3Server();
  closers.push(() => s3.close());
  const ports: Ports = new Map([
    ['postgres:5432', Number(new URL(postgres.url).port)],
    ['s3:8333', s3.port],
    ...[...fixedAddresses, ...serviceNames.map(addressOf)].map((address, index): [string, number] => {
      return [address, options.firstPort + index];
    }),
  ]);
  await createRoles(postgres.url, settings);
  const start: Start = async (plan) => {
    const one = new SupervisedProcess({ cwd: checkout, logPath: join(folder, 'logs', `${plan.name}.log`), ...plan });
    closers.push(() => one.stop());
    await one.start();
    return one;
  };
  await startRedis(compose['redis'], portOf(ports, 'redis:6379'), start);
  if (pooling !== 'direct') await startPgBouncer({ folder, ports, pooling, settings }, start);
  const env = readEnvironment(compose['migrate'], ports);
  const migrate = () => void execFileSync(process.execPath, ['scripts/migrate.ts'], { cwd: checkout, env });
  if (options.migrates) migrate();
  // An older release migrates at its start, as the owner.
  const owner = options.migrates ? {} : { DATABASE_OWNER_URL: env['DATABASE_OWNER_URL'] ?? '' };
  const planOf = (name: string, release: string) =>
    planService({ name, service: compose[name], ports, folder, pooling, release });
  // All start at once on an empty database, as containers do.
  const plans = serviceNames.map((name) => planOf(name, options.release));
  const starts = plans.map((plan) => start({ ...plan, environment: { ...plan.environment, ...owner } }));
  // Those that have started are closed when another one fails.
  await Promise.allSettled(starts);
  const services = await Promise.all(starts);
  await startNginx({ folder, ports }, start);
  const baseUrl = `http://127.0.0.1:${portOf(ports, 'nginx:8080')}`;
  const presentPlan = (name: string) => planOf(name, checkout);
  return { baseUrl, services, adminUrl: postgres.url, migrate, presentPlan };
}

const portOf = (ports: Ports, address: string): number => ports.get(address) ?? 0;

type Start = (plan: Omit<ProcessPlan, 'logPath' | 'cwd'> & Partial<ProcessPlan>) => Promise<SupervisedProcess>;

function createSettings(): Record<string, string> {
  const secret = () => randomBytes(24).toString('base64url');
  const secrets = ['POSTGRES_PASSWORD', 'DATABASE_OWNER_PASSWORD', 'DATABASE_PASSWORD', 'ENGINE_TOKEN', 'SECRET_KEY'];
  const s3 = { S3_ACCESS_KEY_ID: 'S3RVER', S3_SECRET_ACCESS_KEY: 'S3RVER' };
  return { BASE_URL: 'http://localhost:8080', ...s3, ...Object.fromEntries(secrets.map((name) => [name, secret()])) };
}

/** Runs deploy/postgres/roles.sql as psql does: variables stand for passwords. */
async function createRoles(adminUrl: string, settings: Record<string, string>): Promise<void> {
  const passwords = {
    owner_password: settings['DATABASE_OWNER_PASSWORD'],
    service_password: settings['DATABASE_PASSWORD'],
  };
  const text = (await readFile(deployFile('postgres/roles.sql'), 'utf8'))
    .replaceAll(/^\\.*$/gm, '')
    .replaceAll(/:'(\w+)'/g, (_, name: keyof typeof passwords) => `'${passwords[name]}'`);
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  // The embedded server has made the role of services already.
  await client.query('drop role if exists ecp_service');
  await client.query(text);
  await client.end();
}

async function startRedis(service: ComposeService | undefined, port: number, start: Start): Promise<void> {
  const [program = 'redis-server', ...flags] = service?.command ?? [];
  await start({
    name: 'redis',
    command: [program, ...flags, '--port', String(port), '--bind', '127.0.0.1'],
    environment: inherited(),
    isReady: () => accepts(port),
  });
}

interface PgBouncerPlace {
  folder: string;
  ports: Ports;
  pooling: Pooling;
  settings: Record<string, string>;
}

/**
 * In session mode each connection of a service holds one of Postgres, so this needs more than the compose file has.
 * Before 1.21 PgBouncer keeps no prepared statements in transaction mode and does not know their setting.
 */
async function startPgBouncer({ folder, ports, pooling, settings }: PgBouncerPlace, start: Start): Promise<void> {
  const [, minor = 0] = /PgBouncer 1\.(\d+)/.exec(execFileSync('pgbouncer', ['--version'], { encoding: 'utf8' })) ?? [];
  if (pooling === 'transaction' && Number(minor) < 21) {
    console.log(`PgBouncer 1.${minor} keeps no prepared statements in transaction mode; 1.21 does`);
  }
  const users = join(folder, 'userlist.txt');
  await writeFile(users, `"ecp_service" "${settings['DATABASE_PASSWORD']}"\n`, { mode: 0o644 });
  const port = portOf(ports, 'pgbouncer:6432');
  const text = localise(await readFile(deployFile('pgbouncer/pgbouncer.ini'), 'utf8'), ports)
    .replace(/^listen_addr = .*$/m, 'listen_addr = 127.0.0.1')
    .replace(/^listen_port = .*$/m, `listen_port = ${port}`)
    .replace(/^auth_file = .*$/m, `auth_file = ${users}`)
    .replace(/^pool_mode = .*$/m, `pool_mode = ${pooling}`)
    .replace(/^default_pool_size = .*$/m, `default_pool_size = ${pooling === 'session' ? 500 : 80}`)
    .replace(/^max_prepared_statements = .*$/m, Number(minor) < 21 ? '' : '$&');
  const config = join(folder, 'pgbouncer.ini');
  await writeFile(config, text);
  const asOther = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  await start({
    name: 'pgbouncer',
    command: ['pgbouncer', ...asOther, config],
    environment: inherited(),
    isReady: () => accepts(port),
  });
}

async function startNginx({ folder, ports }: { folder: string; ports: Ports }, start: Start): Promise<void> {
  const config = join(folder, 'nginx.conf');
  const text = localise(await readFile(deployFile('nginx/nginx.conf'), 'utf8'), ports, 'nginx');
  await writeFile(config, text.replaceAll('/tmp/', `${folder}/`));
  await start({
    name: 'nginx',
    command: ['nginx', '-c', config, '-p', folder, '-g', 'daemon off;'],
    environment: inherited(),
    isReady: () => accepts(portOf(ports, 'nginx:8080')),
  });
}

function accepts(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect(port, '127.0.0.1')
    .once('connect', () => resolve(true))
    .once('error', () => resolve(false));
  return promise.finally(() => socket.destroy());
}
