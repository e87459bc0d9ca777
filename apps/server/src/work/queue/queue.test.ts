import type { WaitingCounts } from '@ecp/contract/values/notice-kinds';
import type { QueueItem } from '@ecp/contract/work/queue';
import { type ClientAnswer, createClient } from '@ecp/testing/cookie-client';
import { insertDeliverable, insertEngagement, insertRun } from '@ecp/testing/engagement-factory';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertMember, insertSession } from '../../../testing/insert-records.ts';
import { insertQuestion } from '../../../testing/questions/insert-question.ts';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';
import { createTestTenant, type TestTenant } from '../../../testing/test-tenant.ts';

let platform: TestPlatform;
let tenant: TestTenant;
let stranger: TestTenant;

beforeAll(async () => {
  platform = await shareTestPlatform();
  [tenant, stranger] = await Promise.all([createTestTenant(platform), createTestTenant(platform)]);
});
afterAll(() => platform.close());

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
const addEngagement = (name: string, status: 'completed' | 'failed', tenantId = tenant.tenantId) =>
  insertEngagement(platform.database, tenantId, { name, status });

/** An engagement with something of every kind that waits, and much that does not. */
async function fill(name: string, tenantId = tenant.tenantId): Promise<string> {
  const { database, asSuperuser } = platform;
  const id = await addEngagement(name, 'completed', tenantId);
  const runId = await insertRun(database, tenantId, id, { startedAt: minutesAgo(50) });
  const add = (fields: object) => insertDeliverable(database, tenantId, id, { runId, ...fields });
  await add({
    filename: 'market.md',
    content: '# Old market',
    version: 1,
    createdAt: minutesAgo(40),
  });
  await add({
    filename: 'market.md',
    content: 'Said\n\n## The *market*',
    version: 2,
    createdAt: minutesAgo(30),
  });
  await add({ filename: '_report.md', createdAt: minutesAgo(35) });
  const approved = await add({ filename: 'done.md', createdAt: minutesAgo(35) });
  await asSuperuser(`update platform.deliverables set approval_status = 'approved' where id = $1`, [
    approved,
  ]);
  return id;
}

