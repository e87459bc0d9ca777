import '../../scripts/build/bundle-servers.ts';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { choosePort } from '@ecp/database/choose-port';
import { openEmbeddedPostgres } from '@ecp/database/embedded/embedded-postgres';
import { migrate } from '@ecp/database/migrate';
import { platformOptions, serverPrograms } from '@ecp/testing/server-programs';
import { testSecret } from '../../apps/server/testing/engine/engine-client.ts';
import { query } from '../query.ts';

/**
 * What each part of the benchmark gets: a server of databases, the sizes, and where it tells its
 * progress.
 */
export interface Bench {
  database: BenchDatabase;
  plan: Record<'rounds' | 'seconds' | 'connections', number>;
  report: (line: string) => void;
}

/** A temporary Postgres with the product's own settings, including fsync. */
export interface BenchDatabase {
  /** Id of the server's first process. */
  pid: number;
  /** Creates a migrated database, and returns its superuser URL. */
  create(name: string): Promise<string>;
  /** Stops the server and deletes its files. */
  close(): Promise<void>;
}

/** Starts a database in a temporary folder. Throws EmbeddedPostgresError when it does not start. */
export async function openBenchDatabase(): Promise<BenchDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-'));
  await chmod(dataDir, 0o711); // when this runs as root, the server's user needs access
  const postgres = await openEmbeddedPostgres({ dataDir, log: (line) => console.error(line) });
  const [place] = await query<{ data_directory: string }>(postgres.url, 'show data_directory');
  const pidFile = await readFile(join(place?.data_directory ?? dataDir, 'postmaster.pid'), 'utf8');
  return {
    pid: Number.parseInt(pidFile, 10),
    async create(name) {
      await query(postgres.url, `create database ${name}`);
      const url = new URL(postgres.url);
      url.pathname = `/${name}`;
      await migrate(url.href);
      return url.href;
    },
    async close() {
      await postgres.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** A Node program of this repository that runs in a separate process. */
interface Program {
  /** Path relative to the repository's root. */
  path: string;
  args?: string[];
  env?: Record<string, string>;
}

interface RunningProgram {
  process: ChildProcess;
  /** Interrupts the process as Ctrl-C does and waits for its end. */
  stop(): Promise<void>;
}

/** A server with its address. */
export interface RunningServer extends RunningProgram {
  baseUrl: string;
}

const root = fileURLToPath(new URL('../../', import.meta.url));

/** A server that takes longer to start has failed. */
const startLimitMs = 120_000;

/**
 * Starts a server and waits until it prints a line with "Ready at". Throws when it ends before, or
 * takes too long.
 */
async function startServer(program: Program): Promise<RunningProgram> {
  // The floors have the platform's options too.
  const child = spawnProgram(program, platformOptions);
  const exited = once(child, 'exit');
  const limit = setTimeout(() => child.kill('SIGKILL'), startLimitMs);
  await Promise.race([
    lineWith(child, 'Ready at'),
    exited.then(([code]) =>
      Promise.reject(new Error(`${program.path} ended with exit code ${code} before it was ready`)),
    ),
  ]).finally(() => clearTimeout(limit));
  return {
    process: child,
    async stop() {
      child.kill('SIGINT');
      await exited;
    },
  };
}

/** Starts the server that `programAt` returns for a free port. */
export async function startOnFreePort(
  programAt: (port: string) => Program,
): Promise<RunningServer> {
  const port = await choosePort(undefined);
  return { ...(await startServer(programAt(String(port)))), baseUrl: `http://127.0.0.1:${port}` };
}

/**
 * Runs a program to its end and returns the JSON value that it prints. Throws when the program
 * fails.
 */
export async function runProgram<Result>(program: Program): Promise<Result> {
  const child = spawnProgram(program);
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${program.path} ended with exit code ${code}: ${output}`);
  return JSON.parse(output) as Result;
}

function spawnProgram(
  { path, args = [], env = {} }: Program,
  options: readonly string[] = [],
): ChildProcess {
  return spawn(process.execPath, [...options, path, ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/**
 * Resolves at the wanted line. Reads all output of the process, so that a full pipe never blocks
 * it.
 */
function lineWith(child: ChildProcess, wanted: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (!child.stdout) throw new Error('The output of the process is not piped');
  createInterface(child.stdout).on('line', (line) => {
    if (line.includes(wanted)) resolve();
  });
  return promise;
}

/**
 * Starts the role `web` on a migrated database. It has no worker, writes no request log, and refuses
 * no request of a key for its rate.
 */
export function startPlatform(databaseUrl: string): Promise<RunningServer> {
  return startOnFreePort((port) => ({
    path: serverPrograms.platform,
    env: {
      DATABASE_URL: databaseUrl,
      PORT: port,
      ROLES: 'web',
      SECRET_KEY: testSecret,
      RATE_LIMIT_API: '1000000',
      LOG_LEVEL: 'warn',
    },
  }));
}
