import type { DeliverableRecord } from '@ecp/contract/work/deliverables';
import { insertDeliverable, insertEngagement, insertRun } from '@ecp/testing/engagement-factory';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { comparable, createKeyedTenant, type KeyedTenant } from '../../../testing/keyed-tenant.ts';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';

let platform: TestPlatform;
let tenant: KeyedTenant;
let stranger: KeyedTenant;

beforeAll(async () => {
  platform = await shareTestPlatform();
  [tenant, stranger] = await Promise.all([
    createKeyedTenant(platform),
    createKeyedTenant(platform),
  ]);
});
afterAll(() => platform.close());

interface Filled {
  id: string;
  runId: string;
  /** The path `…/deliverables` of the engagement. */
  base: string;
  add(filename: string, version: number, second?: number): Promise<string>;
}

async function createFilled(owner = tenant): Promise<Filled> {
  const { database } = platform;
  const id = await insertEngagement(database, owner.tenantId);
  const runId = await insertRun(database, owner.tenantId, id);
  return {
    id,
    runId,
    base: `/api/engagements/${id}/deliverables`,
    add: (filename, version, second = 0) =>
      insertDeliverable(database, owner.tenantId, id, {
        runId,
        filename,
        version,
        taskId: filename.startsWith('_') ? null : 'task-1',
        createdAt: new Date(Date.UTC(2026, 0, 1, 0, 0, second)),
      }),
  };
}
const notFound = { status: 404, body: { error: 'Not found', code: 'not_found' } };

describe('reading', () => {
  // DEL-2, DEL-5
  test('the list has all versions, newest first, and internal files on request', async () => {
    const { base, add, runId } = await createFilled();
    const a1 = await add('a.md', 1, 1);
    const b1 = await add('b.md', 1, 2);
    const report = await add('_run_report.md', 1, 3);
    const a2 = await add('a.md', 2, 4);
    const { status, body } = await tenant.owner.get<{ id: string }[]>(base);
    expect(status).toBe(200);
    expect(body.map(({ id }) => id)).toEqual([a2, b1, a1]);
    expect(body[0]).toEqual({
      id: a2,
      filename: 'a.md',
      version: 2,
      wordCount: 4,
      taskId: 'task-1',
      createdAt: '2026-01-01T00:00:04.000Z',
      runId,
      score: null,
      origin: 'agent',
      editedBy: null,
      note: null,
      citations: null,
      conflicts: 0,
      approvalStatus: 'pending_review',
      approvals: [],
      approvalsNeeded: 1,
      authorId: null,
      clientDecision: null,
      clientDecisions: [],
      stale: false,
      staleBecause: [],
      answeredAssumptions: [],
    });
    const all = (
      await tenant.owner.get<{ id: string; taskId: string | null }[]>(
        `${base}?include_internal=true`,
      )
    ).body;
    expect(all.map(({ id }) => id)).toEqual([a2, report, b1, a1]);
    expect(all[1]?.taskId).toBeNull();
    expect((await tenant.owner.get(`${base}?include_internal=perhaps`)).status).toBe(400);
    expect(await tenant.owner.get('/api/engagements/unknown/deliverables')).toMatchObject(notFound);
  });

  // DEL-1, DEL-6, DEL-10
  test('a deliverable is read completely, the latest or by version; an unchanged one is not sent again', async () => {
    const { base, add, id } = await createFilled();
    const first = await add('a b%/ü.md', 1);
    const second = await add('a b%/ü.md', 2);
    const path = `${base}/${encodeURIComponent('a b%/ü.md')}`;
    const latest = await tenant.owner.get<DeliverableRecord>(path);
    expect(latest.body).toEqual({
      id: second,
      engagementId: id,
      taskId: 'task-1',
      filename: 'a b%/ü.md',
      content: '# a b%/ü.md\n\nVersion 2\n',
      version: 2,
      wordCount: 5,
      createdAt: '2026-01-01T00:00:00.000Z',
      approvalStatus: 'pending_review',
      approvals: [],
      approvalsNeeded: 1,
      authorId: null,
      clientDecisions: [],
      reviewedAt: null,
      reviewedBy: null,
      reviewAuthor: null,
      citations: null,
      conflicts: 0,
      clientDecision: null,
      noteAnswers: [],
      objections: [],
      origin: 'agent',
      editedBy: null,
      note: null,
      sections: [
        {
          heading: 'a b%/ü.md',
          level: 1,
          author: { kind: 'agent', id: null, name: 'Agent' },
          version: 2,
          locked: false,
        },
      ],
      stale: false,
      staleBecause: [],
      answeredAssumptions: [],
    });
    const headers = { 'if-none-match': latest.headers.get('etag') ?? '' };
    expect((await tenant.owner.get(path, { headers })).status).toBe(304);
    expect((await tenant.owner.get(`${path}?version=1`)).body).toMatchObject({
      id: first,
      version: 1,
    });
    expect(await tenant.owner.get(`${path}?version=3`)).toMatchObject(notFound);
    for (const version of ['0', '-1', 'x', '99999999999']) {
      expect((await tenant.owner.get(`${path}?version=${version}`)).status).toBe(400);
    }
    expect(await tenant.owner.get(`${base}/unknown.md`)).toMatchObject(notFound);
    expect(await tenant.owner.get(`${base}/${'x'.repeat(301)}`)).toMatchObject({ status: 400 });
  });

  // DEL-9
  test('two versions are compared; an unknown version is not found', async () => {
    const { base, add } = await createFilled();
    await add('a.md', 1);
    await add('a.md', 2);
    expect((await tenant.owner.get(`${base}/a.md/diff?from=1&to=2`)).body).toEqual({
      from: 1,
      to: 2,
      diff: '--- a.md\tversion 1\n+++ a.md\tversion 2\n@@ -1,3 +1,3 @@\n # a.md\n \n-Version 1\n+Version 2\n',
    });
    expect((await tenant.owner.get(`${base}/a.md/diff?from=2&to=1`)).body).toMatchObject({
      from: 2,
      to: 1,
    });
    expect((await tenant.owner.get(`${base}/a.md/diff?from=2&to=2`)).body).toMatchObject({
      diff: '',
    });
    expect(await tenant.owner.get(`${base}/a.md/diff?from=1&to=3`)).toMatchObject(notFound);
    expect(await tenant.owner.get(`${base}/b.md/diff?from=1&to=2`)).toMatchObject(notFound);
    expect((await tenant.owner.get(`${base}/a.md/diff?from=1`)).status).toBe(400);
  });
});

