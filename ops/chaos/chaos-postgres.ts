import { join } from 'node:path';
import { openEmbeddedPostgres } from '@ecp/database/embedded/embedded-postgres';
import { pollUntil } from '@ecp/testing/poll-until';
import pg from 'pg';
import { findPostgres } from '../../e2e/testing/product.ts';
import { query } from '../query.ts';

/** The Postgres of the services, which starts again when it is killed. */
export interface ChaosPostgres {
  port: number;
  /** Addresses of the database for services and for its owner, by the port of a proxy. */
  serviceUrl(port: number): string;
  ownerUrl(port?: number): string;
  /** Runs one statement as superuser. */
  query<Row extends pg.QueryResultRow>(text: string): Promise<Row[]>;
  /** Kills all of its processes with -9, and waits until it serves again. */
  killAndRestart(): Promise<void>;
  /** Stops all of its processes with SIGSTOP, or lets them continue. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): Promise<void>;
  /** Makes it refuse writes of new transactions with 25006, or accept them again. */
  setReadOnly(readOnly: boolean): Promise<void>;
  /** Opens connections until there are no more. `undo` gets the act that closes them. */
  takeConnections(undo: (act: () => Promise<void>) => void): Promise<void>;
  close(): Promise<void>;
}

/** Starts a Postgres with an empty database `app` below `folder`. */
export async function openChaosPostgres(folder: string): Promise<ChaosPostgres> {
  const settings = { fsync: 'off', max_connections: '300', shared_buffers: '256MB' };
  const dataDir = join(folder, 'database');
  const { url, serviceUrl, close } = await openEmbeddedPostgres({
    dataDir,
    settings,
    log: console.error,
  });
  const directPort = Number(new URL(url).port);
  const through = (address: string, port: number) =>
    Object.assign(new URL(address), { port: String(port) }).href;
  const signalAll = async (signal: NodeJS.Signals) => {
    for (const pid of await findPostgres(dataDir)) {
      try {
        process.kill(pid, signal);
      } catch (error) {
        // A process of a connection may end in between.
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
      }
    }
  };
  return {
    port: directPort,
    serviceUrl: (port) => through(serviceUrl, port),
    ownerUrl: (port = directPort) => through(url, port),
    query: (text) => query(url, text),
    async killAndRestart() {
      const [killed] = await findPostgres(dataDir);
      await signalAll('SIGKILL');
      await pollUntil(
        async () => (await findPostgres(dataDir))[0] ?? killed,
        (server) => server !== killed,
      );
      const askOnce = () =>
        query(url, 'select').then(
          () => true,
          () => false,
        );
      await pollUntil(askOnce, (isUp) => isUp);
    },
    signal: signalAll,
    async setReadOnly(readOnly) {
      await query(url, `alter system set default_transaction_read_only = ${readOnly}`);
      await query(url, 'select pg_reload_conf()');
    },
    async takeConnections(undo) {
      const taken: pg.Client[] = [];
      undo(async () => {
        await Promise.allSettled(taken.map((client) => client.end()));
      });
      try {
        for (;;) {
          const connectionString = serviceUrl;
          const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 });
          client.on('error', () => undefined);
          await client.connect();
          taken.push(client);
        }
      } catch {
        // There is no more connection.
      }
    },
    close,
  };
}
