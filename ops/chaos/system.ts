import { randomBytes } from 'node:crypto';
import { chmod, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '@ecp/database/migrate';
import { chooseTestPort } from '@ecp/testing/choose-test-port';
import { type FakeLlmServer, startFakeLlmServer } from '@ecp/testing/fake-llm/fake-llm-server';
import { type FaultProxy, startFaultProxy, throughProxy } from '@ecp/testing/fault-proxy';
import type { SupervisedProcess } from '@ecp/testing/supervised-process';
import { type RedisServer, startRedis } from '../../apps/server/testing/servers/start-redis.ts';
import { type S3Server, startS3Server } from '../../apps/server/testing/servers/start-s3-server.ts';
import {
  startWebhookReceiver,
  type WebhookReceiver,
} from '../../apps/server/testing/webhook-receiver.ts';
import { makeService } from '../services.ts';
import { type ChaosPostgres, openChaosPostgres } from './chaos-postgres.ts';

/** A process, a server, or with `to` the connections from one to another. */
export interface Target {
  name: string;
  to?: string;
}

/** The target of a fault that hits all services, Postgres and Redis. */
export const everything: Target = { name: 'everything' };

/** Returns the name of a target for people. */
export const nameTarget = ({ name, to }: Target): string =>
  to === undefined ? name : `${name} to ${to}`;

/** Tells whether a fault of the target affects the service. */
export const feels = (service: string, { name }: Target): boolean =>
  [service, 'postgres', everything.name].includes(name);

export interface SystemOptions {
  platforms: number;
  engines: number;
  /** Time that each model call takes, in milliseconds. */
  modelMs: number;
  /** Node's options for the services; by default those of `npm start` and the images. */
  nodeOptions?: readonly string[] | undefined;
}

/** A connection between two processes that can be disturbed. */
export interface NamedLink {
  target: Required<Target>;
  /**
   * The proxy may answer in the place of the service. Between clients and platforms it does not:
   * each refusal that a client sees is to be the product's own.
   */
  http: boolean;
  proxy: FaultProxy;
}

/** The body of an event that the receiver accepted with 200. */
export interface AcceptedDelivery {
  deliveryId: string;
  event: string;
  data: Record<string, unknown>;
}

/** Several platforms and engines with everything that they use, each connection through a proxy. */
export interface ChaosSystem {
  platforms: SupervisedProcess[];
  engines: SupervisedProcess[];
  /** Folder of all files of the system. */
  folder: string;
  /** Folder for the logs of the services. */
  logs: string;
  /** Folder for temporary files of the services. */
  temporary: string;
  postgres: ChaosPostgres;
  redis: RedisServer | null;
  provider: FakeLlmServer;
  receiver: WebhookReceiver;
  /** How the receiver accepts an event. */
  accept: RequestListener;
  accepted: AcceptedDelivery[];
  links: NamedLink[];
  /** Addresses of the platforms for clients. */
  baseUrls: string[];
  /** Address of the receiver for the platforms. */
  webhookUrl: string;
  /** Moves the logs to a folder that stays, and returns it. */
  keepLogs(): Promise<string>;
  /** Ends all services. Returns those that did not end by themselves. */
  closeServices(): Promise<string[]>;
  /** Closes what is still open, and removes all files. */
  close(): Promise<void>;
}

/** The only model of the provider. */
const model = 'fake-model';
const prices = { inputPerMillion: 3, outputPerMillion: 15 };

/** The parts from which the settings of all services follow. */
interface Shared
  extends Pick<ChaosSystem, 'folder' | 'logs' | 'postgres' | 'redis' | 'provider'>,
    Pick<SystemOptions, 'nodeOptions'> {
  s3: S3Server;
  /** Opens a connection through a proxy and returns its port. */
  link(target: Required<Target>, http: boolean, port: number): Promise<number>;
  environment: Record<string, string>;
}

/** Starts everything and waits until each service works. */
export async function openSystem(options: SystemOptions): Promise<ChaosSystem> {
  const closers = new AsyncDisposableStack();
  try {
    return await open(options, closers);
  } catch (error) {
    await closers.disposeAsync();
    throw error;
  }
}

async function open(
  { platforms, engines, modelMs, nodeOptions }: SystemOptions,
  closers: AsyncDisposableStack,
): Promise<ChaosSystem> {
  const folder = await mkdtemp(join(tmpdir(), 'chaos-'));
  closers.defer(() => rm(folder, { recursive: true, force: true }));
  await chmod(folder, 0o711); // the user of Postgres enters it
  const [logs, temporary] = [join(folder, 'logs'), join(folder, 'tmp')];
  await mkdir(logs);
  await mkdir(temporary);
  await chmod(temporary, 0o1777);
  const postgres = await openChaosPostgres(folder);
  closers.defer(() => postgres.close());
  await migrate(postgres.ownerUrl());
  const redis = await startRedis();
  closers.defer(async () => redis?.stop());
  const s3 = await startS3Server();
  closers.defer(() => s3.close());
  const provider = await startFakeLlmServer({ latencyMs: modelMs, models: [model], prices });
  closers.defer(() => provider.close());
  const receiver = await startWebhookReceiver();
  closers.defer(() => receiver.close());
  const accepted: AcceptedDelivery[] = [];
  const accept = acceptInto(accepted, receiver);
  receiver.answerWith(accept);
  const links: NamedLink[] = [];
  const link: Shared['link'] = async (target, http, port) => {
    const proxy = await startFaultProxy({ host: '127.0.0.1', port });
    closers.defer(() => proxy.close());
    links.push({ target, http, proxy });
    return proxy.port;
  };
  const environment = {
    LOG_LEVEL: 'info',
    SECRET_KEY: randomBytes(32).toString('hex'),
    OUTBOUND_ALLOWED_HOSTS: '127.0.0.1',
    TMPDIR: temporary,
  };
  const servers = { postgres, redis, provider, s3 };
  const shared: Shared = { ...servers, folder, logs, link, environment, nodeOptions };
  const engineProcesses = await repeat(engines, (number) => makeEngine(shared, number));
  const ports = await repeat(platforms, chooseTestPort);
  const platformProcesses = await repeat(platforms, (number) =>
    makePlatform(shared, number, ports),
  );
  const services = [...engineProcesses, ...platformProcesses];
  const closeServices = async () => {
    const ends = services.map(async (one) => ((await one.stop()) ? [] : one.name));
    return (await Promise.all(ends)).flat();
  };
  closers.defer(async () => void (await closeServices()));
  await Promise.all(services.map((service) => service.start()));
  const clientPorts = await repeat(platforms, (number) =>
    link({ name: 'clients', to: `platform-${number}` }, false, ports[number - 1] ?? 0),
  );
  const outside = { name: 'platforms', to: 'receivers' };
  const receiverPort = await link(outside, true, portOf(receiver.url));
  return {
    engines: engineProcesses,
    platforms: platformProcesses,
    folder,
    logs,
    temporary,
    postgres,
    redis,
    provider,
    receiver,
    accept,
    accepted,
    links,
    baseUrls: clientPorts.map((port) => `http://127.0.0.1:${port}`),
    webhookUrl: throughProxy(receiver.url, { host: '127.0.0.1', port: receiverPort }),
    async keepLogs() {
      const logCopy = await mkdtemp(join(tmpdir(), 'chaos-logs-'));
      await cp(logs, logCopy, { recursive: true });
      return logCopy;
    },
    closeServices,
    close: () => closers.disposeAsync(),
  };
}

/** Makes parts with the numbers from 1 on, one after the other. */
async function repeat<Part>(
  count: number,
  make: (number: number) => Promise<Part>,
): Promise<Part[]> {
  const parts: Part[] = [];
  while (parts.length < count) parts.push(await make(parts.length + 1));
  return parts;
}

/** Returns how the receiver accepts an event, and notes it once the answer has been sent. */
const acceptInto =
  (accepted: AcceptedDelivery[], { received }: WebhookReceiver): RequestListener =>
  (_, response) => {
    const delivery = received.at(-1);
    const { data } = JSON.parse(delivery?.body ?? '{}') as Pick<AcceptedDelivery, 'data'>;
    const deliveryId = String(delivery?.headers['x-service-delivery']);
    const event = String(delivery?.headers['x-service-event']);
    response.end('ok', () => accepted.push({ deliveryId, event, data }));
  };

async function makeEngine(shared: Shared, number: number): Promise<SupervisedProcess> {
  const name = `engine-${number}`;
  const { folder, provider, logs, nodeOptions } = shared;
  const catalog = join(folder, `${name}-catalog.json`);
  const entry = { id: model, provider: 'openai-compatible', ...prices, tier: 'standard' };
  await writeFile(catalog, JSON.stringify({ models: [entry] }));
  const providerPort = await shared.link({ name, to: 'provider' }, true, portOf(provider.baseUrl));
  const environment = {
    ...(await connect(shared, name)),
    OPENAI_COMPATIBLE_BASE_URL: `http://127.0.0.1:${providerPort}/v1`,
    // The provider's meter tells by it which engine made a call.
    OPENAI_COMPATIBLE_API_KEY: name,
    OPENAI_COMPATIBLE_MODELS: model,
    MODEL_CATALOG: catalog,
  };
  const logPath = join(logs, `${name}.log`);
  const port = await chooseTestPort();
  return makeService({ name, role: 'worker', port, environment, logPath, nodeOptions });
}

async function makePlatform(
  shared: Shared,
  number: number,
  ports: readonly number[],
): Promise<SupervisedProcess> {
  const name = `platform-${number}`;
  const environment = {
    ...(await connect(shared, name)),
    BASE_URL: `http://localhost:${ports[0]}`,
    WEBHOOK_RETRY_SECONDS: Array(100).fill('2').join(','),
    RATE_LIMIT_API: '100000',
    RATE_LIMIT_ENGINE: '1000',
  };
  const logPath = join(shared.logs, `${name}.log`);
  const { nodeOptions } = shared;
  const port = ports[number - 1] ?? 0;
  return makeService({ name, role: 'web', port, environment, logPath, nodeOptions });
}

/** Links a service to the servers that both roles use, and returns its settings for them. */
async function connect(shared: Shared, name: string): Promise<Record<string, string>> {
  const { folder, postgres, s3, redis, environment, link } = shared;
  const dataDir = join(folder, name);
  await mkdir(dataDir);
  const postgresPort = await link({ name, to: 'postgres' }, false, postgres.port);
  const s3Port = await link({ name, to: 'storage' }, true, s3.port);
  const settings: Record<string, string> = {
    ...environment,
    DATA_DIR: dataDir,
    DATABASE_URL: postgres.serviceUrl(postgresPort),
    DATABASE_OWNER_URL: postgres.ownerUrl(postgresPort),
    S3_BUCKET: s3.settings.bucket,
    S3_ENDPOINT: `http://127.0.0.1:${s3Port}`,
    S3_ACCESS_KEY_ID: s3.settings.accessKeyId ?? '',
    S3_SECRET_ACCESS_KEY: s3.settings.secretAccessKey ?? '',
  };
  if (redis === null) return settings;
  const redisPort = await link({ name, to: 'redis' }, false, portOf(redis.url));
  return { ...settings, REDIS_URL: `redis://127.0.0.1:${redisPort}` };
}

const portOf = (url: string) => Number(new URL(url).port);
