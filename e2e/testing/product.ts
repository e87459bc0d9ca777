import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { choosePort } from '@ecp/database/embedded/choose-port';
import { findServerProcesses } from '@ecp/database/embedded/find-server-processes';
import { pollUntil } from '@ecp/testing/poll-until';

export const root = fileURLToPath(new URL('../..', import.meta.url));

export interface ProductOptions {
  dataDir: string;
  /** Settings over the defaults below; undefined unsets one. */
  environment?: Record<string, string | undefined>;
  /** Default: node on the platform's main file. */
  command?: readonly [string, ...string[]];
  /** How long it may take until it is ready; default a minute. */
  readyWithinMs?: number;
}

/** A product's process, ready or not, in a process group of its own as a terminal would give it. */
export interface ProductProcess {
  child: ChildProcess;
  /** What it has printed so far. */
  output(): string;
  /** Resolves when it has ended. */
  ended: Promise<{ code: number | null; signal: string | null }>;
}

/** A product that answers. */
export interface RunningProduct extends ProductProcess {
  baseUrl: string;
  engineUrl: string;
  platformPid: number;
  /** 0 when there is none beside. */
  enginePid: number;
  /** kill -9 of platform, engine and Postgres in one go; resolves when none of them is left. */
  killEverything(): Promise<void>;
  /** Ctrl-C; resolves when nothing of it is left. */
  stop(): Promise<void>;
}

/** What is taken from this shell: where programs and temporary files are, and what makes a start cheaper. */
const inheritedNames = ['PATH', 'HOME', 'TMPDIR', 'NODE_COMPILE_CACHE'];

/** Starts a product's process with none of this shell's settings. */
export function spawnProduct({ dataDir, environment, command }: ProductOptions): ProductProcess {
  const [program, ...flags] = command ?? [process.execPath, 'apps/platform/src/main.ts'];
  const limits = { RATE_LIMIT_API: '100000', RATE_LIMIT_ENGINE: '1000' };
  const inherited = Object.fromEntries(inheritedNames.map((name) => [name, process.env[name]]));
  const env = { ...inherited, NO_COLOR: '1', ...limits, LOG_LEVEL: 'warn', DATA_DIR: dataDir, ...environment };
  const child = spawn(program, flags, { cwd: root, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (text += String(chunk)));
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal }));
  return { child, output: () => text, ended };
}

/**
 * Starts a product on free ports and waits until it says that it is ready. Throws with its output when it ends instead or is
 * not ready in time, and leaves nothing of it behind.
 */
export async function startProduct(options: ProductOptions): Promise<RunningProduct> {
  const [port, enginePort] = [await choosePort(undefined), await choosePort(undefined)];
  const ports = { PORT: String(port), ENGINE_PORT: String(enginePort) };
  const product = spawnProduct({ ...options, environment: { ...ports, ...options.environment } });
  await waitUntilReady(product, options.readyWithinMs).catch(async (error: Error) => {
    await abandon(product);
    throw new Error(`The product did not start: ${error.message}\n${product.output()}`, { cause: error });
  });
  const platformPid = findProgram(product.child.pid ?? 0, 'apps/platform/src/main.ts');
  const findEngine = () => findProgram(platformPid, 'apps/engine/src/main.ts');
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

/** Kills what a start has begun: its process group, and what has left that; resolves when nothing of it is left. */
async function abandon({ child, ended }: ProductProcess): Promise<void> {
  const { pid } = child;
  if (pid === undefined) return;
  const pids = findFamily(pid);
  for (const one of [-pid, ...pids]) killIfAlive(one);
  await ended;
  await noneIsLeft(pids);
}

/** Kills with -9; a process that ended by itself just before is as dead as it should be. */
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

/** The Postgres processes that work for a data directory. */
export async function findPostgres(dataDir: string): Promise<number[]> {
  const clusterDir = join(dataDir, 'postgres');
  return existsSync(clusterDir) ? findServerProcesses(realpathSync(clusterDir)) : [];
}

/** Resolves when none of the processes is alive. */
export async function noneIsLeft(pids: readonly number[]): Promise<void> {
  await pollUntil(
    () => listProcesses().filter(({ pid, state }) => pids.includes(pid) && !state.startsWith('Z')),
    (left) => left.length === 0,
    15_000,
  );
}

/** `pid` and all its descendants: of a platform these are its engine and the Postgres that it has started. */
export function findFamily(pid: number, processes = listProcesses()): number[] {
  const children = processes.filter(({ parent }) => parent === pid);
  return [pid, ...children.flatMap((child) => findFamily(child.pid, processes))];
}

/** `pid` itself or its nearest descendant that runs a program file; 0 when there is none. */
function findProgram(pid: number, programFile: string): number {
  const processes = listProcesses();
  const own = processes.find((entry) => entry.pid === pid);
  if (own?.command.includes(programFile) && !own.command.startsWith('sh ')) return pid;
  const found = processes.filter(({ parent }) => parent === pid).map((child) => findProgram(child.pid, programFile));
  return found.find((candidate) => candidate !== 0) ?? 0;
}

function listProcesses(): { pid: number; parent: number; state: string; command: string }[] {
  const lines = execFileSync('ps', ['-axo', 'pid=,ppid=,state=,command='], { encoding: 'utf8' }).trim().split('\n');
  return lines.map((line) => {
    const [pid = '', parent = '', state = '', ...command] = line.trim().split(/\s+/);
    return { pid: Number(pid), parent: Number(parent), state, command: command.join(' ') };
  });
}
