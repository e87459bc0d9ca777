import type { DeliverableRecord } from '@ecp/contract/work/deliverables';
import { createClient } from '@ecp/testing/cookie-client';
import { insertDeliverable, insertEngagement, insertRun } from '@ecp/testing/engagement-factory';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createKeyedTenant, type KeyedTenant } from '../../../../testing/keyed-tenant.ts';
import { shareTestPlatform, type TestPlatform } from '../../../../testing/start-test-platform.ts';

let platform: TestPlatform;
let tenant: KeyedTenant;

beforeAll(async () => {
  platform = await shareTestPlatform();
  tenant = await createKeyedTenant(platform);
});
afterAll(() => platform.close());

async function createReviewable(filename = 'a.md') {
  const { database } = platform;
  const { tenantId } = tenant;
  const id = await insertEngagement(database, tenantId, { status: 'completed' });
  const runId = await insertRun(database, tenantId, id);
  const add = (version: number) =>
    insertDeliverable(database, tenantId, id, { runId, filename, version });
  const deliverableId = await add(1);
  return { id, runId, deliverableId, add, path: `/api/engagements/${id}/deliverables/${filename}` };
}
const eventsOf = (deliverableId: string) =>
  platform.asSuperuser<{ event: string; data: unknown; tenant_id: string }>(
    `select event, data, tenant_id from platform.outbox_events where data->>'deliverableId' = $1 order by created_at`,
    [deliverableId],
  );
const waitingFor =
  'select pid from pg_stat_activity where $1::integer = any(pg_blocking_pids(pid))';
const notFound = { status: 404, body: { error: 'Not found', code: 'not_found' } };
const wrongAction = {
  status: 400,
  body: {
    error: 'action must be: approve, request_revision, or reject',
    code: 'invalid_review_action',
  },
};

