import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureDatabase } from '@ecp/database/embedded/ensure-database';
import { initializeCluster, readSuperuserPassword } from '@ecp/database/embedded/initialize-cluster';
import { locateBinaries } from '@ecp/database/embedded/locate-binaries';
import { prepareBinaries } from '@ecp/database/embedded/prepare-binaries';
import { prepareClusterDir } from '@ecp/database/embedded/prepare-cluster-dir';
import { superviseServer } from '@ecp/database/embedded/supervise-server';
import pg from 'pg';
import { type ComposeService, deployFile } from './compose-file.ts';
import type { StackPart } from './start-parts.ts';

/** A Postgres with the roles of deploy/postgres/roles.sql. */
export interface PostgresPart extends StackPart {
  /** The superuser's address of the database `app`. */
  adminUrl: string;
  /** Drops the database `app`, with all connections to it, and makes an empty one with its roles. */
  replaceDatabase(): Promise<void>;
}

interface PostgresOptions {
  service: ComposeService | undefined;
  folder: string;
  port: number;
  /** Passwords of the compose file by the names of its settings. */
  settings: Record<string, string>;
}

const log = (line: string) => console.log(`  postgres: ${line}`);

/** Starts Postgres on `port` with the flags of the compose file. It can be stopped and started again with its data. */
export async function startPostgres({ service, folder, port, settings }: PostgresOptions): Promise<PostgresPart> {
  const dataDir = join(folder, 'data');
  await mkdir(dataDir, { recursive: true });
  const place = await prepareClusterDir(dataDir, join(dataDir, 'postgres'), log);
  const binaries = await locateBinaries();
  const binDir = await prepareBinaries(binaries, place.user, log);
  await initializeCluster(place, { binDir, majorVersion: binaries.majorVersion, durable: true, log });
  const password = await readSuperuserPassword(place.clusterDir);
  const logPath = join(folder, 'logs', 'postgres.log');
  // This is more than the compose file has, because in session mode each connection of a service holds one of Postgres.
  const flags = { ...readFlags(service?.command ?? []), max_connections: '600' };
  const open = () => superviseServer({ ...place, binDir, logPath, settings: flags, log }, port);
  let server = await open();
  const adminUrl = await ensureDatabase(server.port, password, 'app');
  const roles = await readRoles(settings);
  await query(adminUrl, roles);
  const prepared = roles.split(';').filter((line) => line.includes(' database app '));
  return {
    name: 'postgres',
    adminUrl,
    stop: () => server.stop(),
    async start() {
      server = await open();
      if (server.port !== port) throw new Error(`Another program has taken port ${port}`);
    },
    async replaceDatabase() {
      await query(adminUrl.replace(/app$/, 'postgres'), 'drop database app with (force)');
      await ensureDatabase(port, password, 'app');
      await query(adminUrl, prepared.join(';'));
    },
  };
}

/** Reads deploy/postgres/roles.sql as psql does: variables stand for passwords. */
async function readRoles(settings: Record<string, string>): Promise<string> {
  const passwords = {
    owner_password: settings['DATABASE_OWNER_PASSWORD'],
    service_password: settings['DATABASE_PASSWORD'],
  };
  return (await readFile(deployFile('postgres/roles.sql'), 'utf8'))
    .replaceAll(/^\\.*$/gm, '')
    .replaceAll(/:'(\w+)'/g, (_, name: keyof typeof passwords) => `'${passwords[name]}'`);
}

async function query(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}

/** Reads the settings of `postgres -c name=value -c name=value`. */
const readFlags = (command: readonly string[]): Record<string, string> =>
  Object.fromEntries(command.filter((word) => word.includes('=')).map((word) => word.split('=')));
