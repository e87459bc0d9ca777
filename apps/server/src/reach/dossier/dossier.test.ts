import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { EngineCalls } from '@ecp/contract/engine/engine-api';
import { verifyDossier } from '@ecp/dossier/verify-dossier';
import { readZip } from '@ecp/dossier/zip';
import { createClient } from '@ecp/testing/cookie-client';
import { insertDeliverable, insertEngagement, insertRun } from '@ecp/testing/engagement-factory';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { insertGrid } from '../../../testing/grids/insert-grid.ts';
import { makeForm } from '../../../testing/hostile/example-requests.ts';
import {
  insertAttachment,
  insertMember,
  insertPage,
  insertSession,
} from '../../../testing/insert-records.ts';
import { createKeyedTenant, type KeyedTenant } from '../../../testing/keyed-tenant.ts';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';
import type { PublishedKey } from './dossier.ts';

let platform: TestPlatform;
let tenant: KeyedTenant;
beforeAll(async () => {
  platform = await shareTestPlatform();
  tenant = await createKeyedTenant(platform);
});
afterAll(() => platform.close());

const cookie = () =>
  [...tenant.owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
const call = {
  runId: 'r1',
  taskId: 'a',
  purpose: 'draft',
  agent: 'analyst',
  model: 'swift-2',
  status: 'settled',
  createdAt: '2026-01-01T00:00:00.000Z',
  inputTokens: 100,
  outputTokens: 50,
  costNanoUsd: 12_000_000,
  promptSha256: 'a'.repeat(64),
  answerSha256: 'b'.repeat(64),
};

/**
 * An engagement with an approved version, a newer one that awaits review, a file never approved,
 * and a source.
 */
async function createApproved() {
  const { database } = platform;
  const { tenantId, owner } = tenant;
  const id = await insertEngagement(database, tenantId, {
    name: 'Nordic entry',
    status: 'completed',
  });
  const runId = await insertRun(database, tenantId, id);
  const add = (filename: string, version: number, content: string) =>
    insertDeliverable(database, tenantId, id, { runId, filename, version, content });
  await add('plan.md', 1, '# Plan\n\nEnter in March.\n');
  const path = `/api/engagements/${id}/deliverables/plan.md`;
  expect((await owner.post(`${path}/review`, { action: 'approve', notes: 'Go.' })).status).toBe(
    200,
  );
  await add('plan.md', 2, '# Plan\n\nEnter in May.\n');
  await add('other.md', 1, '# Other\n');
  const form = makeForm({}, { name: 'survey.csv', content: Buffer.from('a,b\n1,2\n') });
  const upload = await fetch(`${platform.baseUrl}/api/engagements/${id}/attachments`, {
    method: 'POST',
    headers: { cookie: cookie() },
    body: form,
  });
  expect(upload.status).toBe(201);
  return id;
}

async function download(id: string) {
  const response = await fetch(`${platform.baseUrl}/api/engagements/${id}/export/dossier`, {
    headers: { cookie: cookie() },
  });
  expect(response.status).toBe(200);
  const zip = new Uint8Array(await response.arrayBuffer());
  const files = new Map(
    ((await readZip(zip)) ?? []).map(({ path, content }) => [
      path,
      new TextDecoder().decode(content),
    ]),
  );
  return { response, zip, files };
}

/** Lets the engine answer with these calls until the test ends. */
function playCalls<Result>(
  calls: EngineCalls['calls'],
  during: () => Promise<Result>,
): Promise<Result> {
  const listCalls = vi.spyOn(platform.services.engine, 'listCalls');
  listCalls.mockResolvedValue({ calls, next: null });
  return during().finally(() => listCalls.mockRestore());
}

const publishedKeys = async () => {
  const response = await fetch(`${platform.baseUrl}/.well-known/dossier-keys.json`);
  return {
    text: await response.clone().text(),
    keys: ((await response.json()) as { keys: PublishedKey[] }).keys,
  };
};

describe('a dossier', () => {
  // ASK-10, CON-8, DOS-1, DOS-2, DOS-6
  test('holds the approved versions with what they rest on, signed by the published key', async () => {
    const id = await createApproved();
    const { response, zip, files } = await playCalls([call], () => download(id));
    expect(response.headers.get('content-type')).toBe('application/zip');
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename=".*-dossier\.zip"/,
    );
    expect([...files.keys()]).toEqual([
      'verify.html',
      'ai-use.pdf',
      'ai-use.json',
      'documents/plan.md',
      'documents/plan.pdf',
      'citations/plan.json',
      'reviews/plan.json',
      'sources.json',
      'access.json',
      'questions.json',
      'conflicts.json',
      'notebook.json',
      'model-calls.json',
      'audit.json',
      'public-key.json',
      'dossier.dsse.json',
    ]);
    expect(files.get('documents/plan.md')).toContain('Enter in March.');
    expect(files.get('documents/plan.pdf')).toMatch(/^%PDF/);
    expect(files.get('ai-use.pdf')).toMatch(/^%PDF/);
    expect(JSON.parse(files.get('ai-use.json') ?? '')).toMatchObject({
      documents: [
        { filename: 'plan.md', version: 1, reviews: [{ action: 'approve', by: 'Olga Owner' }] },
      ],
      models: [{ model: 'swift-2', calls: 1, costUsd: 0.012 }],
    });
    expect(JSON.parse(files.get('model-calls.json') ?? '')).toEqual([call]);
    expect(JSON.parse(files.get('reviews/plan.json') ?? '')).toMatchObject({
      reviews: [{ notes: 'Go.' }],
    });
    const { keys } = await publishedKeys();
    const { faults, keyId, statement } = await verifyDossier(zip, keys[0]);
    expect({ faults, keyId }).toEqual({ faults: [], keyId: keys[0]?.kid });
    expect(statement?.predicate).toMatchObject({
      sources: 'hashes',
      documents: [{ filename: 'plan.md', version: 1 }],
    });
  });

  // DOS-7
  test('tells who could read the engagement when: the team, who was inside walls, and the links of clients', async () => {
    const id = await createApproved();
    const { body: me } = await tenant.owner.get<{ user: { id: string } }>('/api/me');
    const { body: guest } = await tenant.owner.post<{ id: string }>('/api/team', {
      email: `guest-${id}@example.com`,
      name: 'Greta Guest',
    });
    await tenant.owner.post(`/api/engagements/${id}/portal-tokens`, {
      clientName: 'Clara Client',
      permissions: ['read'],
    });
    const { body: wall } = await tenant.owner.post<{ id: string }>('/api/walls', {
      name: 'Harbour',
      engagementIds: [id],
      memberIds: [me.user.id],
    });
    const [owner, greta] = [
      { userId: me.user.id, userName: 'Olga Owner' },
      { userId: guest.id, userName: 'Greta Guest' },
    ];
    const { files } = await download(id);
    const access = JSON.parse(files.get('access.json') ?? '');
    expect(access).toMatchObject({
      readers: [
        { ...owner, because: 'team', until: access.walls[0].since },
        { ...owner, because: 'wall', since: access.walls[0].since, until: access.until },
        { ...greta, because: 'team', until: access.walls[0].since },
      ],
      walls: [
        {
          id: wall.id,
          name: 'Harbour',
          until: null,
          insiders: [{ ...owner, reason: null, until: null }],
        },
      ],
      clients: [{ clientName: 'Clara Client', until: null }],
    });
  });

  // DOS-1
  test('is not made of a part of the calls', async () => {
    const id = await createApproved();
    const listCalls = vi.spyOn(platform.services.engine, 'listCalls');
    listCalls.mockResolvedValue({ calls: [call], next: 'more' });
    const response = await tenant.owner
      .get(`/api/engagements/${id}/export/dossier`)
      .finally(() => listCalls.mockRestore());
    expect(response).toMatchObject({ status: 413, body: { code: 'document_too_large' } });
  });

  // DOS-3
  test('holds the hashes of sources, or the sources where the policy says so', async () => {
    const id = await createApproved();
    const { files } = await download(id);
    const sha256 = createHash('sha256').update('a,b\n1,2\n').digest('hex');
    const sources = JSON.parse(files.get('sources.json') ?? '') as object[];
    expect(sources).toMatchObject([{ filename: 'survey.csv', sizeBytes: 8, sha256, path: null }]);
    await tenant.owner.patch('/api/account/policies', { includeSourcesInDossier: true });
    const whole = await download(id);
    expect(whole.files.get('sources/survey.csv')).toBe('a,b\n1,2\n');
    await tenant.owner.patch('/api/account/policies', { includeSourcesInDossier: false });
  });

  // DOS-1
  test('holds the cited queries with their results, and no others', async () => {
    const id = await createApproved();
    const tables = async () =>
      (await tenant.owner.get<{ tables: object[] }>(`/api/engagements/${id}/tables`)).body.tables;
    await expect.poll(async () => (await tables()).length).toBe(1);
    const ask = (sql: string) =>
      tenant.owner.post<{ id: string }>(`/api/engagements/${id}/queries`, { sql });
    const [cited, other] = [
      (await ask('select a, b from survey')).body,
      (await ask('select b from survey')).body,
    ];
    const runId = await insertRun(platform.database, tenant.tenantId, id);
    const content = `# Sums\n\nB is 2.[^1]\n\n[^1]: Query ${cited.id}\n`;
    await insertDeliverable(platform.database, tenant.tenantId, id, {
      runId,
      filename: 'sums.md',
      version: 1,
      content,
    });
    await tenant.owner.post(`/api/engagements/${id}/deliverables/sums.md/review`, {
      action: 'approve',
    });
    const { files } = await download(id);
    expect([...files.keys()].filter((path) => path.startsWith('queries/'))).toEqual([
      `queries/${cited.id}.json`,
    ]);
    expect(JSON.parse(files.get(`queries/${cited.id}.json`) ?? '')).toEqual(cited);
    expect(other.id).not.toBe(cited.id);
  });

  // DOS-1, GRD-12
  test('holds the cited grids, and no others', async () => {
    const id = await createApproved();
    const given = { tenantId: tenant.tenantId, engagementId: id, marker: 'answered words' };
    const attachmentId = await insertAttachment(platform, given);
    const [cited] = [
      await insertGrid(platform, { ...given, attachmentId }),
      await insertGrid(platform, { ...given, attachmentId }),
    ];
    const runId = await insertRun(platform.database, tenant.tenantId, id);
    const content = `# Leases\n\nIt says so.[^1]\n\n[^1]: Grid ${cited}\n`;
    await insertDeliverable(platform.database, tenant.tenantId, id, {
      runId,
      filename: 'leases.md',
      version: 1,
      content,
    });
    await tenant.owner.post(`/api/engagements/${id}/deliverables/leases.md/review`, {
      action: 'approve',
    });
    const { files } = await download(id);
    expect([...files.keys()].filter((path) => path.startsWith('grids/'))).toEqual([
      `grids/${cited}.json`,
    ]);
    expect(files.get(`grids/${cited}.json`)).toContain('answered words');
  });

  // DOS-1, RES-19
  test('holds the archived pages with their hashes, and their bytes as the policy says', async () => {
    const id = await createApproved();
    const page = await insertPage(platform, {
      tenantId: tenant.tenantId,
      engagementId: id,
      marker: 'archived words',
    });
    const { files } = await download(id);
    const listed = {
      id: page,
      url: `https://example.com/${page}`,
      sha256: '0'.repeat(64),
      fetchedAt: expect.any(String),
    };
    expect(JSON.parse(files.get('pages.json') ?? '')).toMatchObject([{ ...listed, path: null }]);
    expect([...files.keys()].filter((path) => path.startsWith('pages/'))).toEqual([]);
    await tenant.owner.patch('/api/account/policies', { includeSourcesInDossier: true });
    const whole = await download(id);
    await tenant.owner.patch('/api/account/policies', { includeSourcesInDossier: false });
    expect(JSON.parse(whole.files.get('pages.json') ?? '')).toMatchObject([
      { ...listed, path: `pages/${page}.html` },
    ]);
    expect(whole.files.get(`pages/${page}.html`)).toBe('archived words');
  });

  // DOS-1
  test('is refused when a list of pages or questions would lack some', async () => {
    const { asSuperuser } = platform;
    const fill = {
      pages: `insert into platform.pages (id, tenant_id, engagement_id, url, title, mime_type, sha256, size_bytes,
          storage_key, text_key, text_bytes, fetched_at)
        select id || n, tenant_id, id, 'https://example.com/' || n, 'Page ' || n, 'text/html', '', 0, '', '', 0, now()
        from platform.engagements, generate_series(1, 2000) n where id = $1`,
      questions: `insert into platform.questions (id, tenant_id, engagement_id, run_id, agent_slug, question, assumption,
          impact, status, created_at)
        select 'q' || n, tenant_id, engagement_id, id, 'analyst', '', '', '', 'assumed', now()
        from platform.runs, generate_series(1, 1000) n where engagement_id = $1`,
    };
    for (const [table, insert] of Object.entries(fill)) {
      const id = await createApproved();
      await asSuperuser(insert, [id]);
      const refused = await tenant.owner.get(`/api/engagements/${id}/export/dossier`);
      expect([table, refused]).toMatchObject([
        table,
        { status: 413, body: { code: 'document_too_large' } },
      ]);
    }
  });

  // SGN-16
  test('lists all approvals of a version, and names who approved it', async () => {
    const id = await createApproved();
    const userId = await insertMember(platform, tenant.tenantId, { role: 'member', marker: 'Ada' });
    await insertSession(platform, tenant.tenantId, { userId, token: `session-${userId}` });
    const ada = createClient(platform.baseUrl);
    ada.cookies.set('ecp_session', `session-${userId}`);
    await tenant.owner.patch('/api/account/policies', { approvalsNeeded: 2 });
    const path = `/api/engagements/${id}/deliverables/plan.md/review`;
    for (const by of [ada, tenant.owner]) await by.post(path, { action: 'approve' });
    await tenant.owner.patch('/api/account/policies', { approvalsNeeded: 1 });
    const { files } = await download(id);
    expect(JSON.parse(files.get('reviews/plan.json') ?? '')).toMatchObject({
      version: 2,
      approvals: [
        { by: 'member Ada', author: { kind: 'user', id: userId } },
        { by: 'Olga Owner', author: { id: tenant.userId } },
      ],
    });
    const { payload } = JSON.parse(files.get('dossier.dsse.json') ?? '') as { payload: string };
    expect(Buffer.from(payload, 'base64').toString()).toContain(
      '"approvedBy":"member Ada, Olga Owner"',
    );
  });

  // DOS-4
  test('holds the entries of the audit log about the engagement, each with the hash before it', async () => {
    const id = await createApproved();
    const { files } = await download(id);
    const { entries, head } = JSON.parse(files.get('audit.json') ?? '') as {
      head: string;
      entries: { action: string; committed: string; hash: string; previousHash: string }[];
    };
    expect(head).toMatch(/^[0-9a-f]{64}$/);
    expect(entries.map(({ action }) => action)).toEqual([
      'deliverable.review',
      'attachment.upload',
    ]);
    for (const { committed, hash, previousHash } of entries) {
      expect(createHash('sha256').update(`${previousHash}\n${committed}`).digest('hex')).toBe(hash);
    }
    const again = JSON.parse((await download(id)).files.get('audit.json') ?? '') as {
      entries: { action: string }[];
    };
    expect(again.entries.at(-1)?.action).toBe('engagement.export_dossier');
  });

  // DOS-8, DOS-9
  test('holds of economics only that entries exist, and no network address of anybody', async () => {
    const id = await createApproved();
    const cost = { date: '2026-03-02', amount: 77_123, note: 'Zanzibar' };
    const entered = {
      revision: 0,
      fee: 987_654,
      feeDate: null,
      currency: 'EUR',
      usdRate: null,
      hours: [],
      costs: [cost],
    };
    expect((await tenant.owner.put(`/api/engagements/${id}/economics`, entered)).status).toBe(200);
    expect((await tenant.owner.get(`/api/engagements/${id}/economics/export`)).status).toBe(200);
    const { files, zip } = await download(id);
    const { entries } = JSON.parse(files.get('audit.json') ?? '') as {
      entries: Record<string, unknown>[];
    };
    const aboutMoney = entries.filter(({ action }) => String(action).startsWith('economics.'));
    expect(aboutMoney.map(({ action }) => action)).toEqual(['economics.set', 'economics.export']);
    for (const entry of aboutMoney)
      expect(Object.keys(entry).sort()).toEqual(['action', 'hash', 'id', 'position']);
    // Whoever has the salt finds a salted address by trying all of them.
    for (const entry of entries) expect(Object.keys(entry)).not.toContain('salt');
    const text = [...files]
      .flatMap(([path, content]) => (path.endsWith('.json') ? [content] : []))
      .join('\n');
    expect(text).not.toMatch(/Zanzibar|987.?654|77.?123|127\.0\.0\.1/);
    const [next] = entries.filter(
      ({ position }) => position === Number(aboutMoney[0]?.['position']) + 1,
    );
    expect(next?.['previousHash'] ?? aboutMoney[0]?.['hash']).toBe(aboutMoney[0]?.['hash']);
    expect((await verifyDossier(zip)).faults).toEqual([]);
  });

  // DOS-5
  test('is refused without an approved document, and missing to others', async () => {
    const id = await insertEngagement(platform.database, tenant.tenantId);
    const refused = await tenant.owner.get(`/api/engagements/${id}/export/dossier`);
    expect(refused).toMatchObject({ status: 409, body: { code: 'no_approved_deliverables' } });
    const stranger = await createKeyedTenant(platform);
    const missing = await stranger.owner.get(
      `/api/engagements/${await createApproved()}/export/dossier`,
    );
    expect(missing).toMatchObject({ status: 404, body: { code: 'engagement_not_found' } });
  });

  // DOS-2
  test('is confirmed by the script, which finds a changed byte and a foreign key', async () => {
    const { zip } = await download(await createApproved());
    const [good, bad, keys] = ['good.zip', 'bad.zip', 'keys.json'].map((name) =>
      join(platform.dataDir, name),
    ) as [string, string, string];
    const changed = zip.slice();
    changed[changed.indexOf(0x45)] = 0x46;
    await Promise.all([
      writeFile(good, zip),
      writeFile(bad, changed),
      writeFile(keys, (await publishedKeys()).text),
    ]);
    expect(await runScript(good, keys)).toMatchObject({
      code: 0,
      said: expect.stringMatching(/^Intact: 15 files/),
    });
    expect(await runScript(good)).toMatchObject({ code: 0 });
    expect(await runScript(bad, keys)).toMatchObject({ code: 1 });
    await writeFile(keys, '{"keys":[]}');
    expect(await runScript(good, keys)).toMatchObject({
      code: 2,
      said: expect.stringContaining('somebody else'),
    });
  });
});

function runScript(...files: string[]): Promise<{ code: number; said: string }> {
  const script = fileURLToPath(
    new URL('../../../../../scripts/verify-dossier.ts', import.meta.url),
  );
  const { promise, resolve } = Promise.withResolvers<{ code: number; said: string }>();
  execFile(process.execPath, [script, ...files], (error, stdout, stderr) => {
    resolve({ code: error ? Number(error.code) : 0, said: (stdout + stderr).trim() });
  });
  return promise;
}
