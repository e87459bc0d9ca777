import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { serviceRole } from '@ecp/database/embedded/connection-file';
import { openEmbeddedPostgres } from '@ecp/database/embedded/embedded-postgres';
import { renderEnding } from '@ecp/testing/render-ending';
import { type ProcessPlan, SupervisedProcess } from '@ecp/testing/supervised-process';
import { parse } from 'yaml';
import { startS3Server } from '../../apps/server/testing/servers/start-s3-server.ts';
import { query } from '../query.ts';
import { checkout, inherited, makeService } from '../services.ts';

interface StackOptions {
  /** Folder for data and logs. */
  folder: string;
  /** Chooses the local port of each address of the compose file. */
  nextPort(): number | Promise<number>;
  /**
   * Names of the platforms and engines that start; all unless given. nginx finds the others away.
   */
  services?: readonly string[];
}

/** The services of the compose file as processes of this machine. */
export interface Stack {
  baseUrl: string;
  /** Platforms, then engines. */
  services: SupervisedProcess[];
  postgres: PostgresPart;
  /** Runs a script as the given service of the compose file. Returns what it prints. */
  runScript(
    service: 'migrate' | 'backup',
    path: string,
    flags?: readonly string[],
  ): Promise<string>;
  /** Returns the ends of processes that nobody asked for, for people. */
  listEndings(): string[];
  close(): Promise<void>;
}

const fixedAddresses = ['pgbouncer:6432', 'redis:6379', 'nginx:8080', 'postgres:5432'];
/** A script that hangs is ended. The longest is the migration of a database with data. */
const scriptLimitMs = 600_000;

type Closers = (() => Promise<unknown>)[];

/**
 * Starts everything that the compose file names, in the order of its dependencies. Ends all of it
 * if a part fails.
 */
