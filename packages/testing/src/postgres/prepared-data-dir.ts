import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbeddedPostgres } from '@ecp/database/embedded/open-embedded-postgres';
import type { TestProject } from 'vitest/node';
import { prepareTemplate } from './prepare-template.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A data folder whose database has all tables and no rows. Copy it; no process may use it. */
    preparedDataDir: string;
  }
}

/** Prepares one data folder for the test run, so that not every product under test makes its database and tables anew. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const parent = await mkdtemp(join(tmpdir(), 'prepared-data-'));
  const remove = () => rm(parent, { recursive: true, force: true });
  try {
    await chmod(parent, 0o711); // the server's user must be able to enter if the tests run as root
    const dataDir = join(parent, 'data');
    const database = await openEmbeddedPostgres({ dataDir, settings: { fsync: 'off' }, log: console.error });
    await prepareTemplate(database.url);
    await database.close();
    project.provide('preparedDataDir', dataDir);
    return remove;
  } catch (error) {
    await remove();
    throw error;
  }
}
