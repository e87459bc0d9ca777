import { openDatabase } from '@ecp/database/database';
import { openEmbeddedPostgres } from '@ecp/database/embedded/open-embedded-postgres';
import { makeDataDir } from '@ecp/database/embedded/testing/embedded-fixtures';
import type pg from 'pg';
import { startProduct } from '../../e2e/testing/product.ts';
import type { ProbeTarget } from './prepare-ground.ts';

/** Settings of the product under attack: its limits are out of the way, and nothing is lost on purpose. */
const environment = {
  HOST: '127.0.0.1',
  RATE_LIMIT_API: '1000000',
  RATE_LIMIT_ENGINE: '1000000',
  RATE_LIMIT_BILLING: '1000000',
  LOG_LEVEL: 'error',
};

/** Starts the whole product with a fresh database on free loopback ports. `close` ends it and removes its data. */
export async function openTarget(): Promise<ProbeTarget & { close(): Promise<void> }> {
  const { dataDir, remove } = makeDataDir();
  const closers = [remove];
  const close = async () => {
    for (const end of closers.toReversed()) await end();
  };
  try {
    const postgres = await openEmbeddedPostgres({ dataDir, settings: { fsync: 'off' }, log: console.error });
    closers.push(() => postgres.close());
    const settings = { ...environment, DATABASE_URL: postgres.url };
    const product = await startProduct({ dataDir, environment: settings, readyWithinMs: 300_000 });
    closers.push(() => product.stop());
    const database = openDatabase({ url: postgres.url });
    closers.push(() => database.close());
    const asSuperuser = async <Row extends pg.QueryResultRow>(text: string, given: unknown[] = []) =>
      (await database.pool.query<Row>(text, given)).rows;
    return { baseUrl: product.baseUrl, database, asSuperuser, dataDir, close };
  } catch (error) {
    await close();
    throw error;
  }
}
