import { createFreshDatabase } from '@ecp/testing/postgres/fresh-database';
import { expect, onTestFinished, test } from 'vitest';
import { FairPool } from './fair-pool.ts';

test('a call for a connection waits no longer than the limit, also beside others of the same moment', async () => {
  const fresh = await createFreshDatabase();
  onTestFinished(() => fresh.drop());
  const pool = new FairPool({ connectionString: fresh.url, max: 1, connectionTimeoutMillis: 100 });
  const [first, second] = await Promise.allSettled([pool.connect(), pool.connect()]);
  expect(first.status).toBe('fulfilled');
  expect(second).toMatchObject({
    status: 'rejected',
    reason: { message: 'timeout exceeded when trying to connect' },
  });
  if (first.status === 'fulfilled') first.value.release();
  (await pool.connect()).release();
  await pool.end();
});