describe('review', () => {
  // REV-1, REV-4, REV-14, WEB-30
  test.each([
    ['approve', 'approved', 'deliverable.approved'],
    ['request_revision', 'revision_requested', 'deliverable.revision_requested'],
    ['reject', 'rejected', 'deliverable.rejected'],
  ])('%s makes it %s', async (action, approvalStatus, event) => {
    const { id, path, deliverableId } = await createReviewable();
    const author = { kind: 'user', id: tenant.userId, name: 'Olga Owner' };
    const { status, body } = await tenant.owner.post(`${path}/review`, {
      action,
      notes: 'Say why.',
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      deliverableId,
      approvalStatus,
      reviewedAt: expect.stringMatching(/Z$/),
      reviewedBy: 'Olga Owner',
      author,
      approvals: action === 'approve' ? [{ by: 'Olga Owner', at: body['reviewedAt'], author }] : [],
      approvalsNeeded: 1,
      citations: null,
      openCitations: 0,
    });
    const read = (await tenant.owner.get<DeliverableRecord>(path)).body;
    expect(read).toMatchObject({
      approvalStatus,
      reviewedAt: body['reviewedAt'],
      reviewAuthor: author,
    });
    const about = { engagementId: id, deliverableId, filename: 'a.md', version: 1, approvalStatus };
    const data = { ...about, notes: 'Say why.', reviewedBy: 'Olga Owner', author };
    expect(await eventsOf(deliverableId)).toEqual([
      { event, tenant_id: tenant.tenantId, data },
      { event: 'deliverable.reviewed', tenant_id: tenant.tenantId, data: { ...data, action } },
    ]);
    const audit = await platform.asSuperuser(
      'select action, user_id, metadata from platform.audit_log where resource_id = $1',
      [deliverableId],
    );
    expect(audit).toEqual([
      {
        action: 'deliverable.review',
        user_id: tenant.userId,
        metadata: {
          engagementId: id,
          filename: 'a.md',
          title: 'a.md',
          version: 1,
          action,
          ...(action === 'approve' && { approvals: 1, approvalsNeeded: 1 }),
        },
      },
    ]);
  });

  // DEL-7, DEL-8, REV-2, REV-3, REV-14
  test('applies to the latest version; a later review replaces it, and all stay in the history', async () => {
    const { path, add } = await createReviewable();
    await tenant.owner.post(`${path}/review`, { action: 'request_revision', notes: ' \n' });
    const second = await add(2);
    const key = await tenant.createKey();
    expect(
      (await key.post(`${path}/review`, { action: 'reject', notes: null })).body,
    ).toMatchObject({
      deliverableId: second,
      reviewedBy: 'API key Test key',
      author: { kind: 'api_key', name: 'Test key' },
    });
    await tenant.owner.post(`${path}/review`, { action: 'approve', notes: 'Fine now.' });
    const { body } = await tenant.owner.get<{ versions: Record<string, unknown>[] }>(
      `${path}/versions`,
    );
    const reviewedAt = expect.any(String);
    expect(body.versions).toMatchObject([
      {
        version: 2,
        approvalStatus: 'approved',
        reviews: [
          { action: 'approve', notes: 'Fine now.', reviewedBy: 'Olga Owner', reviewedAt },
          { action: 'reject', notes: null, reviewedBy: 'API key Test key', reviewedAt },
        ],
      },
      {
        version: 1,
        approvalStatus: 'revision_requested',
        reviews: [{ action: 'request_revision', notes: null }],
      },
    ]);
    expect(Object.keys(body.versions[0] ?? {})).toEqual([
      'id',
      'version',
      'wordCount',
      'createdAt',
      'approvalStatus',
      'approvals',
      'approvalsNeeded',
      'authorId',
      'runId',
      'score',
      'origin',
      'note',
      'editedBy',
      'citations',
      'stale',
      'staleBecause',
      'answeredAssumptions',
      'noteAnswers',
      'clientDecision',
      'clientDecisions',
      'reviews',
    ]);
  });

  test('is refused and not stored when the reviewer read an older version', async () => {
    const { path, add } = await createReviewable();
    expect(
      (await tenant.owner.post(`${path}/review`, { action: 'reject', version: 1 })).status,
    ).toBe(200);
    const second = await add(2);
    for (const version of [1, 3]) {
      expect(
        await tenant.owner.post(`${path}/review`, { action: 'approve', version }),
      ).toMatchObject({
        status: 409,
        body: { error: 'The latest version is 2', code: 'not_latest_version' },
      });
    }
    expect(await eventsOf(second)).toEqual([]);
    const answer = await tenant.owner.post(`${path}/review`, { action: 'approve', version: 2 });
    expect(answer).toMatchObject({ status: 200, body: { deliverableId: second } });
  });

  test('is refused and not stored when the reviewer did not see the latest review', async () => {
    const { path, deliverableId } = await createReviewable();
    const send = (action: string, lastReviewedAt: unknown) =>
      tenant.owner.post<{ reviewedAt: string }>(`${path}/review`, { action, lastReviewedAt });
    const { body } = await send('reject', null);
    const other = await tenant.owner.post<{ reviewedAt: string }>(`${path}/review`, {
      action: 'request_revision',
    });
    for (const seen of [null, body.reviewedAt]) {
      expect(await send('approve', seen)).toMatchObject({
        status: 409,
        body: { code: 'reviewed_meanwhile' },
      });
    }
    expect(await eventsOf(deliverableId)).toHaveLength(2 * 2);
    expect((await send('approve', other.body.reviewedAt)).status).toBe(200);
    expect(await send('approve', 'yesterday')).toMatchObject({
      status: 400,
      body: { code: 'invalid_request' },
    });
  });

  // ACS-4, REV-5, REV-6
  test('errors are reported in order: permission, missing deliverable, invalid body', async () => {
    const { path } = await createReviewable();
    const internal = await createReviewable('_run_report.md');
    expect(await createClient(platform.baseUrl).post(`${path}/review`, {})).toMatchObject({
      status: 401,
    });
    const readOnly = await tenant.createKey({ scope: 'read_only' });
    expect(await readOnly.post(`${path}/review`, {})).toMatchObject({
      status: 403,
      body: { error: 'Read-only API key' },
    });
    for (const body of [{ action: 'nonsense' }, { action: 'approve' }]) {
      expect(await tenant.owner.post(`${path}x/review`, body)).toMatchObject(notFound);
      expect(await tenant.owner.post(`${internal.path}/review`, body)).toMatchObject(notFound);
    }
    for (const body of [{}, { action: 'Approve' }, { action: null }, [], 'approve', undefined]) {
      expect(await tenant.owner.post(`${path}/review`, body)).toMatchObject(wrongAction);
    }
    expect(
      await tenant.owner.post(`${path}/review`, { action: 'approve', notes: 5 }),
    ).toMatchObject({
      status: 400,
      body: { error: 'Invalid request' },
    });
    const cookie = [...tenant.owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { cookie, 'content-type': 'application/json' };
    const malformed = await fetch(`${platform.baseUrl}${path}/review`, {
      method: 'POST',
      headers,
      body: '{"action":',
    });
    expect(malformed.status).toBe(400);
    expect(await malformed.json()).toMatchObject({ error: 'Invalid JSON', code: 'invalid_json' });
  });

  test('a viewer may not review', async () => {
    const { path } = await createReviewable();
    await platform.asSuperuser(`update platform.users set role = 'viewer' where id = $1`, [
      tenant.userId,
    ]);
    const answer = await tenant.owner.post(`${path}/review`, { action: 'approve' });
    await platform.asSuperuser(`update platform.users set role = 'owner' where id = $1`, [
      tenant.userId,
    ]);
    expect(answer).toMatchObject({ status: 403, body: { error: 'Write access required' } });
  });

  test('ten parallel reviews are all stored, and the last one sets the status', async () => {
    const { path, deliverableId } = await createReviewable();
    const actions = Array.from({ length: 10 }, (_, index) => (index % 2 ? 'approve' : 'reject'));
    const answers = await Promise.all(
      actions.map((action) => tenant.owner.post(`${path}/review`, { action })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    const { body } = await tenant.owner.get<{
      versions: { approvalStatus: string; reviews: { action: string }[] }[];
    }>(`${path}/versions`);
    const [version] = body.versions;
    expect(version?.reviews).toHaveLength(10);
    expect(version?.approvalStatus).toBe(
      version?.reviews[0]?.action === 'approve' ? 'approved' : 'rejected',
    );
    // An approval of an approved version changes nothing that subscribers were told.
    const reviews = version?.reviews.toReversed() ?? [];
    const repeated = reviews.filter(
      ({ action }, at) => action === 'approve' && reviews[at - 1]?.action === 'approve',
    );
    expect(await eventsOf(deliverableId)).toHaveLength(10 * 2 - repeated.length);
  });

  // SGN-8
  test.each([
    ['an approval', 'approve', { status: 409, body: { code: 'not_latest_version' } }],
    ['a request', 'request_revision', { status: 200, body: { deliverableId: 'second-version' } }],
  ])(
    '%s waits for a new version that is being written; only a request counts for it',
    async (_, action, expected) => {
      const { id, runId, path } = await createReviewable();
      const review = await platform.database.withTenant(tenant.tenantId, async (tx) => {
        await tx.query({
          text: `insert into platform.deliverables
          (id, tenant_id, engagement_id, run_id, task_id, filename, content, version, word_count)
          values ('second-version', $1, $2, $3, 'task-1', 'a.md', 'New', 2, 1)`,
          values: [tenant.tenantId, id, runId],
        });
        const { rows } = await tx.query<{ pid: number }>({
          text: 'select pg_backend_pid() as pid',
          values: [],
        });
        const answer = tenant.owner.post(`${path}/review`, { action });
        await expect.poll(() => platform.asSuperuser(waitingFor, [rows[0]?.pid])).not.toEqual([]);
        return { answer };
      });
      expect(await review.answer).toMatchObject(expected);
      await platform.asSuperuser(`delete from platform.deliverables where id = 'second-version'`);
    },
  );
});
