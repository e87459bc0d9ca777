import { readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { ProcessPlan, SupervisedProcess } from '@ecp/testing/supervised-process';
import { startS3Server } from '../../../apps/platform/testing/servers/start-s3-server.ts';
import { type ComposeService, deployFile, localise, type Ports } from './compose-file.ts';
import { inherited, type Pooling, portOf } from './service-plans.ts';

/** A part of the stack that can be stopped and started again. */
export interface StackPart {
  readonly name: string;
  stop(signal: NodeJS.Signals): Promise<unknown>;
  start(): Promise<void>;
}

/** Starts a process of the stack. */
export type Start = (plan: Omit<ProcessPlan, 'logPath' | 'cwd'> & Partial<ProcessPlan>) => Promise<SupervisedProcess>;

/** The files and ports of a stack. */
export interface StackPlace {
  folder: string;
  ports: Ports;
}

/** Starts a server with the S3 API and the bucket of the compose file. It can be stopped and started with its files. */
export async function startS3(): Promise<StackPart & { port: number; close(): Promise<void> }> {
  let server = await startS3Server();
  return {
    name: 's3',
    port: server.port,
    stop: () => server.stop(),
    async start() {
      server = await startS3Server(server);
    },
    close: () => server.close(),
  };
}

/** Starts Redis with the flags of the compose file. */
export function startRedis(
  service: ComposeService | undefined,
  port: number,
  start: Start,
): Promise<SupervisedProcess> {
  const [program = 'redis-server', ...flags] = service?.command ?? [];
  return start({
    name: 'redis',
    command: [program, ...flags, '--port', String(port), '--bind', '127.0.0.1'],
    environment: inherited(),
    isReady: () => accepts(port),
  });
}

interface PgBouncerPlace extends StackPlace {
  service: ComposeService | undefined;
  pooling: Pooling;
  settings: Record<string, string>;
}

/**
 * Starts PgBouncer with the settings of deploy/pgbouncer. In session mode each connection of a service holds one of
 * Postgres, so this needs more than the compose file has.
 */
export async function startPgBouncer(place: PgBouncerPlace, start: Start): Promise<SupervisedProcess> {
  const { service, folder, ports, pooling, settings } = place;
  const users = join(folder, 'userlist.txt');
  await writeFile(users, `"ecp_service" "${settings['DATABASE_PASSWORD']}"\n`, { mode: 0o644 });
  const port = portOf(ports, 'pgbouncer:6432');
  const text = localise(await readFile(deployFile('pgbouncer/pgbouncer.ini'), 'utf8'), ports)
    .replace(/^listen_addr = .*$/m, 'listen_addr = 127.0.0.1')
    .replace(/^listen_port = .*$/m, `listen_port = ${port}`)
    .replace(/^auth_file = .*$/m, `auth_file = ${users}`)
    .replace(/^pool_mode = .*$/m, `pool_mode = ${pooling}`)
    .replace(/^default_pool_size = .*$/m, (line) => (pooling === 'session' ? 'default_pool_size = 500' : line));
  const config = join(folder, 'pgbouncer.ini');
  await writeFile(config, text);
  const asOther = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  return start({
    name: 'pgbouncer',
    command: ['pgbouncer', ...asOther, config],
    environment: inherited(),
    stopLimitMs: service?.stopLimitMs,
    isReady: () => accepts(port),
  });
}

/** Starts nginx with the settings of deploy/nginx. */
export async function startNginx({ folder, ports }: StackPlace, start: Start): Promise<SupervisedProcess> {
  const config = join(folder, 'nginx.conf');
  const text = localise(await readFile(deployFile('nginx/nginx.conf'), 'utf8'), ports, 'nginx');
  // Local addresses need no name server, and nginx before 1.27.3 cannot ask for the names of an upstream again.
  const named = text.replace(/^ *resolver .*$/m, '').replaceAll(' resolve ', ' ');
  await writeFile(config, named.replaceAll('/tmp/', `${folder}/`));
  return start({
    name: 'nginx',
    command: ['nginx', '-c', config, '-p', folder, '-g', 'daemon off;'],
    environment: inherited(),
    isReady: () => accepts(portOf(ports, 'nginx:8080')),
  });
}

function accepts(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect(port, '127.0.0.1')
    .once('connect', () => resolve(true))
    .once('error', () => resolve(false));
  return promise.finally(() => socket.destroy());
}
