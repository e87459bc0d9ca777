import { pollUntil } from '@ecp/testing/poll-until';
import { createFreshDatabase } from '@ecp/testing/postgres/fresh-database';
import { expect, onTestFinished, test } from 'vitest';
import { makeOwnIndexes } from './records.ts';

test('an index waits for older transactions on a connection without limits of time', async () => {
  const fresh = await createFreshDatabase();
  onTestFinished(() => fresh.drop());
  await fresh.asSuperuser('drop index dbos_engine.ecp_running_by_executor');
  // A deployment limits the statements of the role.
  const name = new URL(fresh.url).pathname.slice(1);
  await fresh.asSuperuser(`alter role ecp_service in database ${name} set statement_timeout = '100ms'`);
  const older = await fresh.database.pool.connect();
  await older.query('begin isolation level repeatable read');
  await older.query('select from dbos_engine.workflow_status');
  const made = makeOwnIndexes(fresh.url, 'engine');
  const selectWaiting = () =>
    fresh.asSuperuser<{ name: string }>(
      `select application_name as name from pg_stat_activity
        where datname = current_database() and query like 'create index concurrently%' and wait_event_type = 'Lock'`,
    );
  const waiting = await pollUntil(selectWaiting, ({ length }) => length > 0);
  // The pools of the services give up a connection on which nothing moves.
  expect(waiting).toEqual([{ name: expect.stringMatching(/^migration by process/) }]);
  // Longer than the limit.
  await fresh.asSuperuser('select pg_sleep(0.3)');
  await older.query('commit');
  older.release();
  await made;
  const indexes = await fresh.asSuperuser<{ valid: boolean }>(
    `select indisvalid as valid from pg_index where indexrelid = 'dbos_engine.ecp_running_by_executor'::regclass`,
  );
  expect(indexes).toEqual([{ valid: true }]);
});
