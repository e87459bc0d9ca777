import { EngineEvent } from '@ecp/contract/engine/engine-events';
import { type Database, openDatabase } from '@ecp/database/database';
import { createFreshDatabase, type FreshDatabase } from '@ecp/testing/postgres/fresh-database';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readEvents, readLogs } from './events.ts';

let fresh: FreshDatabase;
let database: Database;
beforeAll(async () => {
  fresh = await createFreshDatabase();
  database = openDatabase({ url: fresh.url });
});
afterAll(async () => {
  await database.close();
  await fresh.drop();
});

test('a page of long texts ends near 4 MiB, with at least one event', async () => {
  const run = { tenantId: 't', runId: 'r' };
  const megabytes = [1, 2, 2, 9, 1];
  await fresh.asSuperuser(`insert into engine.runs (id, tenant_id, engagement_id, status, input, last_event)
    values ('r', 't', 'e', 'running', '{}', 5)`);
  await fresh.asSuperuser(
    `insert into engine.events (tenant_id, run_id, seq, event_key, type, data)
      select 't', 'r', seq, seq::text, 'log', json_build_object('message', repeat('x', megabytes * 1048576))
      from unnest($1::integer[]) with ordinality as given (megabytes, seq)`,
    [megabytes],
  );
  const pages: number[][] = [];
  for (let after = 0; after < 5; after = pages.at(-1)?.at(-1) ?? 5) {
    const page = await readEvents(database, run, after, 200);
    expect(page?.lastEvent).toBe(5);
    pages.push((page?.events ?? []).map(({ seq }) => seq));
  }
  expect(pages).toEqual([[1, 2, 3], [4], [5]]);
  expect((await readEvents(database, run, 0, 2))?.events).toHaveLength(2);
});

test('an event of an older release gets the fields that it lacks, so that its readers understand it', async () => {
  const run = { tenantId: 't', runId: 'older' };
  await fresh.asSuperuser(`insert into engine.runs (id, tenant_id, engagement_id, status, input, last_event)
    values ('older', 't', 'e', 'running', '{}', 2)`);
  await fresh.asSuperuser(`insert into engine.events (tenant_id, run_id, seq, event_key, type, data) values
    ('t', 'older', 1, 'begin', 'status', '{"status": "running", "error": null}'),
    ('t', 'older', 2, 'log:plan', 'log', '{"message": "Planned 1 task: Alpha"}')`);
  const events = (await readEvents(database, run, 0, 200))?.events ?? [];
  expect(events).toMatchObject([
    { type: 'status', status: 'running', failureReason: null },
    { type: 'log', level: 'info', code: 'note', agent: null, taskId: null, message: 'Planned 1 task: Alpha' },
  ]);
  expect((await readLogs(database, run, 0))?.entries).toMatchObject([{ level: 'info', code: 'note', agent: null }]);
  for (const event of events) expect(Value.Check(EngineEvent, event)).toBe(true);
});
