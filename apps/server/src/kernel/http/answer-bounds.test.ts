import type { EngagementDetail } from '@ecp/contract/work/engagements';
import { insertEngagement, insertRun } from '@ecp/testing/engagement-factory';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKeyedTenant, type KeyedTenant } from '../../../testing/keyed-tenant.ts';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';

let platform: TestPlatform;
let tenant: KeyedTenant;
beforeAll(async () => {
  platform = await shareTestPlatform();
  tenant = await createKeyedTenant(platform);
});
afterAll(() => platform.close());

/**
 * Creates an engagement with `files` files of `versions` versions of `sizeBytes`, a second apart,
 * oldest first.
 */
async function createFilled(files: number, versions: number, sizeBytes: number): Promise<string> {
  const id = await insertEngagement(platform.database, tenant.tenantId);
  const runId = await insertRun(platform.database, tenant.tenantId, id);
  await platform.asSuperuser(
    `insert into platform.deliverables
      (id, tenant_id, engagement_id, run_id, task_id, filename, content, version, word_count, created_at)
      select concat_ws('-', $2::text, file, version), $1, $2, $3, 'task', file || '.md', repeat('x', $6), version, 1,
        to_timestamp(1e9 + file * 100000 + version)
      from generate_series(1, $4::integer) file, generate_series(1, $5::integer) version`,
    [tenant.tenantId, id, runId, files, versions, sizeBytes],
  );
  return id;
}

const readDetail = async (id: string) => {
  const { status, body, headers } = await tenant.owner.get<EngagementDetail>(
    `/api/engagements/${id}`,
  );
  expect(status).toBe(200);
  return { ...body, link: headers.get('link') };
};

test('an engagement with few versions is returned in full, whatever their size', async () => {
  const id = await createFilled(4, 10, 300_000);
  const { deliverables, link } = await readDetail(id);
  expect(deliverables).toHaveLength(40);
  expect(link).toBeNull();
});

test('one with many small versions is returned in full, too', async () => {
  const { deliverables, link } = await readDetail(await createFilled(10, 30, 4_096));
  expect(deliverables).toHaveLength(300);
  expect(link).toBeNull();
});

test('one with many large versions returns each latest one and the newest older ones within 8 MiB', async () => {
  const id = await createFilled(20, 60, 30_000);
  const { deliverables, link } = await readDetail(id);
  const fitting = Math.floor((8 * 1024 * 1024) / 30_000);
  expect(deliverables).toHaveLength(fitting);
  expect(deliverables.filter(({ version }) => version === 60)).toHaveLength(20);
  const created = deliverables.map(({ createdAt }) => createdAt);
  expect(created).toEqual(created.toSorted().reverse());
  // Older versions of the newest file precede those of any other.
  expect(deliverables.filter(({ filename }) => filename === '20.md')).toHaveLength(60);
  expect(deliverables.filter(({ filename }) => filename === '1.md')).toHaveLength(1);
  expect(link).toBe(
    `<${platform.services.config.baseUrl}/api/engagements/${id}/deliverables>; rel="related"`,
  );
  const list = await tenant.owner.get<unknown[]>(`/api/engagements/${id}/deliverables`);
  expect(list.body).toHaveLength(1_200);
});

test('latest versions are returned even when they alone exceed the bound', async () => {
  const { deliverables, link } = await readDetail(await createFilled(50, 2, 200_000));
  expect(deliverables.map(({ version }) => version)).toEqual(Array(50).fill(2));
  expect(link).toContain('rel="related"');
});

test('the detail has the newest 200 runs', async () => {
  const id = await insertEngagement(platform.database, tenant.tenantId);
  await platform.asSuperuser(
    `insert into platform.runs (id, tenant_id, engagement_id, kind, status, started_at)
      select $2 || '-' || n, $1, $2, 'run', 'completed', to_timestamp(1e9 + n) from generate_series(1, 250) n`,
    [tenant.tenantId, id],
  );
  const { runs } = await readDetail(id);
  expect(runs).toHaveLength(200);
  expect(runs[0]?.id).toBe(`${id}-250`);
});

test('versions and their reviews: the newest 1,000', async () => {
  const id = await createFilled(1, 1_005, 10);
  await platform.asSuperuser(
    `insert into platform.reviews (id, tenant_id, deliverable_id, action, author_kind, author_name, created_at)
      select $2 || '-' || n, $1, $2 || '-1-1005', 'reject', 'user', 'Ada ' || n, to_timestamp(1e9 + n)
      from generate_series(1, 1005) n`,
    [tenant.tenantId, id],
  );
  const { body } = await tenant.owner.get<{
    versions: { version: number; reviews: { reviewedBy: string }[] }[];
  }>(`/api/engagements/${id}/deliverables/1.md/versions`);
  expect(body.versions).toHaveLength(1_000);
  expect(body.versions[0]?.version).toBe(1_005);
  expect(body.versions[0]?.reviews).toHaveLength(1_000);
  expect(body.versions[0]?.reviews[0]?.reviewedBy).toBe('Ada 1005');
});

test('keys: the newest 1,000', async () => {
  await platform.asSuperuser(
    `insert into platform.api_keys (id, tenant_id, name, prefix, key_hash, scope, created_at)
      select 'key-' || n, $1, 'Key ' || n, 'svc_live_0000', sha256(n::text::bytea), 'read_only', now() + n * interval '1 second'
      from generate_series(1, 1005) n`,
    [tenant.tenantId],
  );
  const { body } = await tenant.owner.get<{ keys: { name: string }[] }>('/api/api-keys');
  expect(body.keys).toHaveLength(1_000);
  expect(body.keys[0]?.name).toBe('Key 1005');
});
