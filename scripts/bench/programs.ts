import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { platformOptions } from '@ecp/testing/server-programs';

/** A Node program of this repository that runs in a separate process. */
export interface Program {
  /** Path relative to the repository's root. */
  path: string;
  args?: string[];
  env?: Record<string, string>;
}

export interface RunningProgram {
  process: ChildProcess;
  /** Milliseconds from the start of the process to its ready line. */
  readyMs: number;
  /** Interrupts the process as Ctrl-C does and waits for its end. */
  stop(): Promise<void>;
}

/** A server with its address. */
export interface RunningServer extends RunningProgram {
  baseUrl: string;
}

const root = fileURLToPath(new URL('../../', import.meta.url));

/** A server that takes longer to start has failed. Directus makes its tables meanwhile. */
const startLimitMs = 120_000;

/** Starts a server and waits until it prints a line with "Ready at". Throws when it ends before, or takes too long. */
export async function startServer(program: Program): Promise<RunningProgram> {
  const startedMs = performance.now();
  // The servers that the platform is compared with have its options too.
  const child = spawnProgram(program, platformOptions);
  const exited = once(child, 'exit');
  const limit = setTimeout(() => child.kill('SIGKILL'), startLimitMs);
  const readyMs = await Promise.race([
    lineWith(child, 'Ready at').then(() => performance.now() - startedMs),
    exited.then(([code]) =>
      Promise.reject(new Error(`${program.path} ended with exit code ${code} before it was ready`)),
    ),
  ]).finally(() => clearTimeout(limit));
  return {
    process: child,
    readyMs,
    async stop() {
      child.kill('SIGINT');
      await exited;
    },
  };
}

/** Starts the server that `programAt` returns for a free port. */
export async function startOnFreePort(programAt: (port: string) => Program): Promise<RunningServer> {
  const port = await findFreePort();
  return { ...(await startServer(programAt(String(port)))), baseUrl: `http://127.0.0.1:${port}` };
}

/** Runs a program to its end and returns the JSON value that it prints. Throws when the program fails. */
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

/** Finds a free TCP port. */
export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (typeof address !== 'object' || !address) throw new Error('No free port was found');
  return address.port;
}

function spawnProgram({ path, args = [], env = {} }: Program, options: readonly string[] = []): ChildProcess {
  return spawn(process.execPath, [...options, path, ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** Resolves at the wanted line. Reads all output of the process, so that a full pipe never blocks it. */
function lineWith(child: ChildProcess, wanted: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (!child.stdout) throw new Error('The output of the process is not piped');
  createInterface(child.stdout).on('line', (line) => {
    if (line.includes(wanted)) resolve();
  });
  return promise;
}
