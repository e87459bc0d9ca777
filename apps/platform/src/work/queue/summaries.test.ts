import type { EngagementSummary, SummarySort } from '@ecp/contract/work/queue';
import { createClient } from '@ecp/testing/cookie-client';
import { insertDeliverable, insertEngagement, insertRun } from '@ecp/testing/engagement-factory';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';
import { createTestTenant, type TestTenant } from '../../../testing/test-tenant.ts';

let platform: TestPlatform;
let tenant: TestTenant;

beforeAll(async () => {
  platform = await shareTestPlatform();
  tenant = await createTestTenant(platform);
});
afterAll(() => platform.close());

const read = (query: string) => tenant.get<{ summaries: EngagementSummary[] }>(`/api/engagement-summaries?${query}`);
const names = async (query: string) => (await read(query)).body.summaries.map(({ name }) => name);

// ENG-31
test('summaries count documents and what waits, and come in each order, in pages, without texts', async () => {
  const { database, asSuperuser } = platform;
  const { tenantId } = tenant;
  const created = [3, 2, 1].map((hours) => new Date(Date.now() - hours * 3_600_000));
  const brief = 'A long brief. '.repeat(500);
  const add = (name: string, client: string, at: number) =>
    insertEngagement(database, tenantId, { name, client, brief, createdAt: created[at] ?? new Date() });
  const [beta, alpha, gamma] = [await add('beta', 'Y', 0), await add('Alpha', 'z', 1), await add('Gamma', 'X', 2)];
  await tenant.patch(`/api/engagements/${gamma}`, { dueDate: '2027-01-31', ownerId: tenant.userId });
  await tenant.patch(`/api/engagements/${beta}`, { dueDate: '2026-12-31' });
  const runId = await insertRun(database, tenantId, alpha);
  for (const [filename, version] of [
    ['a.md', 1],
    ['a.md', 2],
    ['b.md', 1],
    ['_c.md', 1],
  ] as const) {
    await insertDeliverable(database, tenantId, alpha, { runId, filename, version });
  }
  const orders: Record<SummarySort, string[]> = {
    updated: ['beta', 'Gamma', 'Alpha'],
    created: ['Gamma', 'Alpha', 'beta'],
    name: ['Alpha', 'beta', 'Gamma'],
    client: ['Gamma', 'beta', 'Alpha'],
    owner: ['Gamma'],
    status: ['Alpha'],
    due: ['beta', 'Gamma', 'Alpha'],
    waiting: ['Alpha'],
  };
  await asSuperuser(`update platform.engagements set status = 'completed' where id = $1`, [alpha]);
  for (const [sort, expected] of Object.entries(orders)) {
    const whole = await names(`sort=${sort}`);
    expect([sort, whole.slice(0, expected.length)]).toEqual([sort, expected]);
    expect(await names(`sort=${sort}&order=${sort === 'name' || sort === 'client' ? 'desc' : 'asc'}`)).toHaveLength(3);
    const first = await read(`sort=${sort}&limit=2`);
    const [, next = ''] = /<[^>]*\?([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '') ?? [];
    expect([...first.body.summaries.map(({ name }) => name), ...(await names(next))]).toEqual(whole);
    const [, cursor = ''] = /cursor=([^&]+)/.exec(next) ?? [];
    expect((await read(`sort=${sort === 'name' ? 'due' : 'name'}&cursor=${cursor}`)).status).toBe(400);
  }
  const { body } = await read('q=ALPH');
  expect(body.summaries).toEqual([
    {
      ...{ id: alpha, name: 'Alpha', client: 'z', status: 'completed', owner: null, dueDate: null, archivedAt: null },
      ...{ createdAt: expect.any(String), updatedAt: expect.any(String), documents: 2, sample: false },
      waiting: { reviews: 2, questions: 0, comments: 0, failed: 0 },
    },
  ]);
  expect(await names('status=completed')).toEqual(['Alpha']);
  await asSuperuser('update platform.engagements set archived_at = now() where id = $1', [alpha]);
  expect(await names('status=completed')).toEqual([]);
  expect(await names('status=completed&include_archived=true')).toEqual(['Alpha']);

  const key = await tenant.post<{ key: string }>('/api/api-keys', { name: 'Key', engagementId: beta });
  const bound = createClient(platform.baseUrl, key.body.key);
  const seen = await bound.get<{ summaries: EngagementSummary[] }>('/api/engagement-summaries');
  expect(seen.body.summaries.map(({ id }) => id)).toEqual([beta]);
  for (const cursor of ['nonsense', Buffer.from('["updated","x\\u0000","y"]').toString('base64url')]) {
    expect((await read(`cursor=${cursor}`)).status).toBe(400);
  }
});
