import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findServer } from '@ecp/database/embedded/embedded-postgres';
import { chooseTestPort } from '@ecp/testing/choose-test-port';
import { pollUntil } from '@ecp/testing/poll-until';
import { serverPrograms, thriftyOptions } from '@ecp/testing/server-programs';

export const root = fileURLToPath(new URL('../..', import.meta.url));

interface ProductOptions {
  dataDir: string;
  /** Settings that override the defaults below; undefined removes one. */
  environment?: Record<string, string | undefined>;
  /** The command; by default Node with thrifty options and the main file of the platform. */
  command?: readonly [string, ...string[]];
  /** Time limit until it is ready; by default one minute. */
  readyWithinMs?: number;
}

/** A product's process, ready or not, in a separate process group as in a terminal. */
export interface ProductProcess {
  child: ChildProcess;
  /** Returns the output so far. */
  output(): string;
  /** Resolves when the process has ended. */
  ended: Promise<{ code: number | null; signal: string | null }>;
}

/** A product that is ready. */
export interface RunningProduct extends ProductProcess {
  baseUrl: string;
  engineUrl: string;
  platformPid: number;
  /** Process id of the engine; 0 when there is no separate engine process. */
  enginePid: number;
  /** Kills platform, engine and Postgres at once with -9; resolves when all of them have ended. */
  killEverything(): Promise<void>;
  /** Interrupts the product as Ctrl-C does; resolves when all its processes have ended. */
  stop(): Promise<void>;
}

/**
 * Settings that are inherited from this shell: paths of programs and temporary files, and the
 * compile cache.
 */
const inheritedNames = ['PATH', 'HOME', 'TMPDIR', 'NODE_COMPILE_CACHE'];

/** How a product is started by default. */
const thriftyCommand = [process.execPath, ...thriftyOptions, serverPrograms.platform] as const;

/** The argument by which a product starts its worker, which runs the same program. */
const workerFlag = '--settings-by-message';

/** Starts a product's process without the other settings of this shell. */
export function spawnProduct({ dataDir, environment, command }: ProductOptions): ProductProcess {
  const [program, ...flags] = command ?? thriftyCommand;
  const limits = { RATE_LIMIT_API: '100000', RATE_LIMIT_ENGINE: '1000' };
  const inherited = Object.fromEntries(inheritedNames.map((name) => [name, process.env[name]]));
  const env = {
    ...inherited,
    NO_COLOR: '1',
    ...limits,
    LOG_LEVEL: 'warn',
    DATA_DIR: dataDir,
    ...environment,
  };
  const child = spawn(program, flags, {
    cwd: root,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => (text += String(chunk)));
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal }));
  return { child, output: () => text, ended };
}

/**
 * Starts a product on free ports and waits until it prints that it is ready. If it ends or is not
 * ready in time, throws an error with its output and ends all its processes.
 */
export async function startProduct(options: ProductOptions): Promise<RunningProduct> {
  const [port, enginePort] = [await chooseTestPort(), await chooseTestPort()];
  const ports = { PORT: String(port), ENGINE_PORT: String(enginePort) };
  const product = spawnProduct({ ...options, environment: { ...ports, ...options.environment } });
  await waitUntilReady(product, options.readyWithinMs).catch(async (error: Error) => {
    await abandon(product);
    throw new Error(`The product did not start: ${error.message}\n${product.output()}`, {
      cause: error,
    });
  });
  const platformPid = findProgram(product.child.pid ?? 0, serverPrograms.platform);
  const findEngine = () => findProgram(platformPid, workerFlag);
  const engineUrl = `http://127.0.0.1:${enginePort}`;
  return {
    ...product,
    baseUrl: `http://127.0.0.1:${options.environment?.['PORT'] ?? port}`,
    engineUrl,
    platformPid,
    get enginePid() {
      return findEngine();
    },
    async killEverything() {
      const pids = findFamily(platformPid);
      for (const pid of pids) killIfAlive(pid);
      await product.ended;
      await noneIsLeft(pids);
    },
    async stop() {
      if (product.child.exitCode !== null || product.child.signalCode !== null) return;
      const pids = findFamily(platformPid);
      process.kill(platformPid, 'SIGINT');
      await product.ended;
      await noneIsLeft(pids);
    },
  };
}

/**
 * Kills the process group of a start and processes that have left it. Resolves when all of them
 * have ended.
 */
async function abandon({ child, ended }: ProductProcess): Promise<void> {
  const { pid } = child;
  if (pid === undefined) return;
  const pids = findFamily(pid);
  for (const one of [-pid, ...pids]) killIfAlive(one);
  await ended;
  await noneIsLeft(pids);
}

/** Kills a process with -9. Ignores a process that has already ended. */
export function killIfAlive(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function waitUntilReady(product: ProductProcess, withinMs = 60_000): Promise<void> {
  const isReady = () => product.output().includes('Ready at');
  const hasEnded = () => product.child.exitCode !== null || product.child.signalCode !== null;
  await pollUntil(
    () => isReady() || hasEnded(),
    (done) => done,
    withinMs,
  );
  if (!isReady()) throw new Error('it has ended');
}

/** Finds the Postgres processes of a data directory. */
export async function findPostgres(dataDir: string): Promise<number[]> {
  const clusterDir = join(dataDir, 'postgres');
  const server = existsSync(clusterDir) ? await findServer(realpathSync(clusterDir)) : undefined;
  return server === undefined ? [] : findFamily(server);
}

/** Resolves when all of the processes have ended. */
export async function noneIsLeft(pids: readonly number[]): Promise<void> {
  await pollUntil(
    () => listProcesses().filter(({ pid, state }) => pids.includes(pid) && !state.startsWith('Z')),
    (left) => left.length === 0,
    15_000,
  );
}

/**
 * Returns `pid` and all its descendants. For a platform, these are its engine and the Postgres that
 * it has started.
 */
export function findFamily(pid: number, processes = listProcesses()): number[] {
  const children = processes.filter(({ parent }) => parent === pid);
  return [pid, ...children.flatMap((child) => findFamily(child.pid, processes))];
}

/** Returns `pid` or its nearest descendant whose command has this word; 0 when there is none. */
function findProgram(pid: number, word: string): number {
  const processes = listProcesses();
  const own = processes.find((entry) => entry.pid === pid);
  if (own?.command.includes(word) && !own.command.startsWith('sh ')) return pid;
  const found = processes
    .filter(({ parent }) => parent === pid)
    .map((child) => findProgram(child.pid, word));
  return found.find((candidate) => candidate !== 0) ?? 0;
}

function listProcesses(): { pid: number; parent: number; state: string; command: string }[] {
  const lines = execFileSync('ps', ['-axo', 'pid=,ppid=,state=,command='], { encoding: 'utf8' })
    .trim()
    .split('\n');
  return lines.map((line) => {
    const [pid = '', parent = '', state = '', ...command] = line.trim().split(/\s+/);
    return { pid: Number(pid), parent: Number(parent), state, command: command.join(' ') };
  });
}
