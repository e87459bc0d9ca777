import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { pollUntil } from '@ecp/testing/poll-until';
import { renderEnding } from '@ecp/testing/render-ending';
import { type ProcessPlan, SupervisedProcess } from '@ecp/testing/supervised-process';
import { readComposeFile } from './compose-file.ts';
import {
  addressOf,
  checkout,
  type Pooling,
  planService,
  portOf,
  readEnvironment,
  serviceNames,
} from './service-plans.ts';
import { type StackPart, type Start, startNginx, startPgBouncer, startRedis, startS3 } from './start-parts.ts';
import { type PostgresPart, startPostgres } from './start-postgres.ts';

export interface StackOptions {
  /** Folder for data and logs. */
  folder: string;
  /** Chooses the local port of each address of the compose file. */
  nextPort(): number | Promise<number>;
  pooling: Pooling;
  /** Folder of the release that starts first. */
  release: string;
  /** Names of the platforms and engines that start; all unless given. nginx finds the others away. */
  services?: readonly string[];
}

/** The services of the compose file as processes of this machine. */
export interface Stack {
  baseUrl: string;
  /** Platforms, then engines. */
  services: SupervisedProcess[];
  /** The parts that all of them use: nginx, redis, s3, pgbouncer (unless they reach Postgres directly), postgres. */
  parts: StackPart[];
  postgres: PostgresPart;
  /** Runs a script of this release as the given service of the compose file. Returns what it prints. */
  runScript(service: 'migrate' | 'backup', path: string, flags?: readonly string[]): Promise<string>;
  /** Returns the plan by which the present release runs as this service. */
  presentPlan(name: string): ProcessPlan;
  /** Returns the signal by which the compose file stops a service. */
  stopSignal(name: string): NodeJS.Signals;
  /** Returns the ends of processes that nobody asked for, for people. */
  listEndings(): string[];
  /** Waits until each platform and engine says that it is ready. */
  waitUntilReady(): Promise<void>;
  close(): Promise<void>;
}

const fixedAddresses = ['pgbouncer:6432', 'redis:6379', 'nginx:8080', 'nginx:3001', 'nginx:3002', 'postgres:5432'];
const readyLimitMs = 120_000;
/** A script that hangs is ended. The longest is the migration of a database with data. */
const scriptLimitMs = 600_000;

type Closers = (() => Promise<unknown>)[];

/** Starts everything that the compose file names, in the order of its dependencies. Ends all of it if a part fails. */
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
  const { folder, pooling, release, services: names = serviceNames } = options;
  await mkdir(join(folder, 'logs'), { recursive: true });
  const settings = createSettings();
  const compose = await readComposeFile(settings);
  const s3 = await startS3();
  closers.push(() => s3.close());
  const ports = new Map([['s3:8333', s3.port]]);
  for (const address of [...fixedAddresses, ...serviceNames.map(addressOf)]) {
    ports.set(address, await options.nextPort());
  }
  const port = portOf(ports, 'postgres:5432');
  const postgres = await startPostgres({ service: compose['postgres'], folder, port, settings });
  closers.push(() => postgres.stop('SIGTERM'));
  const processes: SupervisedProcess[] = [];
  const start: Start = async (plan) => {
    const one = new SupervisedProcess({ cwd: checkout, logPath: join(folder, 'logs', `${plan.name}.log`), ...plan });
    closers.push(() => one.stop());
    processes.push(one);
    await one.start();
    return one;
  };
  const redis = await startRedis(compose['redis'], portOf(ports, 'redis:6379'), start);
  const pooler = { service: compose['pgbouncer'], folder, ports, pooling, settings };
  const poolers = pooling === 'direct' ? [] : [await startPgBouncer(pooler, start)];
  const runIn = async (cwd: string, service: string, path: string, flags: readonly string[] = []) => {
    // The superuser of this Postgres has a password of its own.
    const env = { ...readEnvironment(compose[service], ports), DATABASE_ADMIN_URL: postgres.adminUrl };
    return (await promisify(execFile)(process.execPath, [path, ...flags], { cwd, env, timeout: scriptLimitMs })).stdout;
  };
  const planOf = (name: string, from: string) =>
    planService({ name, service: compose[name], ports, folder, pooling, release: from });
  await runIn(release, 'migrate', 'scripts/migrate.ts');
  // All start at once, as containers do after the migration. Those that started are closed when another one fails.
  const plans = names.map((name) => planOf(name, release));
  const starts = plans.map(start);
  await Promise.allSettled(starts);
  const services = await Promise.all(starts);
  const nginx = await startNginx({ folder, ports }, start);
  return {
    baseUrl: `http://127.0.0.1:${portOf(ports, 'nginx:8080')}`,
    services,
    parts: [nginx, redis, s3, ...poolers, postgres],
    postgres,
    runScript: (service, path, flags) => runIn(checkout, service, path, flags),
    presentPlan: (name) => planOf(name, checkout),
    stopSignal: (name) => compose[name]?.stopSignal ?? 'SIGTERM',
    listEndings: () =>
      processes.flatMap(({ name, endings }) => endings.map((end) => `${name} ended by itself: ${renderEnding(end)}`)),
    async waitUntilReady() {
      for (const { isReady } of plans) await pollUntil(isReady, (ready) => ready, readyLimitMs);
    },
  };
}

function createSettings(): Record<string, string> {
  const secret = () => randomBytes(24).toString('base64url');
  const secrets = ['POSTGRES_PASSWORD', 'DATABASE_OWNER_PASSWORD', 'DATABASE_PASSWORD', 'ENGINE_TOKEN', 'SECRET_KEY'];
  const s3 = { S3_ACCESS_KEY_ID: 'S3RVER', S3_SECRET_ACCESS_KEY: 'S3RVER' };
  return { BASE_URL: 'http://localhost:8080', ...s3, ...Object.fromEntries(secrets.map((name) => [name, secret()])) };
}
