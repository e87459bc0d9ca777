import { join } from 'node:path';
import { choosePort } from '@ecp/database/choose-port';
import { openEmbeddedPostgres } from '@ecp/database/embedded/embedded-postgres';
import { makeDataDir } from '@ecp/database/embedded/testing/data-dir';
import { migrate } from '@ecp/database/migrate';
import { SupervisedProcess } from '@ecp/testing/supervised-process';
import { testSecret } from '../../apps/server/testing/engine/engine-client.ts';
import { findPostgres } from '../../e2e/testing/product.ts';
import { query } from '../query.ts';
import { answers, checkout, inherited, makeService } from '../services.ts';

/** The server of databases, the sizes of a measurement, and the place to report its progress. */
export interface Bench {
  database: BenchDatabase;
  plan: Record<'rounds' | 'seconds' | 'connections', number>;
  report: (line: string) => void;
}

/** A temporary Postgres with the product's own settings, including fsync. */
interface BenchDatabase {
  /** Id of the server's first process. */
  pid: number;
  /** Folder for the data and logs of services. */
  folder: string;
  /** Creates a migrated database, and returns its superuser URL. */
  create(name: string): Promise<string>;
  /** Stops the server and deletes its files. */
  close(): Promise<void>;
}

export async function openBenchDatabase(): Promise<BenchDatabase> {
  const { dataDir, remove } = makeDataDir();
  const postgres = await openEmbeddedPostgres({ dataDir, log: console.error });
  const [pid = 0] = await findPostgres(dataDir);
  return {
    pid,
    folder: dataDir,
    async create(name) {
      await query(postgres.url, `create database ${name}`);
      const url = Object.assign(new URL(postgres.url), { pathname: `/${name}` }).href;
      await migrate(url);
      return url;
    },
    async close() {
      await postgres.close();
      await remove();
    },
  };
}

/** A server with its address. */
export interface RunningServer {
  baseUrl: string;
  process: SupervisedProcess;
}

/**
 * Starts a role on a migrated database. It writes no request log, and refuses no request of a key
 * for its rate.
 */
export async function startRole(
  role: 'web' | 'worker',
  databaseUrl: string,
  folder: string,
): Promise<RunningServer> {
  const environment = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: join(folder, role),
    SECRET_KEY: testSecret,
    RATE_LIMIT_API: '1000000',
    LOG_LEVEL: 'warn',
  };
  const port = await choosePort(undefined);
  const logPath = join(folder, `${role}.log`);
  const service = makeService({ name: role, role, port, environment, logPath });
  await service.start();
  return { baseUrl: `http://127.0.0.1:${port}`, process: service };
}

/** Starts the floor on a database of the platform. */
export async function startFloor(databaseUrl: string, folder: string): Promise<RunningServer> {
  const port = await choosePort(undefined);
  const baseUrl = `http://127.0.0.1:${port}`;
  const server = new SupervisedProcess({
    name: 'floor',
    command: [process.execPath, 'ops/http/floor-server.ts', databaseUrl, String(port)],
    cwd: checkout,
    environment: inherited,
    logPath: join(folder, 'floor.log'),
    isReady: () => answers(`${baseUrl}/ready`),
  });
  await server.start();
  return { baseUrl, process: server };
}
