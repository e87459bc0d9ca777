import type { IssuedPortalToken } from '@ecp/contract/reach/portal';
import type { RecordedQuery } from '@ecp/contract/work/tables';
import { insertDeliverable, insertRun } from '@ecp/testing/engagement-factory';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readPdf } from '../../../../testing/read-pdf.ts';
import { shareTestPlatform, type TestPlatform } from '../../../../testing/start-test-platform.ts';
import { createTestTenant, type TestTenant } from '../../../../testing/test-tenant.ts';

let platform: TestPlatform;
let tenant: TestTenant;
let engagement: string;
let run: string;
let query: RecordedQuery;
beforeAll(async () => {
  platform = await shareTestPlatform();
  tenant = await createTestTenant(platform);
  ({ engagement, run } = await addEngagement());
  query = await ask(engagement);
});
afterAll(() => platform.close());

async function addEngagement() {
  const { id } = await tenant.createEngagement({});
  return { engagement: id, run: await insertRun(platform.database, tenant.tenantId, id, {}) };
}

const sql = 'select * from (values (2021, 4120.5), (2022, 4655), (2023, 4812)) sales(year, sales)';
async function ask(engagementId: string, statement = sql): Promise<RecordedQuery> {
  const answer = await tenant.post<RecordedQuery>(`/api/engagements/${engagementId}/queries`, {
    sql: statement,
    title: 'Sales by year',
  });
  expect(answer.status).toBe(201);
  return answer.body;
}

const block = (fields: object = {}) =>
  `\`\`\`chart\n${JSON.stringify({ query: query.id, type: 'bar', x: 'year', y: ['sales'], title: 'Sales grew', ...fields })}\n\`\`\``;
let files = 0;
async function addFile(
  content: string,
  version = 1,
  filename = `file-${++files}.md`,
): Promise<string> {
  const fields = { runId: run, filename, content, version, taskId: null };
  await insertDeliverable(platform.database, tenant.tenantId, engagement, fields);
  return filename;
}

const fetchPath = (path: string, init: RequestInit = {}) =>
  fetch(platform.baseUrl + path, { ...init, headers: { cookie: tenant.cookie, ...init.headers } });
const chartPath = (filename: string, number: number | string, more = '') =>
  `/api/engagements/${engagement}/deliverables/${filename}/charts/${number}${more}`;

