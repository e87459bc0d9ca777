import { openEmbeddedPostgres } from '@ecp/database/embedded/embedded-postgres';
import { makeDataDir } from '@ecp/database/embedded/testing/data-dir';
import type { TestProject } from 'vitest/node';
import { prepareTemplate } from './test-postgres.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A data folder whose database has all tables and no rows. Copy it; no process may use it. */
    preparedDataDir: string;
  }
}

/**
 * Prepares a data folder for the run, so that products under test need not make database and tables
 * anew.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { dataDir, remove } = makeDataDir();
  try {
    const database = await openEmbeddedPostgres({
      dataDir,
      settings: { fsync: 'off' },
      log: console.error,
    });
    await prepareTemplate(database.serviceUrl, database.url);
    await database.close();
    project.provide('preparedDataDir', dataDir);
    return remove;
  } catch (error) {
    await remove();
    throw error;
  }
}
