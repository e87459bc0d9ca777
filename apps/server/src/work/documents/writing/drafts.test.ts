import type { DraftState } from '@ecp/contract/work/deliverables';
import { insertDeliverable, insertEngagement, insertRun } from '@ecp/testing/engagement-factory';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertMember, insertSession } from '../../../../testing/insert-records.ts';
import { createKeyedTenant, type KeyedTenant } from '../../../../testing/keyed-tenant.ts';
import { sendRequest } from '../../../../testing/send-request.ts';
import { shareTestPlatform, type TestPlatform } from '../../../../testing/start-test-platform.ts';
import { purgeOldDrafts } from './drafts.ts';

let platform: TestPlatform;
let tenant: KeyedTenant;
let path: string;

beforeAll(async () => {
  platform = await shareTestPlatform();
  tenant = await createKeyedTenant(platform);
  const id = await insertEngagement(platform.database, tenant.tenantId, { status: 'completed' });
  const runId = await insertRun(platform.database, tenant.tenantId, id);
  await insertDeliverable(platform.database, tenant.tenantId, id, { runId, filename: 'a.md' });
  path = `/api/engagements/${id}/deliverables/a.md`;
});
afterAll(() => platform.close());

const save = (content: string, baseVersion = 1) =>
  tenant.owner.put<DraftState>(`${path}/draft`, { content, baseVersion });
const read = async () => (await tenant.owner.get<DraftState>(`${path}/draft`)).body;

// WRI-11
test('a draft is saved, read, replaced and discarded; the version that its writer saves ends it', async () => {
  expect(await read()).toEqual({ draft: null, others: [], latestVersion: 1 });
  await save('# One');
  expect((await save('# Two')).body.draft).toMatchObject({ content: '# Two', baseVersion: 1 });
  expect((await read()).draft).toMatchObject({ content: '# Two' });
  expect((await tenant.owner.delete(`${path}/draft`)).body).toEqual({ success: true });
  expect((await read()).draft).toBeNull();
  await save('# Three');
  expect((await tenant.owner.put(path, { content: '# Three', baseVersion: 1 })).status).toBe(201);
  expect(await read()).toEqual({ draft: null, others: [], latestVersion: 2 });
  expect(await save('# Four', 3)).toMatchObject({ status: 404 });
});

// WRI-12
test('two people who edit one document see each other, and nobody sees the text of another', async () => {
  const userId = await insertMember(platform, tenant.tenantId, { role: 'member', marker: 'Bo' });
  await insertSession(platform, tenant.tenantId, { userId, token: `bo-${userId}` });
  const credentials = { cookie: `ecp_session=bo-${userId}` };
  await save('# Mine', 2);
  const body = { content: '# Theirs', baseVersion: 1 };
  const saved = await sendRequest(
    platform,
    { method: 'PUT', path: `${path}/draft`, body },
    credentials,
  );
  expect(saved.json).toMatchObject({
    draft: { content: '# Theirs' },
    others: [{ author: { kind: 'user', id: tenant.userId }, baseVersion: 2 }],
    latestVersion: 2,
  });
  const { draft, others } = await read();
  expect(draft?.content).toBe('# Mine');
  expect(others).toEqual([
    {
      author: { kind: 'user', id: userId, name: 'member Bo' },
      savedAt: expect.any(String),
      baseVersion: 1,
    },
  ]);
  await platform.asSuperuser(
    `update platform.drafts set saved_at = now() - interval '3 minutes' where user_id = $1`,
    [userId],
  );
  expect((await read()).others).toEqual([]);
});

// WRI-11
test('a draft that nobody saves for 30 days is purged', async () => {
  await save('# Old', 2);
  await platform.asSuperuser(
    `update platform.drafts set saved_at = now() - interval '29 days' where user_id = $1`,
    [tenant.userId],
  );
  await purgeOldDrafts(platform.database);
  expect((await read()).draft?.content).toBe('# Old');
  await platform.asSuperuser(
    `update platform.drafts set saved_at = now() - interval '31 days' where user_id = $1`,
    [tenant.userId],
  );
  await purgeOldDrafts(platform.database);
  expect((await read()).draft).toBeNull();
});