// QUE-1, QUE-2, QUE-3, QUE-6
test('the queue has all that waits, oldest first, in pages, and the count agrees', async () => {
  const { database, asSuperuser } = platform;
  const first = await fill('First');
  const question = await insertQuestion(platform, {
    tenantId: tenant.tenantId,
    engagementId: first,
    marker: 'Where?',
  });
  const failed = await addEngagement('Failed', 'failed');
  await insertRun(database, tenant.tenantId, failed, {
    status: 'failed',
    startedAt: minutesAgo(90),
  });
  const failedRun = await insertRun(database, tenant.tenantId, failed, {
    status: 'failed',
    startedAt: minutesAgo(80),
  });
  const stopped = await addEngagement('Stopped', 'failed');
  const stoppedRun = await insertRun(database, tenant.tenantId, stopped, { status: 'failed' });
  await asSuperuser(
    `update platform.runs set failure_reason = case id when $1 then 'stopped' else 'tasks_failed' end where id in ($1, $2)`,
    [stoppedRun, failedRun],
  );
  const archived = await fill('Archived');
  await asSuperuser('update platform.engagements set archived_at = now() where id = $1', [
    archived,
  ]);
  await fill('Of a stranger', stranger.tenantId);

  const items: QueueItem[] = [];
  let next: string | undefined = '/api/queue?limit=1';
  while (next !== undefined) {
    const answer: ClientAnswer<{ items: QueueItem[] }> = await tenant.get(next);
    expect(answer.status).toBe(200);
    items.push(...answer.body.items);
    next = /<[^>]*?(\/api[^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1];
  }
  expect(items.map(({ kind }) => kind)).toEqual(['failed_run', 'review', 'question']);
  const none = {
    filename: null,
    version: null,
    approvals: null,
    approvalsNeeded: null,
    questionId: null,
    commentId: null,
    runId: null,
    failureReason: null,
  };
  expect(items).toEqual([
    {
      kind: 'failed_run',
      engagementId: failed,
      engagementName: 'Failed',
      ...none,
      runId: failedRun,
      title: null,
      failureReason: 'tasks_failed',
      since: expect.any(String),
    },
    {
      kind: 'review',
      engagementId: first,
      engagementName: 'First',
      ...none,
      filename: 'market.md',
      version: 2,
      title: 'The market',
      approvals: 0,
      approvalsNeeded: 1,
      since: expect.any(String),
    },
    {
      kind: 'question',
      engagementId: first,
      engagementName: 'First',
      ...none,
      questionId: question.question,
      title: expect.stringContaining('Where?'),
      since: expect.any(String),
    },
  ]);
  expect((await tenant.get('/api/queue?kind=question')).body).toEqual({ items: items.slice(2) });
  expect((await tenant.get('/api/queue/count')).body).toEqual({
    reviews: 1,
    questions: 1,
    comments: 0,
    failed: 1,
  });
  expect((await tenant.get('/api/queue?cursor=nonsense')).status).toBe(400);

  // Runs that another one has followed leave the index of what waits.
  expect((await tenant.post(`/api/engagements/${failed}/run`, {})).status).toBe(200);
  expect((await tenant.get('/api/queue?kind=failed_run')).body).toEqual({ items: [] });
  const followed =
    'select superseded from platform.runs where engagement_id = $1 order by started_at';
  expect(await asSuperuser(followed, [failed])).toEqual(
    [true, true, false].map((superseded) => ({ superseded })),
  );
});

// QUE-1, QUE-2, QUE-3
test('a client’s comment waits for the owner of the engagement, and for all where nobody owns it', async () => {
  const engagement = await stranger.createEngagement();
  const path = `/api/engagements/${engagement.id}`;
  const made = await stranger.post<{ token: string }>(`${path}/portal-tokens`, {
    permissions: ['read', 'comment'],
  });
  const sent = await fetch(new URL('/api/portal/comments', platform.baseUrl), {
    method: 'POST',
    headers: { authorization: `Bearer ${made.body.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ author: 'Clara', body: 'Too short?' }),
  });
  expect(sent.status).toBe(201);
  const comments = async (scope = '') =>
    (await stranger.get<{ items: QueueItem[] }>(`/api/queue?kind=comment${scope}`)).body.items;
  const count = async (scope = '') =>
    (await stranger.get<WaitingCounts>(`/api/queue/count${scope}`)).body.comments;
  const [comment] = await comments();
  expect(comment).toMatchObject({
    kind: 'comment',
    title: 'Too short?',
    filename: null,
    commentId: expect.any(String),
  });
  const ownerId = await insertMember(platform, stranger.tenantId, {
    role: 'member',
    marker: 'Ada',
  });
  await stranger.patch(path, { ownerId });
  expect([await comments(), await count()]).toEqual([[], 0]);
  expect([await comments('&scope=all'), await count('?scope=all')]).toEqual([[comment], 1]);
});

// QUE-7
test('a comment does not wait for whoever spoke last in it, and for nobody once the owner has', async () => {
  const { id } = await tenant.createEngagement();
  const path = `/api/engagements/${id}`;
  const ownerId = await insertMember(platform, tenant.tenantId, { role: 'member', marker: 'Bo' });
  await insertSession(platform, tenant.tenantId, { userId: ownerId, token: `bo-${ownerId}` });
  const bo = createClient(platform.baseUrl);
  bo.cookies.set('ecp_session', `bo-${ownerId}`);
  const read = async (one: Pick<TestTenant, 'get'>, scope: string) => {
    const [{ body: list }, { body: count }] = await Promise.all([
      one.get<{ items: QueueItem[] }>(`/api/queue?kind=comment&scope=${scope}`),
      one.get<WaitingCounts>(`/api/queue/count?scope=${scope}`),
    ]);
    expect(count.comments).toBe(list.items.length);
    return count.comments;
  };
  const { body: comment } = await tenant.post<{ id: string }>(`${path}/comments`, {
    body: 'Is this enough?',
  });
  expect([await read(tenant, 'mine'), await read(bo, 'mine'), await read(tenant, 'all')]).toEqual([
    0, 1, 1,
  ]);
  // Nobody owns the engagement: list and overview tell the author of nothing that waits for the
  // team, and others of it.
  const counted = async (one: Pick<TestTenant, 'get'>) => {
    const { body: list } = await one.get<{ summaries: { id: string; waiting: WaitingCounts }[] }>(
      '/api/engagement-summaries',
    );
    const { body: overview } = await one.get<{ waiting: WaitingCounts }>(`${path}/overview`);
    return [
      list.summaries.find((summary) => summary.id === id)?.waiting.comments,
      overview.waiting.comments,
    ];
  };
  expect([await counted(tenant), await counted(bo)]).toEqual([
    [0, 0],
    [1, 1],
  ]);
  const hasMostFor = async (one: Pick<TestTenant, 'get'>) => {
    const { body } = await one.get<{ summaries: { id: string; waiting: WaitingCounts }[] }>(
      '/api/engagement-summaries?sort=waiting',
    );
    const things = body.summaries.map(({ waiting }) =>
      Object.values(waiting).reduce((sum, count) => sum + count, 0),
    );
    expect(things).toEqual(things.toSorted((left, right) => right - left));
    return body.summaries.findIndex((summary) => summary.id === id) < things.indexOf(0);
  };
  expect([await hasMostFor(tenant), await hasMostFor(bo)]).toEqual([false, true]);
  await bo.post(`${path}/comments/${comment.id}/replies`, { body: 'It is.' });
  expect([await read(tenant, 'mine'), await read(bo, 'mine'), await read(bo, 'all')]).toEqual([
    1, 0, 1,
  ]);
  await tenant.patch(path, { ownerId });
  expect([await read(bo, 'mine'), await read(tenant, 'all')]).toEqual([0, 0]);
  expect((await tenant.get<{ waiting: WaitingCounts }>(path)).body.waiting.comments).toBe(0);
  await tenant.post(`${path}/comments/${comment.id}/replies`, { body: 'Really?' });
  expect([await read(bo, 'mine'), await read(tenant, 'all')]).toEqual([1, 1]);
  expect((await tenant.get<{ waiting: WaitingCounts }>(path)).body.waiting.comments).toBe(1);
});
