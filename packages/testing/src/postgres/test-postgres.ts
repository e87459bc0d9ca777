import { chmod, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  DataDirInUseError,
  lockDir,
  openEmbeddedPostgres,
} from '@ecp/database/embedded/embedded-postgres';
import { removeServer } from '@ecp/database/embedded/testing/data-dir';
import { prepareDatabase } from '@ecp/database/prepare-database';

/** A temporary Postgres. `close` stops it and deletes its files. */
interface TestPostgres {
  /** Address of its database `app`, as superuser. */
  url: string;
  /** The same for the role as which services log in. */
  serviceUrl: string;
  /** A folder for files of services that use it, deleted with it. */
  filesDir: string;
  close(): Promise<void>;
}

/**
 * Nothing must survive a crash. Statistics follow at once, because a plan for an empty table reads
 * all rows of a filled one. Databases live for seconds, so none is vacuumed. A connection plans each
 * named statement once: by default it would plan the first five uses anew, which takes a quarter of
 * the server's processor time, because few connections live longer.
 */
const settings = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  max_connections: '400',
  scram_iterations: '1',
  autovacuum_naptime: '20s',
  autovacuum_vacuum_threshold: '1000000000',
  autovacuum_vacuum_insert_threshold: '-1',
  plan_cache_mode: 'force_generic_plan',
};

/**
 * Starts a real Postgres in a temporary folder and removes what killed runs left. Throws
 * EmbeddedPostgresError.
 */
export async function startTestPostgres(): Promise<TestPostgres> {
  await removeDeadTestPostgres();
  const dataDir = await mkdtemp(join(tmpdir(), testPostgresPrefix));
  try {
    await chmod(dataDir, 0o711); // the server's user must be able to enter if the tests run as root
    const filesDir = join(dataDir, 'files');
    await mkdir(filesDir);
    const socketDir = join(dataDir, 'sockets');
    await mkdir(socketDir);
    await chmod(socketDir, 0o777); // the server's user makes its socket there
    const database = await openEmbeddedPostgres({
      dataDir,
      settings: { ...settings, unix_socket_directories: socketDir },
      log: (line) => console.error(line),
    });
    const close = async (): Promise<void> => {
      await database.close();
      await removeTestFiles(dataDir);
    };
    const url = throughSocket(database.url, socketDir);
    return { url, serviceUrl: throughSocket(database.serviceUrl, socketDir), filesDir, close };
  } catch (error) {
    await removeTestFiles(dataDir);
    throw error;
  }
}

/**
 * Adds the folder of the server's socket, over which a statement takes less processor time than
 * over TCP. Clients prefer it to host and port, which stay in the address for proxies.
 */
function throughSocket(url: string, socketDir: string): string {
  const address = new URL(url);
  address.searchParams.set('host', socketDir);
  return address.href;
}

/** Prefix of the folders of temporary servers in the system's temporary folder. */
export const testPostgresPrefix = 'ecp-test-postgres-';

/**
 * Stops servers and deletes folders of killed runs below `parentDir`, whose lock is free, if older
 * than `youngMs`.
 */
export async function removeDeadTestPostgres(
  parentDir: string = tmpdir(),
  youngMs = 30_000,
): Promise<void> {
  const names = await readdir(parentDir);
  for (const name of names.filter((entry) => entry.startsWith(testPostgresPrefix))) {
    const dataDir = join(parentDir, name);
    if (await isOwnAndOld(dataDir, youngMs)) await removeUnlocked(dataDir);
  }
}

/** Deletes the files of a temporary server, which it stops if it still runs. */
async function removeTestFiles(dataDir: string): Promise<void> {
  await removeServer(dataDir);
  await rm(dataDir, { recursive: true, force: true });
}

async function removeUnlocked(dataDir: string): Promise<void> {
  try {
    const lock = lockDir(dataDir);
    await removeTestFiles(dataDir).finally(() => lock.close());
  } catch (error) {
    if (!(error instanceof DataDirInUseError)) throw error;
  }
}

async function isOwnAndOld(dataDir: string, youngMs: number): Promise<boolean> {
  // Another run may remove it at the same time.
  const folder = await stat(dataDir).catch(() => null);
  if (folder === null) return false;
  return folder.uid === process.getuid?.() && Date.now() - folder.birthtimeMs >= youngMs;
}

/** Makes the schema that a service finds at its second start. */
export async function prepareTemplate(url: string, ownerUrl: string): Promise<void> {
  await prepareDatabase(url, ownerUrl);
}
