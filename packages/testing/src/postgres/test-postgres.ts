import { chmod, mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbeddedPostgres } from '@ecp/database/embedded/open-embedded-postgres';
import { removeDeadTestPostgres, removeTestFiles, testPostgresPrefix } from './remove-dead-test-postgres.ts';

/** A temporary Postgres. `close` stops it and deletes its files. */
export interface TestPostgres {
  /** Address of its database `app`, as superuser. */
  url: string;
  /** The same for the role as which services log in. */
  serviceUrl: string;
  /** A folder for files of services that use it, deleted with it. */
  filesDir: string;
  close(): Promise<void>;
}

/**
 * Nothing must survive a crash, so nothing waits for the disk. Parallel test files share the connections. Statistics
 * follow at once, because a plan made for an empty table would go on reading all rows of a filled one. Databases live for
 * seconds, so none is vacuumed.
 */
const settings = {
  ...{ fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' },
  max_connections: '400',
  autovacuum_naptime: '20s',
  ...{ autovacuum_vacuum_threshold: '1000000000', autovacuum_vacuum_insert_threshold: '-1' },
};

/**
 * Starts a real Postgres in a temporary folder for one test run (architecture: real Postgres in tests). Also removes
 * what killed runs have left.
 * @throws EmbeddedPostgresError if it does not start.
 */
export async function startTestPostgres(): Promise<TestPostgres> {
  await removeDeadTestPostgres();
  const dataDir = await mkdtemp(join(tmpdir(), testPostgresPrefix));
  try {
    await chmod(dataDir, 0o711); // the server's user must be able to enter if the tests run as root
    const filesDir = join(dataDir, 'files');
    await mkdir(filesDir);
    const database = await openEmbeddedPostgres({ dataDir, settings, log: (line) => console.error(line) });
    const close = async (): Promise<void> => {
      await database.close();
      await removeTestFiles(dataDir);
    };
    return { url: database.url, serviceUrl: database.serviceUrl, filesDir, close };
  } catch (error) {
    await removeTestFiles(dataDir);
    throw error;
  }
}
