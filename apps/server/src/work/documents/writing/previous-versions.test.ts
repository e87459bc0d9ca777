import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPopulatedTenant } from '../../../../testing/populated-tenant.ts';
import { shareTestPlatform, type TestPlatform } from '../../../../testing/start-test-platform.ts';
import { listPreviousVersions } from './material.ts';

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
    listPreviousVersions(tx, tenantId, ids.engagement, { texts: platform.services.texts }),
  );
  expect(file?.reviewNotes).toEqual(Array.from({ length: 20 }, (_, at) => `Note ${at + 6}`));
});

// CHK-5
test('the states of the citations of a latest version reach the engine, and none of a version without a check', async () => {
  const { tenantId, ids, marker } = await createPopulatedTenant(platform);
  const list = () =>
    platform.database.withTenant(tenantId, (tx) =>
      listPreviousVersions(tx, tenantId, ids.engagement, { texts: platform.services.texts }),
    );
  expect((await list())[0]).toMatchObject({
    version: 2,
    citations: [{ footnote: '1', claim: marker, state: 'altered' }],
  });
  await platform.asSuperuser(
    `delete from platform.deliverable_citations c using platform.deliverables d
      where d.id = c.deliverable_id and d.engagement_id = $1`,
    [ids.engagement],
  );
  expect((await list())[0]).not.toHaveProperty('citations');
});

// CMT-7, WRI-8
test('a section that a person wrote is free in a rerun while an open comment is about it', async () => {
  const { tenantId, ids, marker, owner } = await createPopulatedTenant(platform);
  const author = { kind: 'user', id: 'u', name: 'Ada' };
  await platform.asSuperuser(
    `update platform.deliverables set sections = $2 where engagement_id = $1`,
    [
      ids.engagement,
      JSON.stringify([{ heading: marker, level: 1, author, version: 2, locked: true }]),
    ],
  );
  // The note of the review is about the section too.
  await platform.asSuperuser(`delete from platform.reviews where tenant_id = $1`, [tenantId]);
  const list = () =>
    platform.database.withTenant(tenantId, (tx) =>
      listPreviousVersions(tx, tenantId, ids.engagement, { texts: platform.services.texts }),
    );
  const [open] = await list();
  expect(open?.comments).toMatchObject([
    { id: ids.comment, quote: marker, section: marker, authorKind: 'client' },
  ]);
  expect(open).not.toHaveProperty('lockedSections');
  await owner.patch(`/api/engagements/${ids.engagement}/comments/${ids.comment}`, {
    status: 'resolved',
  });
  const [resolved] = await list();
  expect(resolved).not.toHaveProperty('comments');
  expect(resolved?.lockedSections).toEqual([0]);
});
