import { pollUntil } from '@ecp/testing/poll-until';
import pg from 'pg';
import type { TestPlatform } from './start-test-platform.ts';

type Server = Pick<TestPlatform, 'adminUrl' | 'asSuperuser'>;

/**
 * Runs a statement as superuser and holds its locks until `use` has ended; then its transaction
 * commits.
 */
export async function holdLocks<Result>(
  { adminUrl }: Server,
  [text, ...values]: [text: string, ...values: string[]],
  use: () => Promise<Result>,
): Promise<Result> {
  const holder = new pg.Client({ connectionString: adminUrl });
  await holder.connect();
  try {
    await holder.query('begin');
    await holder.query(text, values);
    const result = await use();
    await holder.query('commit');
    return result;
  } finally {
    await holder.end();
  }
}

/** Waits until at least `count` statements of the platform's database wait for a lock. */
export async function pollLockWaits(platform: Server, count: number): Promise<void> {
  await pollUntil(
    () =>
      platform.asSuperuser(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      ),
    (rows) => rows.length >= count,
  );
}
