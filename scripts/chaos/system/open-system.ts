import { randomBytes } from 'node:crypto';
import { cp, mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { choosePort } from '@ecp/database/embedded/choose-port';
import { type FaultProxy, startFaultProxy, throughProxy } from '@ecp/testing/fault-proxy';
import { platformOptions, serverPrograms } from '@ecp/testing/server-programs';
import { type ProcessPlan, SupervisedProcess } from '@ecp/testing/supervised-process';
import type { Target } from '../faults/target.ts';
import { type Closers, closeAll, model, openSurroundings, type Surroundings } from './open-surroundings.ts';

const checkout = fileURLToPath(new URL('../../..', import.meta.url));

export interface SystemOptions {
  platforms: number;
  engines: number;
  /** Time that each model call takes, in milliseconds. */
  modelMs: number;
  /** Opens the debugger of each service, by which it collects garbage when asked. */
  debuggers: boolean;
}

/** A connection between two processes that can be disturbed. */
export interface NamedLink {
  target: Target & { kind: 'link' };
  /**
   * The proxy may answer in the place of the service. Between clients and platforms it does not: each refusal that a
   * client sees is to be the product's own.
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
  /** Ports of the open debuggers by the name of the service. */
  debuggerPorts: ReadonlyMap<string, number>;
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
  /** Null if debuggers stay closed. */
  debuggerPorts: Map<string, number> | null;
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

async function open({ platforms, engines, modelMs, debuggers }: SystemOptions, closers: Closers): Promise<ChaosSystem> {
  const around = await openSurroundings(modelMs, closers);
  const links: NamedLink[] = [];
  const debuggerPorts = new Map<string, number>();
  const shared: Shared = {
    around,
    debuggerPorts: debuggers ? debuggerPorts : null,
    async link(from, to, http, ports) {
      const proxy = await startFaultProxy(() => ports().map((port) => ({ host: '127.0.0.1', port })));
      closers.push(() => proxy.close());
      links.push({ target: { kind: 'link', from, to }, http, proxy });
      return proxy.port;
    },
    environment: {
      NO_COLOR: '1',
      LOG_LEVEL: 'info',
      ENGINE_TOKEN: randomBytes(24).toString('hex'),
      TMPDIR: around.temporary,
    },
  };
  const enginePorts = await choosePorts(engines);
  const platformPorts = await choosePorts(platforms);
  const processes = {
    engines: await Promise.all(enginePorts.map((port, place) => makeEngine(shared, `engine-${place + 1}`, port))),
    platforms: await makePlatforms(shared, platformPorts, enginePorts),
  };
  const services = [...processes.engines, ...processes.platforms];
  const closeServices = async () => {
    const ends = await Promise.all(services.map(async (one) => ((await one.stop()) ? [] : [one.name])));
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
  const addresses = { baseUrls, webhookUrl, links, debuggerPorts };
  return { ...around, ...processes, ...addresses, keepLogs, closeServices, close: () => closeAll(closers) };
}

/** Links what lies outside the product: clients to each platform, and the platforms to the receiver of webhooks. */
async function linkOutside(
  { around: { receiver }, link }: Shared,
  platformPorts: readonly number[],
): Promise<Pick<ChaosSystem, 'baseUrls' | 'webhookUrl'>> {
  const clientPorts = await Promise.all(
    platformPorts.map((port, place) => link('clients', `platform-${place + 1}`, false, () => [port])),
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
  return makeService(shared, {
    name,
    program: serverPrograms.engine,
    options: [],
    readyUrl: `http://127.0.0.1:${port}/ready`,
    environment: {
      ...shared.environment,
      ...(await linkDatabase(shared, name)),
      ENGINE_PORT: String(port),
      OPENAI_COMPATIBLE_BASE_URL: `http://127.0.0.1:${providerPort}/v1`,
      // The provider's meter tells by it which engine made a call.
      OPENAI_COMPATIBLE_API_KEY: name,
      OPENAI_COMPATIBLE_MODELS: model,
      MODEL_CATALOG: catalog,
    },
  });
}

async function makePlatforms(shared: Shared, ports: number[], enginePorts: number[]): Promise<SupervisedProcess[]> {
  const callbackPort = await shared.link('engines', 'platforms', true, () => ports);
  const common = {
    BASE_URL: `http://localhost:${ports[0]}`,
    ENGINE_CALLBACK_URL: `http://127.0.0.1:${callbackPort}`,
    SECRET_KEY: randomBytes(32).toString('hex'),
    OUTBOUND_ALLOWED_HOSTS: '127.0.0.1',
    WEBHOOK_RETRY_SECONDS: Array(100).fill('2').join(','),
    RATE_LIMIT_API: '100000',
    RATE_LIMIT_ENGINE: '1000',
  };
  const { folder } = shared.around;
  const making = ports.map(async (port, place) => {
    const name = `platform-${place + 1}`;
    const dataDir = join(folder, name);
    await mkdir(dataDir);
    const enginePort = await shared.link(name, 'engines', true, () => enginePorts);
    return makeService(shared, {
      name,
      program: serverPrograms.platform,
      options: platformOptions,
      readyUrl: `http://127.0.0.1:${port}/ready`,
      environment: {
        ...shared.environment,
        ...common,
        ...(await linkDatabase(shared, name)),
        ...(await linkStores(shared, name)),
        PORT: String(port),
        DATA_DIR: dataDir,
        ENGINE_URL: `http://127.0.0.1:${enginePort}`,
      },
    });
  });
  return Promise.all(making);
}

interface Service extends Pick<ProcessPlan, 'name' | 'environment'> {
  program: string;
  /** Node's options. */
  options: readonly string[];
  readyUrl: string;
}

async function makeService(
  { around: { folder }, debuggerPorts }: Shared,
  { name, program, options, readyUrl, environment }: Service,
): Promise<SupervisedProcess> {
  const debuggerOptions: string[] = [];
  if (debuggerPorts !== null) {
    const port = await choosePort(undefined);
    debuggerPorts.set(name, port);
    debuggerOptions.push(`--inspect=${port}`);
  }
  return new SupervisedProcess({
    name,
    command: [process.execPath, ...options, ...debuggerOptions, program],
    cwd: checkout,
    environment: { ...pickInherited(), ...environment },
    logPath: join(folder, 'logs', `${name}.log`),
    isReady: () =>
      fetch(readyUrl, { signal: AbortSignal.timeout(2_000) }).then(
        ({ ok }) => ok,
        () => false,
      ),
  });
}

/** Returns the settings of this shell that programs need: paths of programs, and the compile cache. */
function pickInherited(): Record<string, string> {
  const names = ['PATH', 'HOME', 'NODE_COMPILE_CACHE'];
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}

async function linkDatabase({ around: { postgres }, link }: Shared, name: string): Promise<Record<string, string>> {
  const port = await link(name, 'postgres', false, () => [postgres.port]);
  return { DATABASE_URL: postgres.serviceUrl(port), DATABASE_OWNER_URL: postgres.ownerUrl(port) };
}

async function linkStores({ around: { s3, redis }, link }: Shared, name: string): Promise<Record<string, string>> {
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
