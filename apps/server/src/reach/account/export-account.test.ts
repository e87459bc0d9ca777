import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { megabyteBytes } from '@ecp/contract/identity/billing-plan-limits';
import { insertEngagement, insertRun } from '@ecp/testing/engagement-factory';
import { waitForMails } from '@ecp/testing/mail-folder';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Credentials,
  createPopulatedTenant,
  type PopulatedTenant,
} from '../../../testing/populated-tenant.ts';
import { startTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';

let platform: TestPlatform;
let tenant: PopulatedTenant;
let stranger: PopulatedTenant;
beforeAll(async () => {
  platform = await startTestPlatform({ clock: { now: () => new Date('2026-03-04T05:06:07Z') } });
  [tenant, stranger] = await Promise.all([
    createPopulatedTenant(platform),
    createPopulatedTenant(platform),
  ]);
});
afterAll(() => platform.close());

const send = (credentials: Credentials, method = 'GET') =>
  fetch(`${platform.baseUrl}/api/account/export`, { method, headers: credentials });
const auditOf = () =>
  platform.asSuperuser(
    `select user_id from platform.audit_log where tenant_id = $1 and action = 'account.export'`,
    [tenant.tenantId],
  );

describe('the export', () => {
  // ACC-1, ACC-2, ACC-3, TAB-11, RES-19, ASK-10, CON-8, NOT-12, REC-12, REL-14, GRD-14, NBK-11
  test('is a file with all data of the tenant and without credentials', async () => {
    const response = await send(tenant.sessions.owner);
    expect(response.status).toBe(200);
    const slug = (await tenant.owner.get<{ tenant: { slug: string } }>('/api/me')).body.tenant.slug;
    expect(response.headers.get('content-disposition')).toContain(
      `attachment; filename="service-export-${slug}-2026-03-04.json"`,
    );
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    const text = await response.text();
    const body = JSON.parse(text);
    expect(Object.keys(body)).toEqual([
      'formatVersion',
      'exportedAt',
      'tenant',
      'users',
      'engagements',
      'deliverables',
      'runs',
      'apiKeys',
      'modelKeys',
      'assistants',
      'webhooks',
      'templates',
      'taskScores',
      'libraryEntries',
      'attachments',
      'citations',
      'figures',
      'notedConflicts',
      'conflictSettlements',
      'judgeAnswers',
      'plans',
      'unscoredTasks',
      'secondFactors',
      'scimTokens',
      'scimPeople',
      'scimGroups',
      'ssoConnections',
      'tables',
      'retainedTables',
      'queries',
      'questions',
      'notebookEntries',
      'facts',
      'answers',
      'runMessages',
      'pages',
      'searches',
      'pageReads',
      'schedules',
      'updates',
      'grids',
      'economics',
      'libraryCards',
      'comments',
      'drafts',
      'storylines',
      'deckTemplates',
      'clientLinks',
      'releases',
      'clientDecisions',
      'notices',
      'notificationSettings',
      'noticeChannels',
      'deletionRequests',
      'auditLog',
      'withheld',
    ]);
    expect(body).toMatchObject({
      withheld: 0,
      formatVersion: 'service-data-export-v1',
      exportedAt: '2026-03-04T05:06:07.000Z',
      tenant: {
        id: tenant.tenantId,
        name: tenant.marker,
        slug,
        plan: 'enterprise',
        createdAt: expect.any(String),
      },
    });
    const link = {
      id: tenant.ids.portalToken,
      engagementId: tenant.ids.engagement,
      documents: 'latest',
    };
    expect(body.clientLinks).toMatchObject([link]);
    expect(body.users).toHaveLength(5);
    expect(body.engagements).toEqual([
      expect.objectContaining({
        id: tenant.ids.engagement,
        tenantId: tenant.tenantId,
        model: null,
      }),
    ]);
    expect(body.deliverables.map(({ version }: { version: number }) => version).sort()).toEqual([
      1, 2,
    ]);
    expect(body.deliverables[0]).toMatchObject({ content: expect.stringContaining(tenant.marker) });
    expect(body.runs).toEqual([expect.objectContaining({ engagementId: tenant.ids.engagement })]);
    expect(Object.keys(body.apiKeys[0])).toEqual([
      'id',
      'name',
      'prefix',
      'scope',
      'createdAt',
      'note',
    ]);
    expect(body.grids).toMatchObject([
      { id: tenant.ids.grid, rows: [{ cells: [{ value: tenant.marker }] }] },
    ]);
    expect(body.webhooks).toEqual([expect.objectContaining({ id: tenant.ids.webhook })]);
    expect(body.templates).toEqual([
      expect.objectContaining({ id: tenant.ids.template, isSystem: false }),
    ]);
    expect(body.taskScores).toEqual([
      expect.objectContaining({ taskName: tenant.marker, score: 80 }),
    ]);
    expect(body.unscoredTasks).toEqual([
      expect.objectContaining({ taskId: 'task-2', reason: tenant.marker }),
    ]);
    expect(body.libraryEntries).toEqual([
      expect.objectContaining({
        jsonData: expect.objectContaining({ engagementId: tenant.ids.engagement }),
      }),
    ]);
    const note = expect.stringContaining('Metadata only');
    expect(body.attachments).toEqual([
      expect.objectContaining({ id: tenant.ids.attachment, note }),
    ]);
    const file = { engagementId: tenant.ids.engagement, attachmentId: tenant.ids.attachment };
    expect(body.tables).toEqual([
      expect.objectContaining({ id: tenant.ids.table, ...file, rowCount: 0 }),
    ]);
    const result = { rows: [[tenant.marker]], resultHash: 'none' };
    expect(body.questions).toEqual([
      expect.objectContaining({
        id: tenant.ids.question,
        engagementId: tenant.ids.engagement,
        question: tenant.marker,
        documents: [{ filename: tenant.ids.filename, title: tenant.marker, version: 2 }],
      }),
    ]);
    expect(body.queries).toEqual([
      expect.objectContaining({ id: tenant.ids.query, title: tenant.marker, ...result }),
    ]);
    const ofEngagement = { engagementId: tenant.ids.engagement };
    expect(body.pages).toEqual([
      expect.objectContaining({ id: tenant.ids.page, author: tenant.marker, ...ofEngagement }),
    ]);
    const hits = [expect.objectContaining({ snippet: tenant.marker })];
    expect(body.searches).toEqual([
      expect.objectContaining({ query: tenant.marker, hits, ...ofEngagement }),
    ]);
    expect(body.pageReads).toEqual([
      expect.objectContaining({ pageId: tenant.ids.page, ...ofEngagement }),
    ]);
    expect(body.schedules).toEqual([expect.objectContaining({ every: 'month', ...ofEngagement })]);
    const changes = [expect.objectContaining({ before: tenant.marker })];
    expect(body.updates).toEqual([
      expect.objectContaining({ id: tenant.ids.update, changes, ...ofEngagement }),
    ]);
    expect(body.libraryCards).toEqual([
      expect.objectContaining({
        id: tenant.ids.card,
        body: tenant.marker,
        usedIn: [expect.any(String)],
      }),
    ]);
    const told = { kind: 'client_comment', recipients: [{ userId: tenant.userId, readAt: null }] };
    expect(body.notices).toEqual([expect.objectContaining({ ...told, ...ofEngagement })]);
    const chosen = { runs: 'now', clients: 'now', digest: 'off' };
    expect(body.notificationSettings).toEqual([{ userId: tenant.userId, ...chosen }]);
    expect(body.noticeChannels).toEqual([
      expect.objectContaining({ id: tenant.ids.channel, label: tenant.marker }),
    ]);
    const cited = [expect.objectContaining({ claim: tenant.marker, state: 'altered' })];
    expect(body.citations).toEqual([{ deliverableId: expect.any(String), citations: cited }]);
    const figures = [expect.objectContaining({ label: tenant.marker })];
    expect(body.figures).toEqual([{ deliverableId: expect.any(String), figures }]);
    const named = { domain: 'example.org', verifiedAt: null };
    expect(body.ssoConnections).toMatchObject([{ id: tenant.ids.ssoConnection, domains: [named] }]);
    expect(body.assistants).toMatchObject([{ id: tenant.ids.assistant, name: tenant.marker }]);
    expect(body.deletionRequests).toEqual([]);
    for (const secret of ['password', 'key_hash', 'keyHash', 'whsec_', 'sealed']) {
      expect(text).not.toContain(`"${secret}`);
    }
    expect(text).not.toContain(stranger.marker);
  });

  // ACC-15, AUD-2
  test('is available to a key of either scope, and audited', async () => {
    const before = (await auditOf()).length;
    const readOnly = await tenant.addKey({ scope: 'read_only' });
    for (const credentials of [
      (await tenant.addKey()).credentials,
      readOnly.credentials,
      tenant.sessions.admin,
    ]) {
      const response = await send(credentials);
      expect(response.status).toBe(200);
      await response.text();
    }
    expect((await auditOf()).length).toBe(before + 3);
    for (const credentials of [tenant.sessions.member, tenant.sessions.viewer]) {
      expect((await send(credentials)).status).toBe(403);
    }
  });

  // ACC-4
  test('is confirmed by mail to the owner; a HEAD request is not', async () => {
    const [mail] = await waitForMails(platform.dataDir, tenant.email);
    expect(mail).toContain(`Subject: Data export of ${tenant.marker}`);
    expect(mail).toContain('2026-03-04 05:06 UTC');
    const before = (await auditOf()).length;
    expect((await send(tenant.sessions.owner, 'HEAD')).status).toBe(200);
    expect((await auditOf()).length).toBe(before);
  });

  // ACC-2
  test('contains every row of many pages once', async () => {
    const ids = await Promise.all(
      Array.from({ length: 45 }, () => insertEngagement(platform.database, stranger.tenantId)),
    );
    const body = (await (await send(stranger.sessions.owner)).json()) as {
      engagements: { id: string }[];
    };
    expect(body.engagements.map(({ id }) => id).sort()).toEqual(
      [...ids, stranger.ids.engagement].sort(),
    );
  });
});

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Returns the memory in use after a garbage collection, in bytes. */
function readMemory() {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return { heap: heapUsed, buffers: external };
}

test('5,000 deliverables are exported in constant memory', async () => {
  const large = await createPopulatedTenant(platform);
  const engagementId = await insertEngagement(platform.database, large.tenantId);
  const runId = await insertRun(platform.database, large.tenantId, engagementId);
  // Triggers are off, because nobody searches these texts.
  await platform.asSuperuser(`begin; set local session_replication_role = replica;
    insert into platform.deliverables
      (id, tenant_id, engagement_id, run_id, task_id, filename, content, version, word_count)
      select '${engagementId}' || n, '${large.tenantId}', '${engagementId}', '${runId}', 'task-1', 'report-' || n || '.md',
        repeat(md5(n::text) || ' ', 600), 1, 600
      from generate_series(1, 5000) n;
    commit`);
  const response = await send(large.sessions.owner);
  const before = readMemory();
  let heap = 0;
  let buffers = 0;
  let sizeBytes = 0;
  let measuredBytes = 0;
  let tail = '';
  for await (const chunk of response.body ?? []) {
    sizeBytes += chunk.length;
    tail = (tail + Buffer.from(chunk).toString('latin1')).slice(-200);
    if (sizeBytes - measuredBytes < 20 * megabyteBytes) continue;
    measuredBytes = sizeBytes;
    const now = readMemory();
    heap = Math.max(heap, now.heap - before.heap);
    buffers = Math.max(buffers, now.buffers - before.buffers);
  }
  expect(sizeBytes).toBeGreaterThan(95 * megabyteBytes);
  expect(tail).toMatch(/"hash":"[0-9a-f]{64}"\}\]\},"withheld":0\}\n$/);
  // Measured: 0.5 MB of objects, and 58 MB of buffers, which the sockets of both ends free in
  // batches.
  expect(heap).toBeLessThan(10 * megabyteBytes);
  expect(buffers).toBeLessThan(85 * megabyteBytes);
});
