import { readdir, readFile } from 'node:fs/promises';
import type { DeliverableDetail } from '@ecp/contract/work/deliverables';
import type { Engagement } from '@ecp/contract/work/engagements';
import { openDatabase } from '@ecp/database/database';
import { migrate } from '@ecp/database/migrate';
import { createClient } from '@ecp/testing/cookie-client';
import { createEmptyDatabase, type EmptyDatabase } from '@ecp/testing/postgres/fresh-database';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestPlatform, type TestPlatform } from '../testing/start-test-platform.ts';
import { hashKey } from './identity/api-keys/key-principal.ts';

/** The schema of the first release: tenancy, engagements and the engine's tables. */
const firstFiles = ['0001_tenancy.sql', '0002_engagements.sql', '0003_engine.sql'];
const migrationsFolder = new URL('../../../packages/database/migrations/', import.meta.url);
const key = `svc_live_${'0'.repeat(32)}`;
const engagements = 1_000;

/** A tenant of the first release with 1,000 finished engagements of three documents each, and its audit log. */
const firstRows = `
  insert into platform.tenants (id, name, slug) values ('t', 'First & Co', 'first');
  insert into platform.users (id, tenant_id, email, name, role) values ('u', 't', 'ada@example.com', 'Ada', 'owner');
  insert into platform.subscriptions (tenant_id, provider, status, plan) values ('t', 'local', 'active', 'enterprise');
  insert into platform.engagements (id, tenant_id, name, client, slug, brief, budget_nano_usd, status, tasks, created_at)
    select 'e' || n, 't', 'Engagement ' || n, 'Client', 'e' || n, repeat('Enter the market. ', 50), 5000000000, 'completed',
      '[{"id":"market","name":"Market","description":"Size it."}]', timestamptz '2025-01-01' + n * interval '1 minute'
    from generate_series(1, ${engagements}) n;
  insert into platform.api_keys (id, tenant_id, name, prefix, key_hash, scope, created_by)
    values ('k', 't', 'Key', 'svc_live_0000', '\\x${hashKey(key).toString('hex')}', 'read_write', 'u');
  insert into platform.runs (id, tenant_id, engagement_id, kind, status, started_at, finished_at, confirmed_at, started_by)
    select 'r' || n, 't', 'e' || n, 'run', 'completed', now(), now(), now(), 'u' from generate_series(1, ${engagements}) n;
  insert into platform.deliverables (id, tenant_id, engagement_id, run_id, task_id, filename, content, version, word_count)
    select 'd' || n || '-' || d, 't', 'e' || n, 'r' || n, 'market', 'market-' || d || '.md',
      E'# Market\\n\\n' || repeat('The market grows. ', 200), 1, 600
    from generate_series(1, ${engagements}) n, generate_series(1, 3) d;
  insert into platform.audit_log (id, tenant_id, user_id, action, resource_type, resource_id)
    select 'a' || n, 't', 'u', 'engagement.create', 'engagement', 'e' || (n % ${engagements} + 1) from generate_series(1, 5000) n;
  insert into engine.runs (id, tenant_id, engagement_id, status, input)
    select 'r' || n, 't', 'e' || n, 'completed', '{}' from generate_series(1, ${engagements}) n`;

/** Selects the rows that a process of an older release reads for its pages. */
const olderReads = [
  `select id, name from platform.engagements where tenant_id = 't' order by created_at desc limit 25`,
  `select content from platform.deliverables where tenant_id = 't' and engagement_id = 'e7'`,
  `select id from platform.audit_log where tenant_id = 't' order by created_at desc limit 50`,
  `select status from platform.runs where tenant_id = 't' and engagement_id = 'e7'`,
  `select id from platform.api_keys where key_hash = '\\x00'`,
];

let older: EmptyDatabase;
let platform: TestPlatform;
let migrationMs: number;
let longestReadMs: number;
beforeAll(async () => {
  older = await createEmptyDatabase();
  await makeFirstRelease(older.ownerUrl);
  await older.superuser.query(firstRows);
  const reading = new AbortController();
  const reads = readUntil(reading.signal);
  const startedMs = performance.now();
  await migrate(older.ownerUrl);
  migrationMs = performance.now() - startedMs;
  reading.abort();
  longestReadMs = await reads;
  const database = openDatabase({ url: older.ownerUrl, maxConnections: 1 });
  platform = await startTestPlatform({
    freshDatabase: {
      ...{ url: older.ownerUrl, adminUrl: older.ownerUrl, database, drop: () => database.close() },
      asSuperuser: async (text, values = []) => (await older.superuser.query(text, values)).rows,
    },
  });
  await database.close();
});
afterAll(async () => {
  await platform?.close();
  await older?.drop();
});

async function makeFirstRelease(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    'create table public.schema_migrations (name text primary key, applied_at timestamptz default now())',
  );
  const files = (await readdir(migrationsFolder)).filter((file) => firstFiles.includes(file)).sort();
  for (const file of files) {
    await client.query(await readFile(new URL(file, migrationsFolder), 'utf8'));
    await client.query('insert into public.schema_migrations (name) values ($1)', [file]);
  }
  await client.end();
}

/** Reads again and again until it is told to stop, and returns how long the longest read took, in milliseconds. */
async function readUntil(signal: AbortSignal): Promise<number> {
  let longestMs = 0;
  while (!signal.aborted) {
    for (const text of olderReads) {
      const startedMs = performance.now();
      await older.superuser.query(text);
      longestMs = Math.max(longestMs, performance.now() - startedMs);
    }
  }
  return longestMs;
}

// DEP-8
test('all migrations since the first release run while an older process reads, and none of its reads waits for half of them', () => {
  expect(longestReadMs).toBeLessThan(migrationMs / 2);
});

// DEP-8
test('what the first release wrote reads well in this one', async () => {
  const client = createClient(platform.baseUrl, key);
  const list = await client.get<Engagement[]>('/api/engagements');
  expect(list).toMatchObject({ status: 200, body: expect.any(Array) });
  expect(list.body[0]).toMatchObject({ id: `e${engagements}`, name: `Engagement ${engagements}`, status: 'completed' });
  const whole = await client.get('/api/engagements/e7');
  expect(whole).toMatchObject({
    status: 200,
    body: { tasks: [{ id: 'market' }], runs: [{ id: 'r7', status: 'completed' }] },
  });
  const document = await client.get<DeliverableDetail>('/api/engagements/e7/deliverables/market-2.md');
  expect(document).toMatchObject({ status: 200, body: { version: 1, approvalStatus: 'pending_review' } });
  expect(document.body.content).toContain('The market grows.');
  expect(await client.get('/api/engagements/e7/deliverables/market-2.md/export/pdf')).toMatchObject({ status: 200 });
  expect(await client.get('/api/search?q=grows')).toMatchObject({ status: 200 });
  const reviewed = await client.post('/api/engagements/e7/deliverables/market-2.md/review', { action: 'approve' });
  expect(reviewed).toMatchObject({ status: 200, body: { approvalStatus: 'approved' } });
});
