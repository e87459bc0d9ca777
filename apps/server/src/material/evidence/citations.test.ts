import type { PortalView } from '@ecp/contract/reach/portal';
import { countCitations } from '@ecp/contract/values/citation-counts';
import type { Citation, DeliverableCitations } from '@ecp/contract/values/citations';
import type { DeliverableListItem, DeliverableRecord } from '@ecp/contract/work/deliverables';
import { createClient } from '@ecp/testing/cookie-client';
import type { Static } from 'typebox';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { comparable } from '../../../testing/keyed-tenant.ts';
import { readPdf } from '../../../testing/read-pdf.ts';
import type { ScriptedRun } from '../../../testing/scripted-engine/scripted-run.ts';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';
import { createTestTenant, type TestTenant } from '../../../testing/test-tenant.ts';
import { maxCitations } from './citations.ts';

let platform: TestPlatform;
let tenant: TestTenant;
beforeAll(async () => {
  platform = await shareTestPlatform();
});
afterAll(() => platform.close());
beforeEach(async () => {
  tenant = await createTestTenant(platform);
});

const verified: Citation = {
  footnote: '1',
  claim: 'Margins fell to 12 %.',
  quote: 'Gross margin 12 %',
  source: { kind: 'attachment', title: 'accounts.xlsx', location: 'sheet Margins' },
  state: 'verified',
  reason: null,
  passage: 'Gross margin 12 % in 2025',
  derivation: null,
};
const altered: Citation = {
  ...verified,
  footnote: '2',
  claim: 'The market grows by nine percent.',
  quote: 'nine percent a year',
  source: { kind: 'url', title: 'Trade press', location: null },
  state: 'altered',
  reason: 'the source does not say this in these words',
  passage: 'six percent a year',
  derivation: null,
};
const missing: Citation = {
  ...verified,
  footnote: null,
  quote: null,
  source: { kind: 'unknown', title: 'survey.pdf', location: null },
  state: 'missing_source',
  reason: 'no file of this name is attached',
  passage: null,
  derivation: null,
};
const text = 'Margins fell[^1]. The market grows[^2].\n\n[^1]: Accounts.\n[^2]: Press.\n';

/**
 * Plays a run that writes one file with these citations, or without any like an engine that does
 * not check them.
 */
const write = (citations: Citation[] | undefined) => (run: ScriptedRun) => {
  const file = { taskId: 'a', filename: 'a.md', wordCount: 6, content: text };
  run.push({ type: 'deliverable', ...file, ...(citations && { citations }) });
  run.push({
    type: 'deliverable',
    taskId: null,
    filename: '_run_report.md',
    wordCount: 1,
    content: 'Report\n',
  });
  run.push({ type: 'status', status: 'completed', error: null });
};

async function runWith(citations: Citation[] | undefined): Promise<string> {
  const { id } = await tenant.createEngagement({ tasks: [{ id: 'a', name: 'A' }] });
  platform.engine.onStart(write(citations));
  await tenant.post(`/api/engagements/${id}/run`);
  await tenant.waitForEnd(id);
  return id;
}

async function rerunWith(id: string, citations: Citation[]): Promise<void> {
  platform.engine.onStart(write(citations));
  expect((await tenant.post(`/api/engagements/${id}/deliverables/a.md/rerun`)).status).toBe(200);
  await tenant.waitForEnd(id);
}

const fileOf = (id: string, filename = 'a.md') => `/api/engagements/${id}/deliverables/${filename}`;
const none = countCitations([]);
const allThree = { ...none, verified: 1, altered: 1, missingSource: 1 };
const notFound = { status: 404, body: { error: 'Not found', code: 'not_found' } };