export async function startStack(options: StackOptions): Promise<Stack> {
  const closers: Closers = [];
  const close = async () => {
    for (const closeOne of closers.splice(0).reverse()) await closeOne();
  };
  try {
    return { ...(await startAll(options, closers)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function startAll(options: StackOptions, closers: Closers): Promise<Omit<Stack, 'close'>> {
  const { folder, services: names = serviceNames } = options;
  await mkdir(join(folder, 'logs'), { recursive: true });
  const settings = createSettings();
  const compose = await readComposeFile(settings);
  const s3 = await startS3Server();
  closers.push(() => s3.close());
  const ports = new Map([['s3:8333', s3.port]]);
  for (const address of [...fixedAddresses, ...serviceNames.map(addressOf)]) {
    ports.set(address, await options.nextPort());
  }
  const port = portOf(ports, 'postgres:5432');
  const postgres = await startPostgres({ service: compose['postgres'], folder, port, settings });
  closers.push(() => postgres.stop());
  const processes: SupervisedProcess[] = [];
  const startOne = async (one: SupervisedProcess) => {
    closers.push(() => one.stop());
    processes.push(one);
    await one.start();
    return one;
  };
  const logOf = (name: string) => join(folder, 'logs', `${name}.log`);
  const start: Start = (plan) =>
    startOne(new SupervisedProcess({ cwd: checkout, logPath: logOf(plan.name), ...plan }));
  await startRedis(compose['redis'], portOf(ports, 'redis:6379'), start);
  await startPgBouncer({ service: compose['pgbouncer'], folder, ports, settings }, start);
  const runScript = async (service: string, path: string, flags: readonly string[] = []) => {
    // The superuser of this Postgres has a password of its own.
    const env = {
      ...readEnvironment(compose[service], ports),
      DATABASE_ADMIN_URL: postgres.adminUrl,
    };
    return (
      await promisify(execFile)(process.execPath, [path, ...flags], {
        cwd: checkout,
        env,
        timeout: scriptLimitMs,
      })
    ).stdout;
  };
  await runScript('migrate', 'scripts/migrate.ts');
  // All start at once, as containers do after the migration. Those that started are closed when
  // another one fails.
  const limits = { RATE_LIMIT_API: '1000000', RATE_LIMIT_ENGINE: '1000000', LOG_LEVEL: 'warn' };
  const starts = names.map((name) => {
    const given = readEnvironment(compose[name], ports);
    return startOne(
      makeService({
        name,
        role: isPlatform(name) ? 'web' : 'worker',
        port: portOf(ports, addressOf(name)),
        environment: { ...given, ...limits, DATA_DIR: join(folder, name) },
        logPath: logOf(name),
        stopLimitMs: compose[name]?.stopLimitMs,
      }),
    );
  });
  await Promise.allSettled(starts);
  const services = await Promise.all(starts);
  await startNginx({ folder, ports }, start);
  return {
    baseUrl: `http://127.0.0.1:${portOf(ports, 'nginx:8080')}`,
    services,
    postgres,
    runScript,
    listEndings: () =>
      processes.flatMap(({ name, endings }) =>
        endings.map((end) => `${name} ended by itself: ${renderEnding(end)}`),
      ),
  };
}

function createSettings(): Record<string, string> {
  const secret = () => randomBytes(24).toString('base64url');
  const secrets = [
    'POSTGRES_PASSWORD',
    'DATABASE_OWNER_PASSWORD',
    'DATABASE_PASSWORD',
    'SECRET_KEY',
  ];
  const s3 = { S3_ACCESS_KEY_ID: 'S3RVER', S3_SECRET_ACCESS_KEY: 'S3RVER' };
  return {
    BASE_URL: 'http://localhost:8080',
    ...s3,
    ...Object.fromEntries(secrets.map((name) => [name, secret()])),
  };
}

/** Starts a process of the stack. */
type Start = (
  plan: Omit<ProcessPlan, 'logPath' | 'cwd'> & Partial<ProcessPlan>,
) => Promise<SupervisedProcess>;

/** The files and ports of a stack. */
interface StackPlace {
  folder: string;
  ports: Ports;
}

/** Starts Redis with the flags of the compose file. */
function startRedis(
  service: ComposeService | undefined,
  port: number,
  start: Start,
): Promise<SupervisedProcess> {
  const [program = 'redis-server', ...flags] = service?.command ?? [];
  return start({
    name: 'redis',
    command: [program, ...flags, '--port', String(port), '--bind', '127.0.0.1'],
    environment: inherited,
    isReady: () => accepts(port),
  });
}

interface PgBouncerPlace extends StackPlace {
  service: ComposeService | undefined;
  settings: Record<string, string>;
}

/** Starts PgBouncer with the settings of deploy/pgbouncer. */
async function startPgBouncer(place: PgBouncerPlace, start: Start): Promise<SupervisedProcess> {
  const { service, folder, ports, settings } = place;
  const users = join(folder, 'userlist.txt');
  await writeFile(users, `"ecp_service" "${settings['DATABASE_PASSWORD']}"\n`, { mode: 0o644 });
  const port = portOf(ports, 'pgbouncer:6432');
  const text = localise(await readFile(deployFile('pgbouncer/pgbouncer.ini'), 'utf8'), ports)
    .replace(/^listen_addr = .*$/m, 'listen_addr = 127.0.0.1')
    .replace(/^listen_port = .*$/m, `listen_port = ${port}`)
    .replace(/^auth_file = .*$/m, `auth_file = ${users}`);
  const config = join(folder, 'pgbouncer.ini');
  await writeFile(config, text);
  const asOther = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  return start({
    name: 'pgbouncer',
    command: ['pgbouncer', ...asOther, config],
    environment: inherited,
    stopLimitMs: service?.stopLimitMs,
    isReady: () => accepts(port),
  });
}

/** Starts nginx with the settings of deploy/nginx. */
async function startNginx({ folder, ports }: StackPlace, start: Start): Promise<SupervisedProcess> {
  const config = join(folder, 'nginx.conf');
  const text = localise(await readFile(deployFile('nginx/nginx.conf'), 'utf8'), ports, 'nginx');
  await writeFile(config, text.replaceAll('/tmp/', `${folder}/`));
  return start({
    name: 'nginx',
    command: ['nginx', '-c', config, '-p', folder, '-g', 'daemon off;'],
    environment: inherited,
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

/** A Postgres with the roles of deploy/postgres/roles.sql. */
interface PostgresPart {
  stop(): Promise<unknown>;
  /** The superuser's address of the database `app`. */
  adminUrl: string;
  /**
   * Drops the database `app`, with all connections to it, and makes an empty one with its roles.
   */
  replaceDatabase(): Promise<void>;
}

interface PostgresOptions {
  service: ComposeService | undefined;
  folder: string;
  port: number;
  /** Passwords of the compose file by the names of its settings. */
  settings: Record<string, string>;
}

const log = (line: string) => console.log(`  postgres: ${line}`);

/**
 * Starts Postgres on `port` with the flags of the compose file.
 */
async function startPostgres({
  service,
  folder,
  port,
  settings,
}: PostgresOptions): Promise<PostgresPart> {
  const flags = readFlags(service?.command ?? []);
  const dataDir = join(folder, 'data');
  const { url, close } = await openEmbeddedPostgres({ dataDir, settings: flags, port, log });
  const roles = await readRoles(settings);
  // The compose file's own role of this name has another password.
  await query(url, `drop role ${serviceRole};\n${roles}`);
  const prepared = roles.split(';').filter((line) => line.includes(' database app '));
  return {
    adminUrl: url,
    stop: close,
    async replaceDatabase() {
      const elsewhere = url.replace(/app$/, 'postgres');
      await query(elsewhere, 'drop database app with (force)');
      await query(elsewhere, 'create database app');
      await query(url, prepared.join(';'));
    },
  };
}

/** Reads deploy/postgres/roles.sql as psql does: variables stand for passwords. */
async function readRoles(settings: Record<string, string>): Promise<string> {
  const passwords = {
    owner_password: settings['DATABASE_OWNER_PASSWORD'],
    service_password: settings['DATABASE_PASSWORD'],
  };
  return (await readFile(deployFile('postgres/roles.sql'), 'utf8'))
    .replaceAll(/^\\.*$/gm, '')
    .replaceAll(/:'(\w+)'/g, (_, name: keyof typeof passwords) => `'${passwords[name]}'`);
}

/** Reads the settings of `postgres -c name=value -c name=value`. */
const readFlags = (command: readonly string[]): Record<string, string> =>
  Object.fromEntries(command.filter((word) => word.includes('=')).map((word) => word.split('=')));

/** The platforms and engines of the compose file. */
const serviceNames = ['platform', 'engine'].flatMap((kind) =>
  [1, 2, 3].map((number) => `${kind}-${number}`),
);

/** Returns whether a service of these names is a platform. The others are engines. */
const isPlatform = (name: string): boolean => name.startsWith('platform');

/** Returns the address of a platform or engine among the containers. */
const addressOf = (name: string): string => `${name}:${isPlatform(name) ? 3000 : 3001}`;

/** Returns the local port that stands for an address among the containers. */
const portOf = (ports: Ports, address: string): number => ports.get(address) ?? 0;

/** Returns the environment that the compose file gives a service, with local addresses. */
function readEnvironment(
  service: ComposeService | undefined,
  ports: Ports,
): Record<string, string> {
  const settings = Object.entries(service?.environment ?? {});
  return {
    ...inherited,
    ...Object.fromEntries(settings.map(([key, value]) => [key, localise(value, ports)])),
  };
}

const file = new URL('../../deploy/compose.yaml', import.meta.url);

/** A service of the compose file, with the settings of the environment filled in. */
interface ComposeService {
  environment: Record<string, string>;
  command: string[];
  /** The time after which a stop ends by a kill. */
  stopLimitMs: number;
}

/** Path of a file in the folder deploy. */
const deployFile = (path: string): string => fileURLToPath(new URL(path, file));

/**
 * Reads the services of deploy/compose.yaml. `settings` stand for those of deploy/.env: a variable
 * that the file requires and that is missing here is an error, as with Docker.
 */
async function readComposeFile(
  settings: Record<string, string>,
): Promise<Record<string, ComposeService>> {
  const filled = (await readFile(file, 'utf8')).replaceAll(
    /\$\{(\w+)(:\?|:-[^}]*)\}/g,
    (_, name, rule) => {
      const value = settings[name] ?? (rule.startsWith(':-') ? rule.slice(2) : undefined);
      if (value === undefined) throw new Error(`The compose file requires ${name}`);
      return value;
    },
  );
  const { services } = parse(filled, { merge: true }) as {
    services: Record<string, WrittenService>;
  };
  return Object.fromEntries(
    Object.entries(services).map(([name, { environment = {}, command = [], ...stop }]) => {
      // One without a value has that of deploy/.env, and is unset if that has none.
      const values = Object.entries(environment).map(
        ([key, value]) => [key, value ?? settings[key]] as const,
      );
      const given = values
        .filter(([, value]) => value !== undefined)
        .map(([key, value]) => [key, String(value)]);
      const stopLimitMs = Number.parseInt(stop.stop_grace_period ?? '10s', 10) * 1_000;
      return [name, { environment: Object.fromEntries(given), command, stopLimitMs }];
    }),
  );
}

interface WrittenService {
  environment?: Record<string, string | number | boolean | null>;
  command?: string[];
  /** In seconds: `45s`. */
  stop_grace_period?: string;
}

/**
 * Addresses of the network of containers and the local ones that stand for them: `platform-1:3000`
 * and its port.
 */
type Ports = ReadonlyMap<string, number>;

/**
 * Replaces the addresses of a text by local ones. Those of `own` may also be written as 0.0.0.0.
 */
function localise(text: string, ports: Ports, own?: string): string {
  return [...ports].reduce((changed, [address, port]) => {
    const [host = '', number = ''] = address.split(':');
    const named = changed
      .replaceAll(address, `127.0.0.1:${port}`)
      .replaceAll(`host=${host} port=${number}`, `host=127.0.0.1 port=${port}`);
    return host === own ? named.replaceAll(`0.0.0.0:${number}`, `127.0.0.1:${port}`) : named;
  }, text);
}
