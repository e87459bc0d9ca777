import type { Citation } from '@ecp/contract/values/citations';
import type { Figure } from '@ecp/contract/values/figures';
import type { DeliverableListItem } from '@ecp/contract/work/deliverables';
import type { Conflict, LedgerFigure } from '@ecp/contract/work/figures';
import type { Static } from 'typebox';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { insertAttachment } from '../../../testing/insert-records.ts';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';
import { createTestTenant, type TestTenant } from '../../../testing/test-tenant.ts';

let platform: TestPlatform;
let tenant: TestTenant;
beforeAll(async () => {
  platform = await shareTestPlatform();
});
beforeEach(async () => {
  tenant = await createTestTenant(platform);
});
afterAll(() => platform.close());

const sales = (value: number): Figure => ({
  label: 'Net sales',
  unit: 'EUR',
  period: '2025',
  value,
  text: `EUR ${value}`,
  section: 'Market',
  state: 'verified',
});
const citing = (claim: string, title: string, quote: string): Citation => ({
  footnote: '1',
  claim,
  quote,
  state: 'verified',
  reason: null,
  passage: quote,
  derivation: null,
  source: { kind: 'attachment', title, location: null },
});

interface Played {
  figures?: Record<string, Figure[]>;
  citations?: Record<string, Citation[]>;
  noted?: { conflictId: string; about: string; values: [number, string, string][] }[];
}

/** Plays a run: what its agents report, then its documents with their figures and citations. */
function play({ figures = {}, citations = {}, noted = [] }: Played): void {
  platform.engine.onStart((run) => {
    for (const { values, ...conflict } of noted) {
      const given = values.map(([value, filename, sourceId]) => {
        return { value, text: `sales of ${value}`, filename, place: 'Page 2', sourceId };
      });
      // The follower applies a repeated report once more.
      for (const _ of [1, 2])
        run.push({
          type: 'conflict',
          ...conflict,
          taskId: 'a',
          agent: 'market-research-analyst',
          values: given,
        });
    }
    for (const [taskId, own] of Object.entries(figures)) {
      const file = { taskId, filename: `${taskId}.md`, wordCount: 2, content: `# ${taskId}\n` };
      run.push({ type: 'deliverable', ...file, citations: citations[taskId] ?? [], figures: own });
    }
    run.push({ type: 'status', status: 'completed', error: null });
  });
}

async function create(): Promise<string> {
  const tasks = ['a', 'b'].map((task) => ({ id: task, name: task }));
  return (await tenant.createEngagement({ tasks })).id;
}

async function runWith(played: Played, id?: string): Promise<string> {
  const engagementId = id ?? (await create());
  play(played);
  await tenant.post(`/api/engagements/${engagementId}/run`);
  await tenant.waitForEnd(engagementId);
  return engagementId;
}

async function rerun(id: string, filename: string, played: Played): Promise<void> {
  play(played);
  expect((await tenant.post(`/api/engagements/${id}/deliverables/${filename}/rerun`)).status).toBe(
    200,
  );
  await tenant.waitForEnd(id);
}

const list = async (id: string) =>
  (await tenant.get<{ conflicts: Conflict[] }>(`/api/engagements/${id}/conflicts`)).body.conflicts;
const settle = (id: string, conflictId: string, body: object, by: TestTenant = tenant) =>
  by.post<Conflict>(`/api/engagements/${id}/conflicts/${conflictId}/settle`, body);
const because = { chosen: 0, reason: 'The audited accounts say so.' };

async function countsOf(id: string) {
  const { body } = await tenant.get<Static<typeof DeliverableListItem>[]>(
    `/api/engagements/${id}/deliverables`,
  );
  return Object.fromEntries(
    body.map(({ filename, version, conflicts }) => [`${filename} ${version}`, conflicts]),
  );
}

const attach = (engagementId: string, marker: string) =>
  insertAttachment(platform, { tenantId: tenant.tenantId, engagementId, marker });