describe('the citations of a deliverable', () => {
  // DEL-11, PRO-10
  test('have their state and the order of the text; an unchanged list is not sent again', async () => {
    const path = `${fileOf(await runWith([altered, verified, missing]))}/citations`;
    const { status, body, headers } = await tenant.get(path);
    expect(status).toBe(200);
    expect(body).toEqual({
      filename: 'a.md',
      version: 1,
      waitsForFiles: false,
      waitsForCheck: false,
      waitsForJudge: false,
      summary: allThree,
      complete: true,
      citations: [altered, verified, missing].map((citation) => ({ ...citation, page: null })),
    });
    const again = await fetch(platform.baseUrl + path, {
      headers: { cookie: tenant.cookie, 'if-none-match': headers.get('etag') ?? '' },
    });
    expect(again.status).toBe(304);
  });

  // DEL-11
  test('are those of the latest version, or of the requested one', async () => {
    const id = await runWith([altered, missing]);
    await rerunWith(id, [verified]);
    const path = `${fileOf(id)}/citations`;
    const summary = { ...none, verified: 1 };
    expect((await tenant.get(path)).body).toMatchObject({
      version: 2,
      summary,
      citations: [verified],
    });
    expect((await tenant.get(`${path}?version=2`)).body).toMatchObject({ version: 2 });
    expect((await tenant.get(`${path}?version=1`)).body).toMatchObject({
      version: 1,
      citations: [altered, missing],
    });
    expect(await tenant.get(`${path}?version=3`)).toMatchObject(notFound);
    expect((await tenant.get(`${path}?version=0`)).status).toBe(400);
    expect(await tenant.get(`${fileOf(id, 'b.md')}/citations`)).toMatchObject(notFound);
  });

  test('have no summary when they were never checked; a text without citations counts zero', async () => {
    const unchecked = await runWith(undefined);
    const nothing = { summary: null, complete: true, citations: [] };
    expect((await tenant.get(`${fileOf(unchecked)}/citations`)).body).toMatchObject(nothing);
    expect(
      (await tenant.get(`${fileOf(unchecked, '_run_report.md')}/citations`)).body,
    ).toMatchObject(nothing);
    const empty = await runWith([]);
    expect((await tenant.get(`${fileOf(empty)}/citations`)).body).toMatchObject({
      ...nothing,
      summary: none,
    });
  });

  test('are bounded: failed ones are stored first, all are counted, and long texts are cut', async () => {
    const many = Array.from({ length: maxCitations + 10 }, (_, index) => ({
      ...verified,
      claim: `Claim ${index}`,
    }));
    const long = {
      ...altered,
      quote: '😀'.repeat(50_000),
      source: { ...altered.source, title: 'x'.repeat(50_000) },
    };
    const id = await runWith([...many, long]);
    const { body } = await tenant.get<DeliverableCitations>(`${fileOf(id)}/citations`);
    expect(body.summary).toEqual({ ...none, verified: maxCitations + 10, altered: 1 });
    expect(body.complete).toBe(false);
    expect(body.citations).toHaveLength(maxCitations);
    expect(body.citations[0]?.claim).toBe('Claim 0');
    const last = body.citations.at(-1);
    expect(last?.state).toBe('altered');
    expect(last?.quote?.isWellFormed()).toBe(true);
    expect(JSON.stringify(last).length).toBeLessThan(5_000);
  });
});

describe('the number of citations in each state', () => {
  // DEL-11
  test('is in the list, the versions, the file, the detail and the response to a review', async () => {
    const id = await runWith([verified, altered, missing]);
    await rerunWith(id, [verified]);
    const [newer, older] = [{ ...none, verified: 1 }, allThree];
    const list = await tenant.get<Static<typeof DeliverableListItem>[]>(
      `/api/engagements/${id}/deliverables?include_internal=true`,
    );
    const listed = list.body.map(({ filename, version, citations }) => [
      `${filename} ${version}`,
      citations,
    ]);
    expect(Object.fromEntries(listed)).toMatchObject({
      'a.md 2': newer,
      'a.md 1': older,
      '_run_report.md 1': null,
    });
    const { body } = await tenant.get<{ versions: { citations: unknown }[] }>(
      `${fileOf(id)}/versions`,
    );
    expect(body.versions.map(({ citations }) => citations)).toEqual([newer, older]);
    expect((await tenant.get<DeliverableRecord>(`${fileOf(id)}?version=1`)).body.citations).toEqual(
      older,
    );
    const { deliverables } = await tenant.getEngagement(id);
    expect(deliverables.map(({ citations }) => citations)).toEqual([newer, older]);
    const review = await tenant.post(`${fileOf(id)}/review`, { action: 'approve' });
    expect(review.body['citations']).toEqual(newer);
  });

  // DEL-11
  test('is not for the client in the portal', async () => {
    const id = await runWith([verified, altered, missing]);
    const { body } = await tenant.post(`/api/engagements/${id}/portal-tokens`);
    const portal = createClient(platform.baseUrl, String(body['token']));
    const view = (await portal.get<PortalView>('/api/portal')).body;
    const review = await portal.post('/api/portal/deliverables/a.md/review', { action: 'approve' });
    for (const told of [view.deliverables[0], review.body])
      expect(told).not.toHaveProperty('citations');
  });

  // DEL-11, PRO-10
  test('is in the internal copies of both PDFs, with the state of each citation', async () => {
    const id = await runWith([verified, altered, missing]);
    const print = async (path: string) => {
      const answer = await fetch(platform.baseUrl + path, { headers: { cookie: tenant.cookie } });
      expect(answer.status).toBe(200);
      return readPdf(new Uint8Array(await answer.arrayBuffer()));
    };
    const single = await print(`${fileOf(id)}/export/pdf?include_provenance=true`);
    expect(single.text).toContain('Accounts. ✓ verified');
    expect(single.text).toContain(
      'Press. ✗ not verified (altered): the source does not say this in these words',
    );
    expect(single.text).toContain('Citations: 1 verified, 1 altered, 1 without such a source');
    const { text: forClient } = await print(`${fileOf(id)}/export/pdf?audience=client`);
    for (const own of ['✓ verified', 'six percent a year', 'altered'])
      expect(forClient).not.toContain(own);
    const whole = await print(`/api/engagements/${id}/export/pdf?include_provenance=true`);
    expect(whole.text).toContain('Accounts. ✓ verified');
    const section = whole.pages.find((page) => page.includes('six percent a year')) ?? '';
    expect(section).toContain('Evidence');
    expect(section).toMatch(
      /Footnote 2 “nine percent a year” Trade press Altered\..*“six percent a year”/,
    );
    expect(section).toMatch(
      /Without a footnote “Margins fell to 12 %\.” survey\.pdf No such source\. No file of this/,
    );
  });
});

