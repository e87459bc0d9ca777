import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPopulatedTenant } from '../../../testing/populated-tenant.ts';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';
import { listPreviousVersions } from './list-previous-versions.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await shareTestPlatform();
});
afterAll(() => platform.close());

test('only the newest 20 of many reviews reach the engine', async () => {
  const { tenantId, ids } = await createPopulatedTenant(platform);
  await platform.asSuperuser(
    `insert into platform.reviews (id, tenant_id, deliverable_id, action, notes, author_kind, author_name, created_at)
      select d.id || n, d.tenant_id, d.id, 'reject', 'Note ' || n, 'client', 'C', now() + n * interval '1 second'
      from platform.deliverables d, generate_series(1, 25) n where d.engagement_id = $1`,
    [ids.engagement],
  );
  const [file] = await platform.database.withTenant(tenantId, (tx) =>
    listPreviousVersions(tx, tenantId, ids.engagement),
  );
  expect(file?.reviewNotes).toEqual(Array.from({ length: 20 }, (_, at) => `Note ${at + 6}`));
});