describe('conflicts of documents', () => {
  // CON-1, CON-4
  test('are the figures that documents give differently, and count while they are open', async () => {
    const id = await runWith({ figures: { a: [sales(48)], b: [sales(41)] } });
    const [conflict, ...others] = await list(id);
    expect(others).toEqual([]);
    const place = { attachmentId: null, place: 'Market', version: 1 };
    expect(conflict).toEqual({
      id: expect.any(String),
      kind: 'documents',
      about: 'Net sales, 2025',
      status: 'open',
      settlement: null,
      documents: ['a.md', 'b.md'],
      values: [
        { value: 48, text: 'EUR 48', filename: 'a.md', ...place },
        { value: 41, text: 'EUR 41', filename: 'b.md', ...place },
      ],
    });
    expect(await countsOf(id)).toEqual({ 'a.md 1': 1, 'b.md 1': 1 });
    const ledger = await tenant.get<{ figures: LedgerFigure[] }>(`/api/engagements/${id}/figures`);
    expect(ledger.body.figures).toMatchObject([{ conflict: true, conflictId: conflict?.id }]);
  });

  // CON-2, CON-3, CON-4
  test('stay settled while their values stay, and open again when these change', async () => {
    const id = await runWith({ figures: { a: [sales(48)], b: [sales(41)] } });
    const [conflict] = await list(id);
    const conflictId = conflict?.id ?? '';
    const settled = await settle(id, conflictId, { chosen: 1, reason: ' Later accounts. ' });
    expect(settled).toMatchObject({
      status: 200,
      body: { id: conflictId, values: conflict?.values, status: 'settled' },
    });
    const { name } = (await tenant.get<{ user: { name: string } }>('/api/me')).body.user;
    expect(settled.body.settlement).toEqual({
      chosen: 1,
      reason: 'Later accounts.',
      by: name,
      at: expect.any(String),
    });
    expect(await list(id)).toEqual([settled.body]);
    expect(await countsOf(id)).toEqual({ 'a.md 1': 0, 'b.md 1': 0 });
    await rerun(id, 'b.md', { figures: { b: [{ ...sales(41), section: 'Elsewhere' }] } });
    expect(await list(id)).toMatchObject([
      { id: conflictId, status: 'settled', settlement: { chosen: 1 } },
    ]);
    await rerun(id, 'b.md', { figures: { b: [sales(43)] } });
    const [changed] = await list(id);
    expect(changed).toMatchObject({ status: 'open', settlement: null });
    expect(changed?.id).not.toBe(conflictId);
    expect(await countsOf(id)).toMatchObject({ 'a.md 1': 1, 'b.md 3': 1 });
    // A decision about values that are gone is refused.
    expect(await settle(id, conflictId, because)).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    });
    await rerun(id, 'b.md', { figures: { b: [sales(41)] } });
    expect(await list(id)).toMatchObject([{ id: conflictId, status: 'settled' }]);
    await rerun(id, 'b.md', { figures: { b: [sales(48)] } });
    expect(await list(id)).toEqual([]);
  });

  // CON-2
  test('take the last of several decisions, each in the audit log', async () => {
    const id = await runWith({ figures: { a: [sales(48)], b: [sales(41)] } });
    const conflictId = (await list(id))[0]?.id ?? '';
    await settle(id, conflictId, because);
    const none = { chosen: null, reason: 'Neither is audited.' };
    const { body } = await settle(id, conflictId, none);
    expect(body.settlement).toMatchObject(none);
    // The same decision once more changes nothing.
    expect((await settle(id, conflictId, none)).body).toEqual(body);
    expect(await list(id)).toMatchObject([{ settlement: none }]);
    const log = await platform.asSuperuser(
      'select action, user_id, metadata from platform.audit_log where resource_id = $1 and tenant_id = $2 order by created_at',
      [conflictId, tenant.tenantId],
    );
    const entry = { action: 'conflict.settle', user_id: tenant.userId };
    expect(log).toEqual(
      [0, null].map((chosen) => ({
        ...entry,
        metadata: { engagementId: id, kind: 'documents', chosen },
      })),
    );
  });

  // CON-2
  test('are settled by who may write, with a value of theirs and a reason, and by nobody else', async () => {
    const id = await runWith({ figures: { a: [sales(48)], b: [sales(41)] } });
    const conflictId = (await list(id))[0]?.id ?? '';
    for (const body of [
      {},
      { reason: 'x' },
      { chosen: 0 },
      { chosen: 0, reason: ' \n' },
      { chosen: 2, reason: 'x' },
      { chosen: -1, reason: 'x' },
      { chosen: 0.5, reason: 'x' },
      { chosen: '0', reason: 'x' },
      { chosen: 0, reason: 'x'.repeat(2_001) },
    ]) {
      expect(await settle(id, conflictId, body)).toMatchObject({
        status: 400,
        body: { code: 'invalid_request' },
      });
    }
    expect((await settle(id, 'unknown', because)).status).toBe(404);
    const stranger = await createTestTenant(platform);
    for (const refused of [
      await stranger.get(`/api/engagements/${id}/conflicts`),
      await settle(id, conflictId, because, stranger),
      await settle(id, conflictId, {}, stranger),
    ]) {
      expect(refused).toMatchObject({ status: 404, body: { code: 'not_found' } });
    }
    expect(await list(id)).toMatchObject([{ status: 'open' }]);
  });
});

