import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, open, readFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Client, createClient } from '@ecp/sdk/create-client';
import { serverPrograms } from '@ecp/testing/server-programs';

const readyWithinMs = 90_000;
const stopWithinMs = 15_000;

/** A running product. `stop` ends it if the demo started it. */
export interface Product {
  baseUrl: string;
  started: boolean;
  stop(): Promise<void>;
}

// A demo must not use the databases, storage, mail or payments that the shell configures. Model
// keys are allowed.
const withheldSettings =
  /^(ROLES|PORT|HOST|BASE_URL|DATABASE_URL|DATABASE_OWNER_URL|REDIS_URL|SECRET_KEY|SMTP_URL|S3_.*|KMS_.*|STRIPE_.*)$/;

/** True when this product, and not another program, responds at an address. */
async function isAnswering(baseUrl: string): Promise<boolean> {
  try {
    const response = await fetch(`${baseUrl}/api/health`, { signal: AbortSignal.timeout(2_000) });
    const health = (await response.json()) as { status?: unknown; service?: unknown };
    return response.ok && health.status === 'ok' && typeof health.service === 'string';
  } catch {
    // The caller does not distinguish a refused connection, a timeout and another protocol.
    return false;
  }
}

/** Finds free ports of 127.0.0.1. */
export async function findFreePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return ports;
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const patience = new AbortController();
  const outcome = await Promise.race([
    exited.then(() => 'stopped'),
    wait(stopWithinMs, 'hangs', { signal: patience.signal }).catch(() => 'stopped'),
  ]);
  patience.abort();
  if (outcome === 'stopped') return;
  child.kill('SIGKILL');
  await exited;
  throw new DemoError(
    `The product did not stop within ${stopWithinMs / 1000} s and was killed`,
    exitCodes.noProduct,
  );
}

async function waitUntilReady(
  child: ChildProcess,
  baseUrl: string,
  logFile: string,
  signal: AbortSignal,
): Promise<void> {
  const deadline = Date.now() + readyWithinMs;
  while (!(await isAnswering(baseUrl))) {
    const ended = child.exitCode !== null || child.signalCode !== null;
    if (ended || Date.now() > deadline) {
      const lastLines = (await readFile(logFile, 'utf8'))
        .trimEnd()
        .split('\n')
        .slice(-12)
        .join('\n');
      const what = ended
        ? 'ended before it was ready'
        : `was not ready within ${readyWithinMs / 1000} s`;
      throw new DemoError(
        `The product ${what}. Its last lines (${logFile}):\n${lastLines}`,
        exitCodes.noProduct,
      );
    }
    await wait(100, undefined, { signal });
  }
}

/**
 * Starts a product on free ports with its data in a folder. Throws a DemoError when it does not
 * become ready. A product with its own process group does not end with the terminal's Ctrl-C, but
 * by `stop` alone.
 */
export async function startProduct(
  root: string,
  dataDirectory: string,
  signal: AbortSignal,
  environment: NodeJS.ProcessEnv = process.env,
  { ownGroup = false } = {},
): Promise<Product> {
  await mkdir(dataDirectory, { recursive: true });
  const logFile = join(dataDirectory, 'product.log');
  const log = await open(logFile, 'w');
  const [port, enginePort] = await findFreePorts(2);
  const kept = Object.entries(environment).filter(([name]) => !withheldSettings.test(name));
  const child = spawn(process.execPath, [join(root, serverPrograms.platform)], {
    cwd: root,
    env: {
      ...Object.fromEntries(kept),
      PORT: `${port}`,
      ENGINE_PORT: `${enginePort}`,
      DATA_DIR: dataDirectory,
    },
    stdio: ['ignore', log.fd, log.fd],
    detached: ownGroup,
  });
  const baseUrl = `http://127.0.0.1:${port}`;
  try {
    await once(child, 'spawn');
    await waitUntilReady(child, baseUrl, logFile, signal);
  } catch (error) {
    await stopChild(child);
    throw error;
  } finally {
    await log.close();
  }
  return { baseUrl, started: true, stop: () => stopChild(child) };
}

/**
 * Connects to the product at `url` if it responds. Otherwise starts one for this demo on free ports
 * with separate data. Throws a DemoError with the product's last lines of output when it does not
 * start.
 */
export async function connectProduct(
  { url, root, dataDirectory }: { url: string; root: string; dataDirectory: string },
  signal: AbortSignal,
): Promise<Product> {
  const baseUrl = url.replace(/\/+$/, '');
  if (await isAnswering(baseUrl)) return { baseUrl, started: false, stop: async () => {} };
  return startProduct(root, dataDirectory, signal);
}

/** A person who has just signed up. */
export interface Session {
  email: string;
  /** Calls the API with the person's session cookie. */
  client: Client;
  /** Ends every call. */
  signal: AbortSignal;
}

/**
 * Signs up a new person with a new tenant and returns their session. The email address is random,
 * so that every demo starts empty. Throws an `ApiError` when the sign-up is refused.
 */
export async function signUp(baseUrl: string, signal: AbortSignal): Promise<Session> {
  const email = `demo-${randomBytes(6).toString('hex')}@example.com`;
  const account = {
    company: 'Demo Consulting',
    name: 'Dana Demo',
    email,
    password: randomBytes(18).toString('base64url'),
  };
  const { headers } = await createClient({ baseUrl }).request('signUp', account, { signal });
  const cookie = readCookies(headers);
  // Unlike a browser, Node does not store cookies.
  const fetchAsPerson: typeof fetch = (url, init = {}) => {
    const own = new Headers(init.headers);
    own.set('cookie', cookie);
    return fetch(url, { ...init, headers: own });
  };
  return { email, client: createClient({ baseUrl, fetch: fetchAsPerson }), signal };
}

function readCookies(headers: Headers): string {
  const pairs = headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0] ?? '');
  if (pairs.length === 0)
    throw new DemoError('The sign-up set no session cookie', exitCodes.runFailed);
  return pairs.join('; ');
}

/** Exit codes of the demo. */
export const exitCodes = {
  runFailed: 1,
  badInput: 2,
  noProduct: 3,
  timeLimit: 4,
  interrupted: 130,
} as const;

/** Ends the demo with a message on the terminal and an exit code. */
export class DemoError extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode: number, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DemoError';
    this.exitCode = exitCode;
  }
}
