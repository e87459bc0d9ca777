import type { Billing } from '@ecp/contract/identity/billing';
import { billingPlanLimits, megabyteBytes } from '@ecp/contract/identity/billing-plan-limits';
import { waitForConfirmations } from '@ecp/testing/mail-folder';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { waitForIndex } from '../../../testing/hostile/wait-for-index.ts';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';
import { createTestTenant, type TestTenant } from '../../../testing/test-tenant.ts';

let platform: TestPlatform;
let tenant: TestTenant;
beforeAll(async () => {
  platform = await shareTestPlatform();
});
afterAll(() => platform.close());
beforeEach(async () => {
  tenant = await createTestTenant(platform);
});

const usage = async () => (await tenant.get<Billing>('/api/billing')).body.usage;
const template = (options: object = {}) => ({ name: 'T', description: 'D', brief: 'B', options });
/** Text that does not compress. */
const randomText = (sizeBytes: number) =>
  Buffer.from(crypto.getRandomValues(new Uint8Array(65_536)))
    .toString('base64')
    .repeat(Math.ceil(sizeBytes / 87_384))
    .slice(0, sizeBytes);

/** Fills the tenant's records to at most `spareBytes` below its limit. */
async function fill(spareBytes: number): Promise<void> {
  const rowBytes = 2_000_000;
  const rows = Math.ceil(
    (billingPlanLimits.starter.recordSizeBytes - spareBytes - (await usage()).recordBytes) /
      rowBytes,
  );
  await platform.asSuperuser(
    `insert into platform.templates (id, tenant_id, name, slug, description, brief, budget_nano_usd, tasks, options)
      select $1 || n, $1, 'F', 'f', 'D', $2, 1, '[]', '{}' from generate_series(1, $3) n`,
    [tenant.tenantId, randomText(rowBytes), rows],
  );
}

describe('the records of a tenant', () => {
  // BIL-9
  test('are counted on the billing page, in every table, and no other tenant’s', async () => {
    // The confirmation link is a record as well.
    await waitForConfirmations(platform.dataDir, tenant.email);
    const before = (await usage()).recordBytes;
    expect(before).toBeGreaterThan(0);
    const { id } = await tenant.createEngagement();
    await waitForIndex(platform, tenant.tenantId);
    const afterCreate = (await usage()).recordBytes;
    expect(afterCreate).toBeGreaterThan(before);
    await tenant.post('/api/templates', template({ text: randomText(1_000_000) }));
    await waitForIndex(platform, tenant.tenantId);
    const grown = (await usage()).recordBytes;
    expect(grown - afterCreate).toBeGreaterThan(60_000);
    await (await createTestTenant(platform)).createEngagement();
    expect((await usage()).recordBytes).toBe(grown);
    await tenant.delete(`/api/engagements/${id}`);
    expect((await usage()).recordBytes).toBeLessThan(grown);
  });

  // BIL-10
  test('have a limit: more is 413, reading and deleting go on, and deleting makes room at once', async () => {
    const { id } = await tenant.createEngagement();
    await fill(3 * megabyteBytes);
    const big = template({ text: randomText(3_900_000) });
    expect((await tenant.post('/api/templates', template())).status).toBe(201);
    const refused = {
      status: 413,
      body: { code: 'storage_limit_exceeded', error: 'Storage limit of 200 MB exceeded' },
    };
    expect(await tenant.post('/api/templates', big)).toMatchObject(refused);
    await platform.asSuperuser('update platform.engagements set brief = $2 where id = $1', [
      id,
      randomText(4_000_000),
    ]);
    const { recordBytes } = await usage();
    expect(recordBytes).toBeGreaterThan(billingPlanLimits.starter.recordSizeBytes);
    expect(
      await tenant.post('/api/templates', template({ text: randomText(70_000) })),
    ).toMatchObject(refused);
    const fresh = await createTestTenant(platform);
    expect((await fresh.post('/api/templates', template())).status).toBe(201);
    expect((await tenant.get(`/api/engagements/${id}`)).status).toBe(200);
    for (const n of [1, 2, 3, 4, 5, 6]) {
      expect((await tenant.delete(`/api/templates/${tenant.tenantId}${n}`)).status).toBe(200);
    }
    expect(
      (await tenant.post('/api/templates', template({ text: randomText(70_000) }))).status,
    ).toBe(201);
  });

  // BIL-10
  test('no run starts at the limit', async () => {
    const { id } = await tenant.createEngagement();
    await fill(0);
    const answer = await tenant.post(`/api/engagements/${id}/run`);
    expect(answer).toMatchObject({ status: 413, body: { code: 'storage_limit_exceeded' } });
  });

  test('are found by an index in every table that is measured', async () => {
    const rows = await platform.asSuperuser(`
      select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
      where c.relnamespace = 'platform'::regnamespace and c.relkind = 'r'
        and c.relname not in ('audit_heads', 'audit_links', 'audit_log', 'deletion_requests')
        and not exists (select from pg_index i where i.indrelid = c.oid and i.indkey[0] = a.attnum and i.indpred is null)`);
    expect(rows).toEqual([]);
  });
});

describe('how many records a tenant may have', () => {
  // LIM-13
  test.each([
    ['templates', 500, '/api/templates', template(), 'template_limit_reached'],
    ['api_keys', 1_000, '/api/api-keys', { name: 'K' }, 'api_key_limit_reached'],
    ['users', 1_000, '/api/team', { email: 'one-too-many@example.com' }, 'member_limit_reached'],
  ])('%s: %i', async (table, limit, path, body, code) => {
    const inserts: Record<string, string> = {
      templates: `(id, name, slug, description, brief, budget_nano_usd, tasks, options, tenant_id)
        select $1 || n, 'T', 't', 'D', 'B', 1, '[]', '{}'`,
      api_keys: `(id, name, prefix, key_hash, scope, tenant_id) select $1 || n, 'K', 'p', sha256(($1 || n)::bytea), 'read_only'`,
      users: `(id, email, role, tenant_id) select $1 || n, $1 || n || '@example.com', 'viewer'`,
    };
    const [{ count } = { count: 0 }] = await platform.asSuperuser<{ count: number }>(
      `select count(*)::integer as count from platform.${table} where tenant_id = $1`,
      [tenant.tenantId],
    );
    await platform.asSuperuser(
      `insert into platform.${table} ${inserts[table]}, $1 from generate_series(1, $2) n`,
      [tenant.tenantId, limit - count - 1],
    );
    const answers = await Promise.all(
      [1, 2, 3].map((n) =>
        tenant.post(path, 'email' in body ? { email: `${n}${body.email}` } : body),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect(answers.find(({ status }) => status === 409)).toMatchObject({ body: { code } });
  });

  // LIM-13
  test('client links of an engagement: 1,000, and a revoked one makes room', async () => {
    const { id } = await tenant.createEngagement();
    await platform.asSuperuser(
      `insert into platform.portal_tokens (id, tenant_id, engagement_id, token_hash, permissions)
        select $1 || n, $1, $2, sha256(($1 || n)::bytea), '{read}' from generate_series(1, 1000) n`,
      [tenant.tenantId, id],
    );
    const path = `/api/engagements/${id}/portal-tokens`;
    expect(await tenant.post(path, {})).toMatchObject({
      status: 409,
      body: { code: 'portal_link_limit_reached' },
    });
    expect((await tenant.delete(`${path}/${tenant.tenantId}7`)).status).toBe(200);
    expect((await tenant.post(path, {})).status).toBe(201);
  });
});
