import { pollUntil } from '@ecp/testing/poll-until';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAttachmentTenant } from '../../../testing/attachment-tenant.ts';
import { startTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';

let platform: TestPlatform;
let superuser: pg.Client;
beforeAll(async () => {
  platform = await startTestPlatform();
  superuser = new pg.Client({ connectionString: platform.adminUrl });
  await superuser.connect();
});
afterAll(async () => {
  await superuser.end();
  await platform.close();
});

const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

const pollWaiting = (count: number) =>
  pollUntil(
    () => platform.asSuperuser(waiting),
    (rows) => rows.length === count,
  );

// ATT-11
test('a file is deleted while its text is stored', async () => {
  const tenant = await createAttachmentTenant(platform);
  await superuser.query('begin');
  // The text waits here, after the row of its file has been written.
  await superuser.query('lock table platform.context_chunks in share mode');
  const { id } = await tenant.upload('note.txt', 'Twelve bytes');
  await pollWaiting(1);
  const answer = tenant.delete(`${tenant.path}/${id}`);
  await pollWaiting(2);
  await superuser.query('commit');
  expect(await answer).toMatchObject({ status: 200 });
});