describe('a chart of a deliverable', () => {
  // CHA-2
  test('is an SVG without anything that runs or is fetched, which a client revalidates', async () => {
    const filename = await addFile(`# Sales\n\n${block()}\n`);
    const response = await fetchPath(chartPath(filename, 1));
    expect(response.status).toBe(200);
    const { headers } = response;
    expect(headers.get('content-type')).toBe('image/svg+xml; charset=utf-8');
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'unsafe-inline'; sandbox/,
    );
    const svg = await response.text();
    expect(svg).toMatch(/^<svg [^>]*role="img"/);
    expect(svg).toContain('4,120.5');
    expect(svg).toContain('Sales grew');
    const etag = headers.get('etag') ?? '';
    expect(
      (await fetchPath(chartPath(filename, 1), { headers: { 'if-none-match': etag } })).status,
    ).toBe(304);
  });

  // CHA-14
  test('begins its series with the colour of the brand', async () => {
    const filename = await addFile(block());
    const brand = (primaryColor: string | null) =>
      tenant.patch('/api/account/branding', { primaryColor });
    expect((await brand('#7a1f5c')).status).toBe(200);
    expect(await (await fetchPath(chartPath(filename, 1))).text()).toContain('#7a1f5c');
    expect((await brand(null)).status).toBe(200);
    expect(await (await fetchPath(chartPath(filename, 1))).text()).not.toContain('#7a1f5c');
  });

  // CHA-2
  test('is that of the version asked for, counted from 1, in the colours asked for', async () => {
    const filename = await addFile(block({ title: 'First' }));
    await addFile(
      `${block({ title: 'Other' })}\n\n${block({ title: 'Second', type: 'line' })}`,
      2,
      filename,
    );
    const titleOf = async (number: number, more = '') =>
      /<title[^>]*>([^<]*)/.exec(
        await (await fetchPath(chartPath(filename, number, more))).text(),
      )?.[1];
    expect(await titleOf(1, '?version=1')).toBe('First');
    expect(await titleOf(2)).toBe('Second');
    const dark = await (await fetchPath(chartPath(filename, 1, '?theme=dark'))).text();
    const both = await (await fetchPath(chartPath(filename, 1))).text();
    expect(dark).not.toContain('prefers-color-scheme');
    expect(both).toContain('prefers-color-scheme');
  });

  // CHA-2
  test('writes numbers as the document’s language does', async () => {
    const text =
      'Der Umsatz ist in den letzten Jahren gestiegen, weil die Preise und die Mengen gewachsen sind.';
    const svg = await (
      await fetchPath(chartPath(await addFile(`${text}\n\n${block()}`), 1))
    ).text();
    expect(svg).toContain('4.120,5');
  });

  // CHA-2
  test.each([
    ['a number beyond the last', 2, () => block()],
    ['a query that is not there', 1, () => block({ query: 'gone' })],
    ['a column that its query does not have', 1, () => block({ y: ['profit'] })],
    ['a block that is no chart', 1, () => block({ type: 'pie' })],
    ['a document without charts', 1, () => 'Text.'],
  ])('is missing with %s', async (_, number, content) => {
    const filename = await addFile(content());
    const answer = await tenant.get(chartPath(filename, number));
    expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  // CHA-2
  test('is missing with a query of another engagement, and with a number that is none', async () => {
    const other = await addEngagement();
    const foreign = await ask(other.engagement);
    const filename = await addFile(block({ query: foreign.id }));
    expect((await tenant.get(chartPath(filename, 1))).status).toBe(404);
    expect((await tenant.get(chartPath(filename, 0))).status).toBe(400);
    expect((await tenant.get(chartPath('missing.md', 1))).status).toBe(404);
  });
});

describe('a chart in the portal', () => {
  const visit = async (path: string) => {
    const { body } = await tenant.post<IssuedPortalToken>(
      `/api/engagements/${engagement}/portal-tokens`,
      {},
    );
    return fetch(platform.baseUrl + path, { headers: { authorization: `Bearer ${body.token}` } });
  };

  // CHA-4
  test('is the same picture, of the latest version', async () => {
    const filename = await addFile('No chart.');
    await addFile(block({ title: 'For the client' }), 2, filename);
    const response = await visit(`/api/portal/deliverables/${filename}/charts/1`);
    expect(response.status).toBe(200);
    const [picture, ours] = [
      await response.text(),
      await (await fetchPath(chartPath(filename, 1))).text(),
    ];
    const shapes = (svg: string) => svg.match(/<(?:path|text)\b/g)?.length;
    expect(picture).toContain('For the client');
    expect(shapes(picture)).toBe(shapes(ours));
    expect([picture, ours].map((svg) => /\bselect\b/i.test(svg))).toEqual([false, true]);
  });

  // CHA-4
  test('is missing for internal files and for files of other engagements', async () => {
    const internal = await addFile(block(), 1, '_notes.md');
    expect((await visit(`/api/portal/deliverables/${internal}/charts/1`)).status).toBe(404);
    expect((await visit('/api/portal/deliverables/elsewhere.md/charts/1')).status).toBe(404);
  });
});

describe('a preview', () => {
  const preview = (body: object, id = query.id) =>
    fetchPath(`/api/engagements/${engagement}/queries/${id}/chart`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ type: 'line', x: 'year', y: ['sales'], title: 'Preview', ...body }),
    });

  // CHA-5
  test('is the chart of a recorded query', async () => {
    const response = await preview({ unit: 'DKK m', theme: 'light' });
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('sales (DKK m)');
  });

  // CHA-5
  test('says why it cannot be drawn', async () => {
    const answer = await preview({ y: ['profit'] });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      code: 'chart_not_drawn',
      error: 'The chart cannot be drawn: the query has no column profit',
    });
    expect((await preview({}, 'gone')).status).toBe(404);
    expect((await preview({ type: 'pie' })).status).toBe(400);
  });
});

// CHA-3
test('a PDF prints the charts of a document with their queries, and says which it cannot print', async () => {
  const filename = await addFile(
    `# Report\n\n${block()}\n\n${block({ query: 'gone', title: 'Lost' })}\n`,
  );
  const response = await fetchPath(
    `/api/engagements/${engagement}/deliverables/${filename}/export/pdf`,
  );
  expect(response.status).toBe(200);
  const { pages } = await readPdf(new Uint8Array(await response.arrayBuffer()));
  const text = pages.join('\n').replaceAll(/\s+/g, ' ');
  for (const words of [
    'Sales grew',
    '4,120.5',
    'Sales by year',
    query.id,
    query.resultHash.slice(0, 12),
  ])
    expect(text).toContain(words);
  expect(text).toContain('The chart “Lost” is not shown: its query is not there.');
  expect(text).not.toContain('"query"');
});

// CHA-2
test('a picture is drawn once and then answered from the cache', async () => {
  const filename = await addFile(block({ title: 'Cached' }));
  const first = await (await fetchPath(chartPath(filename, 1))).text();
  const { charts } = platform.services;
  platform.services.charts = { ...charts, draw: () => Promise.reject(new Error('drawn again')) };
  try {
    expect(await (await fetchPath(chartPath(filename, 1))).text()).toBe(first);
  } finally {
    platform.services.charts = charts;
  }
});
