import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chooseTestPort } from '@ecp/testing/choose-test-port';
import { pollUntil } from '@ecp/testing/poll-until';
import { createClient } from '@redis/client';

export interface RedisServer {
  url: string;
  /** Makes the process hang until `resume`. */
  pause(): void;
  resume(): void;
  /** Stops the process; `start` starts an empty one on the same port. */
  stop(): Promise<void>;
  start(): Promise<void>;
}

const program = ['redis-server', 'valkey-server']
  .flatMap((name) =>
    (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, name)),
  )
  .find((path) => existsSync(path));

/**
 * Starts a Redis without persistence on a free port; null, with a loud message, if none is
 * installed.
 */
export async function startRedis(): Promise<RedisServer | null> {
  if (program === undefined) {
    console.error(
      '\n*** SKIPPED: no redis-server is installed, so nothing was tested with Redis ***\n',
    );
    return null;
  }
  const path = program;
  const port = await chooseTestPort();
  const url = `redis://127.0.0.1:${port}`;
  let server: ChildProcess;
  const start = async () => {
    const options = [
      '--port',
      String(port),
      '--bind',
      '127.0.0.1',
      '--save',
      '',
      '--appendonly',
      'no',
    ];
    server = spawn(path, options, { stdio: 'ignore' });
    await pollUntil(
      () => answers(url),
      (up) => up,
    );
  };
  await start();
  return {
    url,
    start,
    pause: () => server.kill('SIGSTOP'),
    resume: () => server.kill('SIGCONT'),
    async stop() {
      // Ctrl-C ends it together with the program that uses it.
      if (server.exitCode !== null || server.signalCode !== null) return;
      const ended = once(server, 'exit');
      server.kill('SIGKILL');
      await ended;
    },
  };
}

async function answers(url: string): Promise<boolean> {
  const client = createClient({ url, socket: { reconnectStrategy: false } });
  // The call below reports a refused connection. Its error would end the process if nobody listened
  // for it.
  client.on('error', () => undefined);
  try {
    await client.connect();
    client.destroy();
    return true;
  } catch {
    return false;
  }
}