describe('access from outside', () => {
  test('another tenant’s citations answer exactly like those of a file that never existed', async () => {
    const id = await runWith([verified]);
    const stranger = await createTestTenant(platform);
    const [foreign, never] = await Promise.all([
      stranger.get(`${fileOf(id)}/citations`),
      stranger.get(`${fileOf('tz4a98xxat96iws9')}/citations`),
    ]);
    expect(foreign).toMatchObject(notFound);
    expect(comparable(foreign)).toEqual(comparable(never));
    const statement = { text: 'select 1 from platform.deliverable_citations' };
    const seen = await platform.database.withTenant(stranger.tenantId, (tx) => tx.query(statement));
    expect(seen.rows).toEqual([]);
    expect((await platform.asSuperuser(statement.text)).length).toBeGreaterThan(0);
  });

  test('a key of another engagement is refused, a key of this engagement can read', async () => {
    const [id, elsewhere] = [await runWith([verified]), await runWith([verified])];
    const keyOf = async (engagementId: string) => {
      const { body } = await tenant.post('/api/api-keys', {
        name: 'Key',
        scope: 'read_only',
        engagementId,
      });
      return createClient(platform.baseUrl, String(body['key']));
    };
    expect((await (await keyOf(id)).get(`${fileOf(id)}/citations`)).status).toBe(200);
    expect(await (await keyOf(elsewhere)).get(`${fileOf(id)}/citations`)).toMatchObject({
      status: 403,
      body: { error: 'API key is restricted to another engagement' },
    });
  });
});

test('the account export contains them; a deleted engagement and an erased account leave none', async () => {
  const ids = [await runWith([verified, altered]), await runWith([missing])];
  const left = () =>
    platform.asSuperuser('select 1 from platform.deliverable_citations where tenant_id = $1', [
      tenant.tenantId,
    ]);
  const { body } = await tenant.get<{
    citations: unknown[];
    deliverables: Record<string, unknown>[];
  }>('/api/account/export');
  const files = body.deliverables.filter(({ filename }) => filename === 'a.md');
  const exported = files.map(({ id, engagementId }) => ({
    deliverableId: id,
    citations: engagementId === ids[0] ? [verified, altered] : [missing],
  }));
  expect(body.citations).toEqual(expect.arrayContaining(exported));
  expect(body.citations).toHaveLength(2);
  expect(files[0]?.['citations']).toMatchObject({ verified: expect.any(Number) });
  expect((await tenant.delete(`/api/engagements/${ids[0]}`)).status).toBe(200);
  expect(await left()).toHaveLength(1);
  const erase = await fetch(`${platform.baseUrl}/api/account/delete`, {
    method: 'DELETE',
    headers: { 'content-type': 'application/json', cookie: tenant.cookie },
    body: JSON.stringify({ confirmText: 'DELETE MY ACCOUNT' }),
  });
  expect(erase.status).toBe(200);
  expect(await left()).toHaveLength(0);
});
