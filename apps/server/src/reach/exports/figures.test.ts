import type { Citation } from '@ecp/contract/values/citations';
import { insertDeliverable, insertEngagement, insertRun } from '@ecp/testing/engagement-factory';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKeyedTenant, type KeyedTenant } from '../../../testing/keyed-tenant.ts';
import { readPdf } from '../../../testing/read-pdf.ts';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';

let platform: TestPlatform;
let tenant: KeyedTenant;
beforeAll(async () => {
  platform = await shareTestPlatform();
  tenant = await createKeyedTenant(platform);
});
afterAll(() => platform.close());

async function download(path: string): Promise<string> {
  const cookie = [...tenant.owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const response = await fetch(platform.baseUrl + path, { headers: { cookie } });
  expect(response.status).toBe(200);
  return (await readPdf(new Uint8Array(await response.arrayBuffer()))).text;
}

async function insertQuery(
  owner: KeyedTenant,
  engagementId: string,
  id: string,
  marker: string,
): Promise<void> {
  const rows = JSON.stringify(Array.from({ length: 900 }, (_, at) => [`${marker} ${at}`, at]));
  await platform.asSuperuser(
    `insert into platform.queries (id, tenant_id, engagement_id, title, sql, columns, rows, rows_bytes, row_count, truncated,
        result_hash, tables, author_kind, author_name, created_at)
      values ($1, $2, $3, $4, 'select name, count from ' || $4, $5, $6, $7, 900, false, $8, $9, 'user', 'Ada', '2026-03-03')`,
    [
      id,
      owner.tenantId,
      engagementId,
      marker,
      JSON.stringify(['name', 'count'].map((name) => ({ name, type: 'text', unit: null }))),
      rows,
      Buffer.byteLength(rows),
      'f'.repeat(64),
      JSON.stringify([{ id: 't', name: 'sales_table', sha256: 'a'.repeat(64) }]),
    ],
  );
}

const computed: Citation = {
  footnote: '1',
  claim: 'Sales grew by 3.4 percent.',
  quote: null,
  source: { kind: 'query', title: 'Query q1111111', location: null },
  state: 'computed',
  reason: null,
  passage: null,
  derivation: {
    expression: '(b - a) / a * 100',
    inputs: [
      { label: 'a', value: 4_655_000_000, unit: 'DKK', citation: '1' },
      { label: 'b', value: 4_812_000_000, unit: 'DKK', citation: null },
    ],
    result: 3.37271750806,
  },
};

const chart = JSON.stringify({
  query: 'q3333333',
  type: 'bar',
  x: 'name',
  y: ['count'],
  title: 'Costs',
});

/** Creates an engagement of two files: one cites queries in footnotes, the other in a chart. */
async function createCiting() {
  const { database, asSuperuser } = platform;
  const { tenantId } = tenant;
  const id = await insertEngagement(database, tenantId, { tasks: [{ id: 'a', name: 'A' }] });
  const runId = await insertRun(database, tenantId, id);
  const add = (filename: string, content: string) =>
    insertDeliverable(database, tenantId, id, { runId, taskId: 'a', filename, content });
  const first = await add(
    'a.md',
    '# Sales\n\nThey grew[^1], and more[^2].\n\n[^1]: Query q1111111\n[^2]: Query q2222222\n',
  );
  await add('b.md', `# Costs\n\n\`\`\`chart\n${chart}\n\`\`\`\n`);
  await asSuperuser(
    `update platform.deliverables set citations_verified = 0, citations_computed = 1, citations_altered = 0,
        citations_unsupported = 0, citations_missing_source = 0, citations_uncited = 3, citations_unjudged = 0 where id = $1`,
    [first],
  );
  await asSuperuser(
    'insert into platform.deliverable_citations (tenant_id, deliverable_id, citations) values ($1, $2, $3)',
    [tenantId, first, JSON.stringify([computed])],
  );
  return { id, path: `/api/engagements/${id}` };
}

// EXP-13, EXP-14, EXP-15
test('derivations and cited queries are in the appendix of both PDFs, with provenance only', async () => {
  const { id, path } = await createCiting();
  await insertQuery(tenant, id, 'q1111111', 'first_marker');
  await insertQuery(tenant, id, 'q3333333', 'chart_marker');
  await insertQuery(tenant, id, 'q4444444', 'uncited_marker');
  const all = await download(`${path}/export/pdf?include_provenance=true`);
  expect(all).toContain(
    '✓ computed: (b − a) ÷ a × 100 ≈ 3.37272, with a = 4,655 million DKK [1]; b = 4,812 million DKK',
  );
  for (const said of [
    'select name, count from first_marker',
    'chart_marker 9',
    'Cited in Sales',
    'Cited in Costs',
  ])
    expect(all).toContain(said);
  expect(all).toContain('Asked by Ada on 3 March 2026, 00:00 UTC.');
  expect(all).toMatch(/Rows: 900\W+the first 10 printed here/);
  expect(all.replaceAll(/\s/g, '')).toContain('f'.repeat(64));
  expect(all).toMatch(/Query q2222222 Cited in Sales\. There is no recorded query of this id/);
  expect(all).not.toContain('uncited_marker');
  expect(all).not.toContain('chart_marker 10');
  const one = await download(`${path}/deliverables/a.md/export/pdf?include_provenance=true`);
  expect(one).toContain('Citations: 0 verified, 1 computed, 3 uncited');
  expect(one).toContain('select name, count from first_marker');
  expect(one).not.toContain('chart_marker');
  for (const plain of [
    `${path}/export/pdf?audience=client`,
    `${path}/deliverables/a.md/export/pdf?audience=client`,
  ])
    expect(await download(plain)).not.toMatch(
      /How the figures were made|count from first_marker|q1111111/,
    );
  expect(await download(`${path}/deliverables/a.md/export/pdf?audience=client`)).toContain(
    'first_marker',
  );
  expect(await download(`${path}/deliverables/a.md/export/pdf`)).toContain('Query q1111111');
});

// EXP-15
test('a query of another engagement or tenant is not there', async () => {
  const { path } = await createCiting();
  const other = await insertEngagement(platform.database, tenant.tenantId);
  await platform.asSuperuser('delete from platform.queries where tenant_id = $1', [
    tenant.tenantId,
  ]);
  await insertQuery(tenant, other, 'q1111111', 'foreign_marker');
  const stranger = await createKeyedTenant(platform);
  const theirs = await insertEngagement(platform.database, stranger.tenantId);
  await insertQuery(stranger, theirs, 'q2222222', 'foreign_marker');
  const text = await download(`${path}/export/pdf?include_provenance=true`);
  expect(text).not.toContain('foreign_marker');
  expect(text.match(/There is no recorded query of this id/g)).toHaveLength(3);
});