describe('access from outside', () => {
  test('another tenant’s deliverable answers exactly like one that never existed', async () => {
    const { id, add } = await createFilled();
    await add('a.md', 1);
    const paths = (engagementId: string) => {
      const base = `/api/engagements/${engagementId}/deliverables`;
      return [
        base,
        `${base}/a.md`,
        `${base}/a.md?version=1`,
        `${base}/a.md/versions`,
        `${base}/a.md/diff?from=1&to=1`,
      ];
    };
    for (const [index, path] of paths(id).entries()) {
      const random = paths('tz4a98xxat96iws9')[index] ?? '';
      const [foreign, never] = [await stranger.owner.get(path), await stranger.owner.get(random)];
      expect(foreign).toMatchObject(notFound);
      expect(comparable(foreign)).toEqual(comparable(never));
    }
    for (const verb of ['review', 'rerun']) {
      for (const body of [{ action: 'approve' }, { action: 'nonsense' }]) {
        const act = (engagementId: string) =>
          stranger.owner.post(`/api/engagements/${engagementId}/deliverables/a.md/${verb}`, body);
        const foreign = await act(id);
        expect(foreign).toMatchObject(notFound);
        expect(comparable(foreign)).toEqual(comparable(await act('tz4a98xxat96iws9')));
      }
    }
    const statement = {
      text: 'select filename from platform.deliverables where engagement_id = $1',
      values: [id],
    };
    const seen = await platform.database.withTenant(stranger.tenantId, (tx) => tx.query(statement));
    expect(seen.rows).toEqual([]);
    expect(await platform.asSuperuser(statement.text, statement.values)).toEqual([
      { filename: 'a.md' },
    ]);
  });

  test('a key of another engagement is refused, a key of this engagement can read', async () => {
    const { id, base, add } = await createFilled();
    await add('a.md', 1);
    const elsewhere = await createFilled();
    const own = await tenant.createKey({ engagementId: id });
    const other = await tenant.createKey({ engagementId: elsewhere.id });
    for (const path of [
      base,
      `${base}/a.md`,
      `${base}/a.md/versions`,
      `${base}/a.md/diff?from=1&to=1`,
    ]) {
      expect((await own.get(path)).status).toBe(200);
      expect(await other.get(path)).toMatchObject({
        status: 403,
        body: { error: 'API key is restricted to another engagement' },
      });
    }
    expect((await other.post(`${base}/a.md/review`, { action: 'approve' })).status).toBe(403);
  });
});
