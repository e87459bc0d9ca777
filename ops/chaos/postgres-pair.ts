import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdir, open, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { locateBinaries, prepareBinaries } from '@ecp/database/embedded/binaries';
import { choosePort } from '@ecp/database/embedded/choose-port';
import {
  type ClusterLocation,
  initializeCluster,
  prepareClusterDir,
  readSuperuserPassword,
} from '@ecp/database/embedded/cluster';
import { runCommand } from '@ecp/database/embedded/command';
import { ensureDatabase, ensureServiceRole } from '@ecp/database/embedded/open-embedded-postgres';
import { clearStalePostmasterFile, findServerProcesses } from '@ecp/database/embedded/postmaster';
import { type RunningServer, startServer, stopServer } from '@ecp/database/embedded/server';
import { type FaultProxy, type ProxyMode, startFaultProxy } from '@ecp/testing/fault-proxy';
import { pollUntil } from '@ecp/testing/poll-until';
import pg from 'pg';
import { sendSignal } from './processes.ts';

const run = promisify(execFile);
const pieceBytes = 1_048_576;

/** A file system of a fixed size that can be filled. */
interface SmallDisk {
  /** Writes a file until there is no room. */
  fill(): Promise<void>;
  /** Removes that file. */
  free(): Promise<void>;
  unmount(): Promise<void>;
}

/**
 * Mounts a file system in memory at `folder`. Returns null where this process may not: only root
 * may.
 */
