import { chmod, mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbeddedPostgres } from '@ecp/database/embedded/open-embedded-postgres';
import { removeDeadTestPostgres, removeTestFiles, testPostgresPrefix } from './remove-dead-test-postgres.ts';

/** A throw-away Postgres; `close` ends it and deletes its files. */
export interface TestPostgres {
  /** Of its database `app`, as superuser. */
  url: string;
  /** A folder that is deleted with it, for files of services that work on it. */
  filesDir: string;
  close(): Promise<void>;
}

/** Nothing of it has to survive a crash, so nothing waits for the disk. Test files that run at once share its connections. */
const settings = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', max_connections: '400' };

/**
 * Starts a real Postgres in a temporary folder for one test run (architecture: real Postgres in tests). What earlier
 * runs that were killed have left is removed on the way.
 * @throws EmbeddedPostgresError when it does not start.
 */
export async function startTestPostgres(): Promise<TestPostgres> {
  await removeDeadTestPostgres();
  const dataDir = await mkdtemp(join(tmpdir(), testPostgresPrefix));
  try {
    await chmod(dataDir, 0o711); // the server's user must pass when the tests run as root
    const filesDir = join(dataDir, 'files');
    await mkdir(filesDir);
    const database = await openEmbeddedPostgres({ dataDir, settings, log: (line) => console.error(line) });
    const close = async (): Promise<void> => {
      await database.close();
      await removeTestFiles(dataDir);
    };
    return { url: database.url, filesDir, close };
  } catch (error) {
    await removeTestFiles(dataDir);
    throw error;
  }
}
