import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { chooseTestPort } from '../choose-test-port.ts';
import { throughProxy } from '../fault-proxy.ts';
import { pollUntil } from '../poll-until.ts';

export interface Pooler {
  /** Returns the pooler's address for an address of the database. */
  through(url: string): string;
  stop(): Promise<void>;
}

const program = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin']
  .map((folder) => join(folder, 'pgbouncer'))
  .find((path) => existsSync(path));

/**
 * Starts PgBouncer in transaction mode with few connections to `url`. Null, with a message, if it
 * is not installed.
 */
export async function startPooler(url: string): Promise<Pooler | null> {
  if (program === undefined) {
    console.error(
      '\n*** SKIPPED: no pgbouncer is installed, so nothing was tested with a pooler ***\n',
    );
    return null;
  }
  const { hostname, port: serverPort, username, password } = new URL(url);
  const folder = await mkdtemp(join(tmpdir(), 'pooler-'));
  const port = await chooseTestPort();
  const [settings, users] = [join(folder, 'pgbouncer.ini'), join(folder, 'users.txt')];
  await writeFile(users, `"${decodeURIComponent(username)}" "${decodeURIComponent(password)}"\n`);
  await writeFile(
    settings,
    `[databases]
* = host=${hostname} port=${serverPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = transaction
default_pool_size = 8
max_client_conn = 1000
ignore_startup_parameters = extra_float_digits
${process.getuid?.() === 0 ? 'user = nobody' : ''}
`,
  );
  // The pooler does not run as root, and reads its files as another user.
  await chmod(folder, 0o755);
  const server = spawn(program, ['-q', settings], { stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = new Promise((resolve) => server.once('exit', resolve));
  await pollUntil(
    () => accepts(port),
    (accepted) => accepted,
  );
  return {
    through: (direct) => throughProxy(direct, { host: '127.0.0.1', port }),
    async stop() {
      server.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function accepts(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect(port, '127.0.0.1', () => resolve(true));
  socket.once('error', () => resolve(false));
  return promise.finally(() => socket.destroy());
}
