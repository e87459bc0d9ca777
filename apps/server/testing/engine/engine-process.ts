import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FreshDatabase } from '@ecp/testing/postgres/fresh-database';
import { serverPrograms, thriftyOptions } from '@ecp/testing/server-programs';
import { createEngineClient, type EngineClient, testSecret } from './engine-client.ts';

const checkout = fileURLToPath(new URL('../../../../', import.meta.url));
const readyLimitMs = 240_000;

/** A worker in its own process. The calls of the engine are this process's, and end with it. */
export interface EngineProcess extends EngineClient {
  pid: number;
  /** The address of its health. */
  url: string;
  /** Returns everything that it has written so far. */
  output(): string;
  /** Settles when the process has ended and the calls are closed. */
  exited: Promise<{ code: number | null; signal: string | null }>;
  /** Sends kill -9. Resolves when the process has ended. */
  kill(): Promise<void>;
  /** Sends SIGTERM. Resolves with the exit code. */
  stop(): Promise<number | null>;
  /** Sends a signal without waiting. */
  signal(name: NodeJS.Signals): void;
}

/**
 * Starts the engine of this checkout, or of another folder, on a database and waits until it is
 * ready.
 */
export async function startEngineProcess(
  databaseUrl: string,
  environment: Record<string, string> = {},
  { folder = checkout }: { folder?: string } = {},
): Promise<EngineProcess> {
  const settings = {
    DATABASE_URL: databaseUrl,
    ENGINE_PORT: '0',
    ROLES: 'worker',
    SECRET_KEY: testSecret,
  };
  const child = fork(join(folder, serverPrograms.engine), {
    execArgv: [...thriftyOptions],
    env: { ...pickInherited(), LOG_LEVEL: 'warn', ...settings, ...environment },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const chunks: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => chunks.push(String(chunk)));
  const output = () => chunks.join('');
  const ended = once(child, 'exit').then(([code, signal]) => ({ code, signal }));
  const url = await readUrl(child, output);
  const client = await createEngineClient(databaseUrl);
  const exited = ended.then(async (result) => {
    await client.closeCalls();
    return result;
  });
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    return (await exited).code;
  };
  return {
    ...client,
    url,
    pid: child.pid ?? 0,
    output,
    exited,
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
    signal: (name) => void child.kill(name),
  };
}

/** Picks the variables for programs, temporary files and a faster start. */
function pickInherited(): NodeJS.ProcessEnv {
  const { PATH, TMPDIR, NODE_COMPILE_CACHE } = process.env;
  return { PATH, TMPDIR, NODE_COMPILE_CACHE };
}

async function readUrl(child: ChildProcess, output: () => string): Promise<string> {
  const signal = AbortSignal.timeout(readyLimitMs);
  const ready = once(child, 'message', { signal });
  const ended = once(child, 'exit', { signal }).then(() => {
    throw new Error(`The engine did not start: ${output()}`);
  });
  const [message] = await Promise.race([ready, ended]);
  ended.catch(() => undefined);
  return String((message as { url: string }).url);
}

/** Reads the executor id of an engine process that lives. */
export async function readExecutorId(
  { asSuperuser }: Pick<FreshDatabase, 'asSuperuser'>,
  { pid }: EngineProcess,
) {
  const [row] = await asSuperuser<{ id: string }>(
    'select executor_id as id from platform.executor_leases where pid = $1',
    [pid],
  );
  return row?.id ?? '';
}
