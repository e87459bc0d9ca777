import type { Engagement } from '@ecp/contract/work/engagements';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertMember } from '../../../testing/insert-records.ts';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';
import { createTestTenant, type TestTenant } from '../../../testing/test-tenant.ts';

let platform: TestPlatform;
let tenant: TestTenant;
let colleague: string;

beforeAll(async () => {
  platform = await shareTestPlatform();
  tenant = await createTestTenant(platform);
  colleague = await insertMember(platform, tenant.tenantId, { role: 'member', marker: 'Ada' });
});
afterAll(() => platform.close());

const listed = async () => (await tenant.get<Engagement[]>('/api/engagements')).body;

// ENG-28, ENG-29, ENG-30
test('owner and due date are set, changed during a run and cleared, and the owner is a member', async () => {
  const { id, ...created } = await tenant.createEngagement({
    ownerId: tenant.userId,
    dueDate: '2027-02-28',
  });
  expect(created).toMatchObject({
    ownerId: tenant.userId,
    owner: { id: tenant.userId },
    dueDate: '2027-02-28',
  });
  await platform.asSuperuser(`update platform.engagements set status = 'running' where id = $1`, [
    id,
  ]);
  const path = `/api/engagements/${id}`;
  const moved = await tenant.patch<Engagement>(path, { ownerId: colleague, dueDate: '2027-03-01' });
  expect(moved.body).toMatchObject({
    ownerId: colleague,
    owner: { id: colleague },
    dueDate: '2027-03-01',
  });
  expect((await tenant.patch(path, { dueDate: null, client: 'Other' })).body).toMatchObject({
    code: 'engagement_locked',
  });
  expect((await tenant.patch<Engagement>(path, { dueDate: null })).body).toMatchObject({
    dueDate: null,
    client: 'Acme',
  });
  const [audited] = await platform.asSuperuser<{ metadata: object }>(
    `select metadata from platform.audit_log where resource_id = $1 and action = 'engagement.update' order by created_at`,
    [id],
  );
  expect(audited?.metadata).toEqual({ fields: ['ownerId', 'dueDate'], ownerId: colleague });

  const stranger = await createTestTenant(platform);
  for (const ownerId of [stranger.userId, 'unknown']) {
    expect(await tenant.patch(path, { ownerId })).toMatchObject({
      status: 400,
      body: { code: 'unknown_owner' },
    });
    const body = { name: 'E', client: 'C', brief: 'B', ownerId };
    expect(await tenant.post('/api/engagements', body)).toMatchObject({
      status: 400,
      body: { code: 'unknown_owner' },
    });
  }
  for (const dueDate of ['2027-02-29', '0000-01-01', '1.3.2027', '']) {
    expect((await tenant.patch(path, { dueDate })).status).toBe(400);
  }
});

// ENG-18, ENG-28
test('the cached list shows the owner’s new name, and nobody once that person has left', async () => {
  const { id } = await tenant.createEngagement({ ownerId: colleague });
  const ownerInList = async () =>
    (await listed()).find((engagement) => engagement.id === id)?.owner;
  expect(await ownerInList()).toMatchObject({ id: colleague });
  await platform.asSuperuser(`update platform.users set name = 'Ada King' where id = $1`, [
    colleague,
  ]);
  expect(await ownerInList()).toEqual({ id: colleague, name: 'Ada King' });
  expect((await tenant.delete(`/api/team/${colleague}`)).status).toBe(200);
  expect(await ownerInList()).toBeNull();
});