async function mountSmallDisk(folder: string, sizeBytes: number): Promise<SmallDisk | null> {
  if (process.getuid?.() !== 0) return null;
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${sizeBytes},mode=0755`, 'tmpfs', folder]);
  } catch {
    return null; // a container without the right to mount
  }
  const ballast = join(folder, 'ballast');
  return {
    async fill() {
      const file = await open(ballast, 'w');
      const piece = Buffer.alloc(pieceBytes);
      try {
        for (let written = 0; written < sizeBytes; written += pieceBytes) await file.write(piece);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      } finally {
        await file.close();
      }
    },
    free: () => rm(ballast, { force: true }),
    async unmount() {
      await run('umount', ['-l', folder]);
    },
  };
}

/** Size of the file system that holds the tables. */
const diskBytes = 1_500_000_000;

interface Node extends ClusterLocation {
  disk: SmallDisk | null;
  server: RunningServer;
}

/** A Postgres server and its synchronous standby, on 127.0.0.1. */
export class PostgresPair {
  readonly #folder: string;
  readonly #log: (line: string) => void;
  #binDir = '';
  #password = '';
  #servicePassword = '';
  #generation = 0;
  #primary!: Node;
  /** The standby follows the primary through it. */
  #replication!: FaultProxy;
  #standby: Node | undefined;

  private constructor(folder: string, log: (line: string) => void) {
    this.#folder = folder;
    this.#log = log;
  }

  /** Starts both servers with an empty database `app` below `folder`. */
  static async open(folder: string, log: (line: string) => void): Promise<PostgresPair> {
    const pair = new PostgresPair(folder, log);
    await pair.#openPrimary();
    pair.#replication = await startFaultProxy(() => [{ host: '127.0.0.1', port: pair.port }]);
    await pair.#openStandby();
    return pair;
  }

  /** Port of the server that takes writes. */
  get port(): number {
    return this.#primary.server.port;
  }

  /** False where the machine lets nobody mount a file system. */
  get canFillDisk(): boolean {
    return this.#primary.disk !== null;
  }

  /** Address for the services by a port of a proxy. */
  serviceUrl(port: number): string {
    return `postgres://ecp_service:${this.#servicePassword}@127.0.0.1:${port}/app`;
  }

  /** Address of the superuser, for migrations and for the checker. */
  ownerUrl(port = this.port): string {
    return `postgres://postgres:${encodeURIComponent(this.#password)}@127.0.0.1:${port}/app`;
  }

  /** Runs one statement as superuser. */
  async query<Row extends pg.QueryResultRow>(text: string): Promise<Row[]> {
    return queryOnce<Row>(this.ownerUrl(), text);
  }

  /** Kills all processes of the primary with -9 and starts it again. */
  async killAndRestart(): Promise<void> {
    const { port } = this.#primary.server;
    await this.#kill(this.#primary);
    this.#primary.server = await this.#start(this.#primary, port);
  }

  /** Stops all processes of the primary with SIGSTOP, or lets them continue. */
  async signal(signal: 'SIGSTOP' | 'SIGCONT'): Promise<void> {
    for (const pid of await findServerProcesses(this.#primary.clusterDir)) sendSignal(pid, signal);
  }

  /** Makes the server refuse writes of new transactions with 25006, or accept them again. */
  async setReadOnly(readOnly: boolean): Promise<void> {
    await this.query(`alter system set default_transaction_read_only = ${readOnly ? 'on' : 'off'}`);
    await this.query('select pg_reload_conf()');
  }

  /**
   * Changes the treatment of the connection between the two servers. Commits wait for the standby.
   */
  disturbReplication(mode: ProxyMode): void {
    this.#replication.set(mode);
  }

  /**
   * Opens connections as the services' role until there are no more. Gives `undo` the act that
   * closes them.
   */
  async takeConnections(undo: (act: () => Promise<void>) => void): Promise<void> {
    const taken: pg.Client[] = [];
    undo(async () => {
      await Promise.allSettled(taken.map((client) => client.end()));
    });
    for (;;) {
      const client = new pg.Client({
        connectionString: this.serviceUrl(this.port),
        connectionTimeoutMillis: 5_000,
      });
      client.on('error', () => undefined);
      if (
        !(await client.connect().then(
          () => true,
          () => false,
        ))
      )
        break;
      taken.push(client);
    }
  }

  /** Fills the file system of the tables, so that writes fail with 53100. */
  fillDisk = (): Promise<void> => this.#primary.disk?.fill() ?? Promise.resolve();

  /**
   * Frees the disk, and starts the server again if it has given up, as it does without room for a
   * checkpoint.
   */
  freeDisk = async (): Promise<void> => {
    await this.#primary.disk?.free();
    const { clusterDir, server } = this.#primary;
    const hasEnded = () => server.process.exitCode !== null;
    const serves = () =>
      this.query('select').then(
        () => true,
        () => false,
      );
    await pollUntil(
      async () => hasEnded() || (await serves()),
      (decided) => decided,
      60_000,
    );
    if (!hasEnded()) return;
    await clearStalePostmasterFile(clusterDir);
    this.#primary.server = await this.#start(this.#primary, server.port);
  };

  /** Kills the primary with -9 and promotes the standby. A new standby follows `openStandby`. */
  async failOver(): Promise<void> {
    const old = this.#primary;
    const next = this.#standby;
    if (next === undefined) throw new Error('There is no standby');
    await this.#kill(old);
    await queryOnce(this.ownerUrl(next.server.port), 'select pg_promote(true, 60)');
    this.#primary = next;
    this.#standby = undefined;
    await this.query(`alter system set synchronous_standby_names = ''`);
    await this.query('select pg_reload_conf()');
    await this.#remove(old);
  }

  /** Makes a new standby from a copy of the primary and waits until commits wait for it. */
  async renewStandby(): Promise<void> {
    if (this.#standby === undefined) await this.#openStandby();
  }

  /** Stops both servers. */
  async close(): Promise<void> {
    for (const node of [this.#standby, this.#primary]) {
      if (node === undefined) continue;
      await stopServer(node.clusterDir);
      await this.#remove(node);
    }
    await this.#replication.close();
  }

  async #openPrimary(): Promise<void> {
    const place = await this.#makePlace();
    const binaries = await locateBinaries();
    this.#binDir = await prepareBinaries(binaries, place.user, this.#log);
    const { majorVersion } = binaries;
    await initializeCluster(place, {
      binDir: this.#binDir,
      majorVersion,
      durable: false,
      log: this.#log,
    });
    await this.#moveLog(place);
    this.#password = await readSuperuserPassword(place.clusterDir);
    this.#primary = { ...place, server: await this.#start(place, await choosePort(undefined)) };
    const url = await ensureDatabase(this.port, this.#password, 'app');
    this.#servicePassword = new URL(await ensureServiceRole(url)).password;
  }

  async #openStandby(): Promise<void> {
    const place = await this.#makePlace();
    await this.#copyPrimary(place);
    const server = await this.#start(place, await choosePort(undefined), {
      primary_conninfo: `host=127.0.0.1 port=${this.#replication.port} user=postgres password=${this.#password}`,
    });
    this.#standby = { ...place, server };
    await pollUntil(
      () => this.query<{ state: string }>('select state from pg_stat_replication'),
      (rows) => rows.some(({ state }) => state === 'streaming'),
      60_000,
    );
    await this.query(`alter system set synchronous_standby_names = '*'`);
    await this.query('select pg_reload_conf()');
  }

  /** Copies the primary while it serves, between the beginning and the end of a backup. */
  async #copyPrimary(place: ClusterLocation): Promise<void> {
    const client = new pg.Client({ connectionString: this.ownerUrl() });
    await client.connect();
    try {
      await client.query(`select pg_backup_start('standby', true)`);
      const skipped = ['postmaster.pid', 'postmaster.opts', 'pg_wal', 'pg_replslot'];
      await cp(this.#primary.clusterDir, place.clusterDir, {
        recursive: true,
        filter: (source) =>
          !skipped.some((name) => source === join(this.#primary.clusterDir, name)),
      });
      for (const name of ['pg_wal', 'pg_wal/archive_status', 'pg_wal/summaries', 'pg_replslot']) {
        await mkdir(join(place.clusterDir, name), { recursive: true });
      }
      const { rows } = await client.query<{ labelfile: string }>(
        'select labelfile from pg_backup_stop(false)',
      );
      await writeFile(join(place.clusterDir, 'backup_label'), rows[0]?.labelfile ?? '');
      await writeFile(join(place.clusterDir, 'standby.signal'), '');
    } finally {
      await client.end();
    }
    await chmod(place.clusterDir, 0o700);
    await this.#moveLog(place);
    await ownAll(place);
  }

  /**
   * Keeps the write-ahead log out of the small file system: without room for it, the server would
   * stop.
   */
  async #moveLog({ clusterDir, user }: ClusterLocation): Promise<void> {
    const log = `${clusterDir}.wal`.replace('/disk/', '/');
    await cp(join(clusterDir, 'pg_wal'), log, { recursive: true });
    await rm(join(clusterDir, 'pg_wal'), { recursive: true });
    await symlink(log, join(clusterDir, 'pg_wal'));
    await ownAll({ clusterDir: log, user });
  }

  async #makePlace(): Promise<ClusterLocation & { disk: SmallDisk | null }> {
    this.#generation += 1;
    const folder = join(this.#folder, `server-${this.#generation}`);
    await mkdir(join(folder, 'disk'), { recursive: true });
    const disk = await mountSmallDisk(join(folder, 'disk'), diskBytes);
    await chmod(folder, 0o755);
    await chmod(join(folder, 'disk'), 0o755);
    const place = await prepareClusterDir(
      join(folder, 'disk'),
      join(folder, 'disk', 'postgres'),
      this.#log,
    );
    return { ...place, disk };
  }

  #start(
    place: ClusterLocation,
    port: number,
    settings: Record<string, string> = {},
  ): Promise<RunningServer> {
    const logPath = join(this.#folder, 'logs', 'postgres.log');
    const shared = {
      wal_keep_size: '1GB',
      max_connections: '300',
      shared_buffers: '256MB',
      ...settings,
    };
    const options = { ...place, binDir: this.#binDir, logPath, settings: shared, log: this.#log };
    return startServer(options, () => Promise.resolve(port));
  }

  async #kill({ clusterDir, server }: Node): Promise<void> {
    const exited = server.process.exitCode === null ? once(server.process, 'exit') : undefined;
    for (const pid of await findServerProcesses(clusterDir)) sendSignal(pid, 'SIGKILL');
    await pollUntil(
      () => findServerProcesses(clusterDir),
      (pids) => pids.length === 0,
      30_000,
    );
    await exited;
    await clearStalePostmasterFile(clusterDir);
  }

  async #remove({ clusterDir, disk }: Node): Promise<void> {
    await disk?.unmount();
    await rm(clusterDir.replace(/\/disk\/.*$/, ''), { recursive: true, force: true });
  }
}

/** Gives all files of a folder to the user of the server. */
async function ownAll({ clusterDir, user }: ClusterLocation): Promise<void> {
  if (user === undefined) return;
  await runCommand('chown', ['-R', `${user.uid}:${user.gid}`, clusterDir], { timeoutMs: 60_000 });
}

async function queryOnce<Row extends pg.QueryResultRow>(
  connectionString: string,
  text: string,
): Promise<Row[]> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: 30_000,
    query_timeout: 90_000,
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}
