import { type Database, openDatabase } from '@ecp/database/database';
import type { FreshDatabase } from '@ecp/testing/postgres/fresh-database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEngineDatabase } from '../../../testing/engine/engine-database.ts';
import { readEvents } from './events.ts';

let fresh: FreshDatabase;
let database: Database;
beforeAll(async () => {
  fresh = await createEngineDatabase();
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
