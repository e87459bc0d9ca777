import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { serviceRole } from '@ecp/database/embedded/connection-file';
import { openEmbeddedPostgres } from '@ecp/database/embedded/embedded-postgres';
import { chooseTestPort } from '@ecp/testing/choose-test-port';
import { thriftyOptions } from '@ecp/testing/server-programs';
import { SupervisedProcess } from '@ecp/testing/supervised-process';
import { parse } from 'yaml';
import { startS3Server } from '../../apps/server/testing/servers/start-s3-server.ts';
import { query } from '../../ops/query.ts';
import { inherited, makeService } from '../../ops/services.ts';
import { root } from './product.ts';

/** Services of the compose file as processes of this machine, with its settings. */
export interface ComposeStack {
  /** Address of nginx. */
  baseUrl: string;
  platforms: SupervisedProcess[];
  close(): Promise<void>;
}

/** The services that start. nginx finds the others away. */
const started = ['platform-1', 'platform-2', 'engine-1'];
/** The addresses of the services in the compose file and in the other files of deploy. */
const addresses = [
  'postgres:5432',
  'pgbouncer:6432',
  'redis:6379',
  'nginx:8080',
  'platform-1:3000',
  'platform-2:3000',
  'platform-3:3000',
  'engine-1:3001',
];

/** Local ports by these addresses. */
type Ports = ReadonlyMap<string, number>;

interface Place {
  folder: string;
  ports: Ports;
  services: Record<string, ComposeService>;
  closers: AsyncDisposableStack;
}

/** Starts the services in the order of their dependencies. Ends them all if one fails. */
export async function startComposeStack(folder: string): Promise<ComposeStack> {
  const closers = new AsyncDisposableStack();
  try {
    return await startAll(folder, closers);
  } catch (error) {
    await closers.disposeAsync();
    throw error;
  }
}

async function startAll(folder: string, closers: AsyncDisposableStack): Promise<ComposeStack> {
  const s3 = await startS3Server();
  closers.defer(() => s3.close());
  const ports = new Map([['s3:8333', s3.port]]);
  for (const address of addresses) ports.set(address, await chooseTestPort());
  const settings = createSettings();
  const services = await readComposeFile(settings, ports);
  const place: Place = { folder, ports, services, closers };
  const adminUrl = await startPostgres(place, settings);
  const [program = '', ...flags] = services['redis']?.command ?? [];
  const redisPort = String(portOf(ports, 'redis:6379'));
  await startHelper(place, 'redis:6379', [program, ...flags, '--port', redisPort]);
  await startPgBouncer(place, settings);
  // The superuser of this Postgres has a password of its own.
  const environment = { ...services['migrate']?.environment, DATABASE_ADMIN_URL: adminUrl };
  await promisify(execFile)(process.execPath, ['scripts/migrate.ts'], {
    cwd: root,
    env: { ...inherited, ...environment },
  });
  const processes = started.map((name) => makeProcess(place, name));
  for (const service of processes) closers.defer(async () => void (await service.stop()));
  await Promise.all(processes.map((service) => service.start()));
  await startNginx(place);
  return {
    baseUrl: `http://127.0.0.1:${portOf(ports, 'nginx:8080')}`,
    platforms: processes.filter(({ name }) => name.startsWith('platform')),
    close: () => closers.disposeAsync(),
  };
}

/** Makes what deploy/.env must have. */
function createSettings(): Record<string, string> {
  const secrets = [
    'POSTGRES_PASSWORD',
    'DATABASE_OWNER_PASSWORD',
    'DATABASE_PASSWORD',
    'SECRET_KEY',
  ].map((name) => [name, randomBytes(24).toString('base64url')]);
  return {
    BASE_URL: 'http://localhost:8080',
    S3_ACCESS_KEY_ID: 'S3RVER',
    S3_SECRET_ACCESS_KEY: 'S3RVER',
    ...Object.fromEntries(secrets),
  };
}

/** Makes the process of a platform or engine. All start at once, as containers do. */
function makeProcess({ folder, ports, services }: Place, name: string): SupervisedProcess {
  const isPlatform = name.startsWith('platform');
  const limits = { RATE_LIMIT_API: '1000000', RATE_LIMIT_ENGINE: '1000000', LOG_LEVEL: 'warn' };
  const dataDir = join(folder, name);
  return makeService({
    name,
    role: isPlatform ? 'web' : 'worker',
    port: portOf(ports, `${name}:${isPlatform ? 3000 : 3001}`),
    environment: { ...services[name]?.environment, ...limits, DATA_DIR: dataDir },
    logPath: join(folder, `${name}.log`),
    stopLimitMs: services[name]?.stopLimitMs,
    nodeOptions: thriftyOptions,
  });
}

/**
 * Starts Postgres with the flags of the compose file and the roles of deploy/postgres. Returns its
 * superuser's address.
 */
