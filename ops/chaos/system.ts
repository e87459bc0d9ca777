import { randomBytes } from 'node:crypto';
import { chmod, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { choosePort } from '@ecp/database/choose-port';
import { migrate } from '@ecp/database/migrate';
import { type FakeLlmServer, startFakeLlmServer } from '@ecp/testing/fake-llm/fake-llm-server';
import { type FaultProxy, startFaultProxy, throughProxy } from '@ecp/testing/fault-proxy';
import type { SupervisedProcess } from '@ecp/testing/supervised-process';
import { type RedisServer, startRedis } from '../../apps/server/testing/servers/start-redis.ts';
import { type S3Server, startS3Server } from '../../apps/server/testing/servers/start-s3-server.ts';
import { makeService } from '../services.ts';
import { type ChaosPostgres, openChaosPostgres } from './chaos-postgres.ts';
import { startReceiver, type WebhookReceiver } from './webhook-receiver.ts';

export interface SystemOptions {
  platforms: number;
  engines: number;
  /** Time that each model call takes, in milliseconds. */
  modelMs: number;
}

/** A connection between two processes that can be disturbed. */
export interface NamedLink {
  target: Target & { kind: 'link' };
  /**
   * The proxy may answer in the place of the service. Between clients and platforms it does not:
   * each refusal that a client sees is to be the product's own.
   */
  http: boolean;
  proxy: FaultProxy;
}

/** Several platforms and engines with everything that they use, each connection through a proxy. */
export interface ChaosSystem extends Surroundings {
  platforms: SupervisedProcess[];
  engines: SupervisedProcess[];
  /** Addresses of the platforms for clients. */
  baseUrls: string[];
  /** Address of the receiver for the platforms. */
  webhookUrl: string;
  links: NamedLink[];
  /** Moves the logs to a folder that stays, and returns it. */
  keepLogs(): Promise<string>;
  /** Ends all services. Returns those that did not end by themselves. */
  closeServices(): Promise<string[]>;
  /** Closes what is still open, and removes all files. */
  close(): Promise<void>;
}

/** The parts that the services of one system share. */
interface Shared {
  around: Surroundings;
  /** Opens a connection through a proxy and returns its port. */
  link(from: string, to: string, http: boolean, ports: () => readonly number[]): Promise<number>;
  environment: Record<string, string>;
}

/** Starts everything and waits until each service works. */
export async function openSystem(options: SystemOptions): Promise<ChaosSystem> {
  const closers: Closers = [];
  try {
    return await open(options, closers);
  } catch (error) {
    await closeAll(closers);
    throw error;
  }
}

async function open(
  { platforms, engines, modelMs }: SystemOptions,
  closers: Closers,
): Promise<ChaosSystem> {
  const around = await openSurroundings(modelMs, closers);
  const links: NamedLink[] = [];
  const shared: Shared = {
    around,
    async link(from, to, http, ports) {
      const proxy = await startFaultProxy(() =>
        ports().map((port) => ({ host: '127.0.0.1', port })),
      );
      closers.push(() => proxy.close());
      links.push({ target: { kind: 'link', from, to }, http, proxy });
      return proxy.port;
    },
    environment: {
      LOG_LEVEL: 'info',
      SECRET_KEY: randomBytes(32).toString('hex'),
      OUTBOUND_ALLOWED_HOSTS: '127.0.0.1',
      TMPDIR: around.temporary,
    },
  };
  const enginePorts = await choosePorts(engines);
  const platformPorts = await choosePorts(platforms);
  const processes = {
    engines: await Promise.all(
      enginePorts.map((port, place) => makeEngine(shared, `engine-${place + 1}`, port)),
    ),
    platforms: await makePlatforms(shared, platformPorts),
  };
  const services = [...processes.engines, ...processes.platforms];
  const closeServices = async () => {
    const ends = await Promise.all(
      services.map(async (one) => ((await one.stop()) ? [] : [one.name])),
    );
    return ends.flat();
  };
  closers.push(closeServices);
  await Promise.all(services.map((service) => service.start()));
  const keepLogs = async () => {
    const kept = await mkdtemp(join(tmpdir(), 'chaos-logs-'));
    await cp(around.logs, kept, { recursive: true });
    return kept;
  };
  const { baseUrls, webhookUrl } = await linkOutside(shared, platformPorts);
  const addresses = { baseUrls, webhookUrl, links };
  return {
    ...around,
    ...processes,
    ...addresses,
    keepLogs,
    closeServices,
    close: () => closeAll(closers),
  };
}

/**
 * Links what lies outside the product: clients to each platform, and the platforms to the receiver
 * of webhooks.
 */
async function linkOutside(
  { around: { receiver }, link }: Shared,
  platformPorts: readonly number[],
): Promise<Pick<ChaosSystem, 'baseUrls' | 'webhookUrl'>> {
  const clientPorts = await Promise.all(
    platformPorts.map((port, place) =>
      link('clients', `platform-${place + 1}`, false, () => [port]),
    ),
  );
  const receiverPort = await link('platforms', 'receivers', true, () => [portOf(receiver.url)]);
  return {
    baseUrls: clientPorts.map((port) => `http://127.0.0.1:${port}`),
    webhookUrl: throughProxy(receiver.url, { host: '127.0.0.1', port: receiverPort }),
  };
}

async function makeEngine(shared: Shared, name: string, port: number): Promise<SupervisedProcess> {
  const { provider, catalog } = shared.around;
  const providerPort = await shared.link(name, 'provider', true, () => [portOf(provider.baseUrl)]);
  return makeService({
    name,
    role: 'worker',
    port,
    logPath: join(shared.around.logs, `${name}.log`),
    environment: {
      ...(await commonSettings(shared, name)),
      OPENAI_COMPATIBLE_BASE_URL: `http://127.0.0.1:${providerPort}/v1`,
      // The provider's meter tells by it which engine made a call.
      OPENAI_COMPATIBLE_API_KEY: name,
      OPENAI_COMPATIBLE_MODELS: model,
      MODEL_CATALOG: catalog,
    },
  });
}

async function makePlatforms(shared: Shared, ports: number[]): Promise<SupervisedProcess[]> {
  const making = ports.map(async (port, place) => {
    const name = `platform-${place + 1}`;
    const environment = {
      ...(await commonSettings(shared, name)),
      BASE_URL: `http://localhost:${ports[0]}`,
      WEBHOOK_RETRY_SECONDS: Array(100).fill('2').join(','),
      RATE_LIMIT_API: '100000',
      RATE_LIMIT_ENGINE: '1000',
    };
    const logPath = join(shared.around.logs, `${name}.log`);
    return makeService({ name, role: 'web', port, logPath, environment });
  });
  return Promise.all(making);
}

/** Returns the settings of both roles, and links the service to what it uses. */
async function commonSettings(shared: Shared, name: string): Promise<Record<string, string>> {
  const dataDir = join(shared.around.folder, name);
  await mkdir(dataDir);
  const database = await linkDatabase(shared, name);
  const stores = await linkStores(shared, name);
  return { ...shared.environment, ...database, ...stores, DATA_DIR: dataDir };
}

async function linkDatabase(
  { around: { postgres }, link }: Shared,
  name: string,
): Promise<Record<string, string>> {
  const port = await link(name, 'postgres', false, () => [postgres.port]);
  return { DATABASE_URL: postgres.serviceUrl(port), DATABASE_OWNER_URL: postgres.ownerUrl(port) };
}

async function linkStores(
  { around: { s3, redis }, link }: Shared,
  name: string,
): Promise<Record<string, string>> {
  const s3Port = await link(name, 'storage', true, () => [s3.port]);
  const storage = {
    S3_BUCKET: s3.settings.bucket,
    S3_ENDPOINT: `http://127.0.0.1:${s3Port}`,
    S3_ACCESS_KEY_ID: s3.settings.accessKeyId ?? '',
    S3_SECRET_ACCESS_KEY: s3.settings.secretAccessKey ?? '',
  };
  if (redis === null) return storage;
  const redisPort = await link(name, 'redis', false, () => [portOf(redis.url)]);
  return { ...storage, REDIS_URL: `redis://127.0.0.1:${redisPort}` };
}

const portOf = (url: string) => Number(new URL(url).port);

/** Chooses distinct free ports. */
async function choosePorts(count: number): Promise<number[]> {
  const ports: number[] = [];
  while (ports.length < count) {
    const port = await choosePort(undefined);
    if (!ports.includes(port)) ports.push(port);
  }
  return ports;
}

/** The process, connection or server that a fault hits. */
export type Target =
  /**
   * A platform or engine. `state` adds a detail that the kind of fault leaves open, such as the
   * error of a clock.
   */
  | { kind: 'service'; name: string; state?: string }
  /** A child process of a service. */
  | { kind: 'child'; name: string; of: string }
  /** The connections from one process to another. */
  | { kind: 'link'; from: string; to: string }
  /** A server that platforms or engines use. */
  | { kind: 'server'; name: 'postgres' | 'redis' | 'storage' | 'receivers' | 'provider' }
  | { kind: 'all services' }
  /** All services, Postgres and Redis. */
  | { kind: 'everything' };

/** Returns the name of a target for people; different targets have different names. */
export function nameTarget(target: Target): string {
  switch (target.kind) {
    case 'service':
      return target.state === undefined ? target.name : `${target.name} (${target.state})`;
    case 'child':
      return `${target.name} of ${target.of}`;
    case 'link':
      return `${target.from} to ${target.to}`;
    case 'server':
      return target.name;
    default:
      return target.kind;
  }
}

/** Tells whether a target is this service or one of its connections. */
export const belongsTo = (service: string, target: Target): boolean =>
  (target.kind === 'service' && target.name === service) ||
  (target.kind === 'link' && target.from === service);

/**
 * Tells whether a fault of the target affects the service: the target is the service, its
 * connection, or shared by all.
 */
export const feels = (service: string, target: Target): boolean =>
  isServer(target, 'postgres') ||
  target.kind === 'all services' ||
  target.kind === 'everything' ||
  belongsTo(service, target);

/** Tells whether a target is this server. */
export const isServer = (target: Target, name: (Target & { kind: 'server' })['name']): boolean =>
  target.kind === 'server' && target.name === name;

/** Tells whether a target is a connection to a process of this name. */
export const leadsTo = (target: Target, name: string): boolean =>
  target.kind === 'link' && target.to === name;

/** Returns the names of targets for people. */
export const nameTargets = (targets: readonly Target[]): string =>
  targets.map(nameTarget).join(', ');

/** The only model of the provider. */
const model = 'fake-model';
const prices = { inputPerMillion: 3, outputPerMillion: 15 };

/** The servers that the product uses, without a fault between them and it. */
interface Surroundings {
  /** Folder of all files of the system. */
  folder: string;
  /** Folder for the logs of the services and of Postgres. */
  logs: string;
  /** Folder for temporary files of the services. */
  temporary: string;
  postgres: ChaosPostgres;
  redis: RedisServer | null;
  s3: S3Server;
  provider: FakeLlmServer;
  /** File with the prices of the provider's model. */
  catalog: string;
  receiver: WebhookReceiver;
}

/** Acts that close what was opened, the last one first. */
type Closers = (() => Promise<unknown>)[];

/** Closes everything that is still open. */
async function closeAll(closers: Closers): Promise<void> {
  for (let close = closers.pop(); close !== undefined; close = closers.pop()) await close();
}

/** Starts the servers, and adds to `closers` what ends them and removes their files. */
async function openSurroundings(modelMs: number, closers: Closers): Promise<Surroundings> {
  const folder = await mkdtemp(join(tmpdir(), 'chaos-'));
  closers.push(() => rm(folder, { recursive: true, force: true }));
  await chmod(folder, 0o711); // the user of Postgres enters it
  const logs = join(folder, 'logs');
  await mkdir(logs);
  await chmod(logs, 0o777); // the server writes its log there
  const temporary = join(folder, 'tmp');
  await mkdir(temporary);
  await chmod(temporary, 0o1777);
  const postgres = await openChaosPostgres(folder);
  closers.push(() => postgres.close());
  await migrate(postgres.ownerUrl());
  const redis = await startRedis();
  closers.push(async () => redis?.stop());
  const s3 = await startS3Server();
  closers.push(() => s3.close());
  const provider = await startFakeLlmServer({ latencyMs: modelMs, models: [model], prices });
  closers.push(() => provider.close());
  const receiver = await startReceiver();
  closers.push(() => receiver.close());
  const catalog = join(folder, 'model-catalog.json');
  const entry = { id: model, provider: 'openai-compatible', ...prices, tier: 'standard' };
  await writeFile(catalog, JSON.stringify({ models: [entry] }));
  return { folder, logs, temporary, postgres, redis, s3, provider, catalog, receiver };
}