describe('conflicts of sources', () => {
  const note = (...values: [number, string, string][]) => ({
    conflictId: 'c-1',
    about: 'Net sales',
    values,
  });

  // CON-5, CON-4
  test('are what agents report, once, and count in documents that give their values', async () => {
    const id = await create();
    const [one, two] = [await attach(id, 'one.txt'), await attach(id, 'two.txt')];
    await runWith(
      {
        noted: [note([48, 'one.txt', `${one}-1`], [41, 'two.txt', `${two}-3`])],
        figures: { a: [], b: [] },
        citations: { b: [citing('They sold 41.', 'two.txt', 'sales of 41')] },
      },
      id,
    );
    const place = { place: 'Page 2', version: null };
    expect(await list(id)).toEqual([
      {
        id: 'c-1',
        kind: 'sources',
        about: 'Net sales',
        status: 'open',
        settlement: null,
        documents: ['b.md'],
        values: [
          { value: 48, text: 'sales of 48', filename: 'one.txt', attachmentId: one, ...place },
          { value: 41, text: 'sales of 41', filename: 'two.txt', attachmentId: two, ...place },
        ],
      },
    ]);
    expect(await countsOf(id)).toEqual({ 'a.md 1': 0, 'b.md 1': 1 });
    expect((await settle(id, 'c-1', because)).status).toBe(200);
    expect(await countsOf(id)).toEqual({ 'a.md 1': 0, 'b.md 1': 0 });
    await tenant.delete(`/api/engagements/${id}/attachments/${one}`);
    expect(await list(id)).toEqual([]);
  });

  // CON-4
  test('count no longer when the file of one of their values is deleted', async () => {
    const id = await create();
    const [one, two] = [await attach(id, 'one.txt'), await attach(id, 'two.txt')];
    await runWith(
      {
        noted: [note([48, 'one.txt', `${one}-1`], [41, 'two.txt', `${two}-3`])],
        figures: { a: [], b: [] },
        citations: { b: [citing('They sold 41.', 'two.txt', 'sales of 41')] },
      },
      id,
    );
    expect(await countsOf(id)).toMatchObject({ 'b.md 1': 1 });
    await tenant.delete(`/api/engagements/${id}/attachments/${one}`);
    expect(await countsOf(id)).toMatchObject({ 'b.md 1': 0 });
  });

  // CON-6
  test('reach the next run with their decisions, and the document that gives the value as a note', async () => {
    const id = await runWith({
      noted: [note([48, 'a page', 'page-1'], [41, 'another page', 'page-2'])],
      figures: { a: [], b: [] },
      citations: { b: [citing('They sold 41.', 'another page', 'sales of 41')] },
    });
    await settle(id, 'c-1', { chosen: 0, reason: 'it is\naudited' });
    const given: unknown[] = [];
    platform.engine.onStart((run) => {
      const { conflicts, previous } = run.request;
      given.push(
        conflicts,
        Object.fromEntries(previous.map(({ filename, reviewNotes }) => [filename, reviewNotes])),
      );
      run.push({ type: 'status', status: 'completed', error: null });
    });
    await tenant.post(`/api/engagements/${id}/deliverables/b.md/rerun`);
    await tenant.waitForEnd(id);
    const values = [
      { value: 48, text: 'sales of 48', filename: 'a page', place: 'Page 2' },
      { value: 41, text: 'sales of 41', filename: 'another page', place: 'Page 2' },
    ];
    const settlement = { chosen: 0, reason: 'it is\naudited', by: expect.any(String) };
    expect(given).toEqual([
      [{ id: 'c-1', kind: 'sources', about: 'Net sales', values, settlement }],
      { 'a.md': [], 'b.md': ['Settled: Net sales is sales of 48 (a page), because it is audited'] },
    ]);
  });
});

// CON-2
test('viewers read conflicts and settle none', async () => {
  const id = await runWith({ figures: { a: [sales(48)], b: [sales(41)] } });
  const conflictId = (await list(id))[0]?.id ?? '';
  const key = await tenant.post<{ key: string }>('/api/api-keys', {
    name: 'reader',
    scope: 'read_only',
  });
  const headers = { authorization: `Bearer ${key.body.key}`, 'content-type': 'application/json' };
  const path = `${platform.baseUrl}/api/engagements/${id}/conflicts`;
  expect((await fetch(path, { headers })).status).toBe(200);
  const refused = await fetch(`${path}/${conflictId}/settle`, {
    method: 'POST',
    headers,
    body: JSON.stringify(because),
  });
  expect(refused.status).toBe(403);
});