async function startPostgres(
  { folder, ports, services, closers }: Place,
  passwords: Record<string, string>,
): Promise<string> {
  const flags = services['postgres']?.command.filter((word) => word.includes('=')) ?? [];
  const settings = Object.fromEntries(flags.map((flag) => flag.split('=')));
  const dataDir = join(folder, 'data');
  const port = portOf(ports, 'postgres:5432');
  const postgres = await openEmbeddedPostgres({ dataDir, settings, port, log: console.log });
  closers.defer(async () => void (await postgres.close()));
  // psql reads them so: variables stand for passwords.
  const roles = (await readDeployed('postgres/roles.sql'))
    .replaceAll(/^\\.*$/gm, '')
    .replace(":'owner_password'", `'${passwords['DATABASE_OWNER_PASSWORD']}'`)
    .replace(":'service_password'", `'${passwords['DATABASE_PASSWORD']}'`);
  // The compose file's own role of this name has another password.
  await query(postgres.url, `drop role ${serviceRole};\n${roles}`);
  return postgres.url;
}

/** Starts a program that is not of the product. */
async function startHelper(
  { folder, ports, services, closers }: Place,
  address: string,
  command: readonly string[],
): Promise<void> {
  const [name = ''] = address.split(':');
  const [program = '', ...flags] = command;
  const helper = new SupervisedProcess({
    name,
    command: [program, ...flags],
    cwd: folder,
    environment: inherited,
    logPath: join(folder, `${name}.log`),
    stopLimitMs: services[name]?.stopLimitMs,
    isReady: () => accepts(portOf(ports, address)),
  });
  closers.defer(async () => void (await helper.stop()));
  await helper.start();
}

function accepts(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect(port, '127.0.0.1')
    .once('connect', () => resolve(true))
    .once('error', () => resolve(false));
  return promise.finally(() => socket.destroy());
}

/** Starts PgBouncer with the settings of deploy/pgbouncer. */
async function startPgBouncer(place: Place, settings: Record<string, string>): Promise<void> {
  const { folder, ports } = place;
  const users = join(folder, 'userlist.txt');
  await writeFile(users, `"ecp_service" "${settings['DATABASE_PASSWORD']}"\n`, { mode: 0o644 });
  const text = localise(await readDeployed('pgbouncer/pgbouncer.ini'), ports)
    .replace(/^listen_addr = .*$/m, 'listen_addr = 127.0.0.1')
    .replace(/^listen_port = .*$/m, `listen_port = ${portOf(ports, 'pgbouncer:6432')}`)
    .replace(/^auth_file = .*$/m, `auth_file = ${users}`);
  const config = join(folder, 'pgbouncer.ini');
  await writeFile(config, text);
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  await startHelper(place, 'pgbouncer:6432', ['pgbouncer', ...user, config]);
}

/** Starts nginx with the settings of deploy/nginx. */
async function startNginx(place: Place): Promise<void> {
  const { folder, ports } = place;
  const config = join(folder, 'nginx.conf');
  const text = localise(await readDeployed('nginx/nginx.conf'), ports)
    .replaceAll('0.0.0.0:8080', `127.0.0.1:${portOf(ports, 'nginx:8080')}`)
    .replaceAll('/tmp/', `${folder}/`);
  await writeFile(config, text);
  const command = ['nginx', '-c', config, '-p', folder, '-g', 'daemon off;'];
  await startHelper(place, 'nginx:8080', command);
}

const portOf = (ports: Ports, address: string): number => ports.get(address) ?? 0;

const readDeployed = (path: string) => readFile(join(root, 'deploy', path), 'utf8');

/** A service of the compose file, with settings filled in and local addresses. */
interface ComposeService {
  environment: Record<string, string>;
  command: string[];
  /** The time after which a stop ends by a kill. */
  stopLimitMs: number;
}

interface WrittenService {
  environment?: Record<string, string | number | boolean | null>;
  command?: string[];
  /** In seconds: `45s`. */
  stop_grace_period?: string;
}

/**
 * Reads the services of deploy/compose.yaml. `settings` stand for those of deploy/.env: a variable
 * that the file requires and that is missing here is an error, as with Docker.
 */
async function readComposeFile(
  settings: Record<string, string>,
  ports: Ports,
): Promise<Record<string, ComposeService>> {
  const text = (await readDeployed('compose.yaml')).replaceAll(
    /\$\{(\w+)(:\?|:-[^}]*)\}/g,
    (_, name: string, rule: string) => {
      const value = settings[name] ?? (rule.startsWith(':-') ? rule.slice(2) : undefined);
      if (value === undefined) throw new Error(`The compose file requires ${name}`);
      return value;
    },
  );
  const file = parse(text, { merge: true }) as { services: Record<string, WrittenService> };
  const services: Record<string, ComposeService> = {};
  for (const [name, { environment = {}, command = [], ...stop }] of Object.entries(file.services)) {
    const values: Record<string, string> = {};
    for (const [key, written] of Object.entries(environment)) {
      // One without a value has that of deploy/.env, and is unset if that has none.
      const value = written ?? settings[key];
      if (value !== undefined) values[key] = localise(String(value), ports);
    }
    const stopLimitMs = Number.parseInt(stop.stop_grace_period ?? '10s', 10) * 1_000;
    services[name] = { environment: values, command, stopLimitMs };
  }
  return services;
}

/** Replaces the addresses of the network of containers in a text by local ones. */
function localise(text: string, ports: Ports): string {
  let changed = text;
  for (const [address, port] of ports) {
    const [host = '', number = ''] = address.split(':');
    changed = changed
      .replaceAll(address, `127.0.0.1:${port}`)
      .replaceAll(`host=${host} port=${number}`, `host=127.0.0.1 port=${port}`);
  }
  return changed;
}
