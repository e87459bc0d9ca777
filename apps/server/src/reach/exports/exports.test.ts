import { createServer } from 'node:http';
import { createId } from '@ecp/database/create-id';
import { DocumentError } from '@ecp/documents/reports/report-types';
import { insertDeliverable, insertEngagement, insertRun } from '@ecp/testing/engagement-factory';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { makeForm } from '../../../testing/hostile/example-requests.ts';
import { createKeyedTenant, type KeyedTenant } from '../../../testing/keyed-tenant.ts';
import { readPdf } from '../../../testing/read-pdf.ts';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';

let platform: TestPlatform;
let tenant: KeyedTenant;
let documents: TestPlatform['services']['documents'];
beforeAll(async () => {
  platform = await shareTestPlatform();
  documents = platform.services.documents;
  tenant = await createKeyedTenant(platform);
});
afterAll(() => platform.close());
afterEach(() => {
  platform.services.documents = documents;
});

const smallPng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const cookie = () =>
  [...tenant.owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
const ask = (path: string, init: RequestInit = {}) =>
  fetch(platform.baseUrl + path, { ...init, headers: { cookie: cookie(), ...init.headers } });

async function download(path: string) {
  const response = await ask(path);
  expect(response.status).toBe(200);
  const { headers } = response;
  return { headers, ...(await readPdf(new Uint8Array(await response.arrayBuffer()))) };
}

const route = (
  taskId: string,
  agentSlug: string,
  model: string,
  observerScore: number | null,
  cost: number,
) => ({
  taskId,
  agentSlug,
  agentRole: `Role of ${agentSlug}`,
  department: 'Strategy',
  selectedModel: model,
  observerScore,
  cost,
});

async function report(
  engagementId: string,
  runId: string,
  routing: object[],
  scores: [string, number][],
) {
  const analytics = { agents: [], delegations: [], modelRouting: routing };
  await platform.asSuperuser('update platform.runs set analytics = $2 where id = $1', [
    runId,
    JSON.stringify(analytics),
  ]);
  for (const [taskId, score] of scores) {
    await platform.asSuperuser(
      `insert into platform.quality_scores (id, tenant_id, engagement_id, run_id, task_id, task_name, score,
        rubric_type, rubric_version, feedback, criteria)
        values ($1, $2, $3, $4, $5, $5, $6, 'strategy', 1, $7, '[]')`,
      [
        createId(),
        tenant.tenantId,
        engagementId,
        runId,
        taskId,
        score,
        `Feedback ${score} on ${taskId}.`,
      ],
    );
  }
}

/**
 * Creates two tasks in one run and a rerun of the second, so that provenance differs from run to
 * run.
 */
async function createExportable(scan = 'Twelve roasters were asked.\n') {
  const { database } = platform;
  const { tenantId } = tenant;
  const tasks = [
    { id: 'scan', name: 'Market scan' },
    { id: 'price', name: 'Price plan' },
  ];
  const fields = {
    name: 'Nordic entry',
    client: 'Bramblewick Ltd',
    status: 'completed' as const,
    tasks,
  };
  const id = await insertEngagement(database, tenantId, fields);
  const first = await insertRun(database, tenantId, id, { startedAt: new Date('2026-01-01') });
  const rerun = await insertRun(database, tenantId, id, { startedAt: new Date('2026-01-02') });
  const add = (
    runId: string,
    taskId: string | null,
    filename: string,
    version: number,
    content: string,
  ) => insertDeliverable(database, tenantId, id, { runId, taskId, filename, version, content });
  await add(first, 'price', 'a price plan.md', 1, '# Old prices\n\nEverything stays.\n');
  await add(rerun, 'price', 'a price plan.md', 2, '# New prices\n\nEverything changes.\n');
  await add(first, 'scan', 'z-scan.md', 1, scan);
  await add(first, null, '_run_report.md', 1, '# Internal matters\n');
  const routes = [
    route('scan', 'market-analyst', 'model-one', 71, 0.0123),
    route('price', 'pricing', 'old-model', 50, 9),
  ];
  await report(id, first, routes, [
    ['scan', 70.5],
    ['price', 41],
  ]);
  await report(
    id,
    rerun,
    [route('price', 'price-lead', 'model-two', null, 0.5)],
    [['price', 90.5]],
  );
  return { id, path: `/api/engagements/${id}`, add, first };
}
const reportsOf = (engagementId: string) =>
  platform.asSuperuser<{ data: unknown }>(
    `select data from platform.outbox_events where event = 'report.generated' and data->>'engagementId' = $1`,
    [engagementId],
  );
const auditOf = (action: string, resourceId: string) =>
  platform.asSuperuser<{ metadata: unknown }>(
    'select metadata from platform.audit_log where action = $1 and resource_id = $2',
    [action, resourceId],
  );

describe('the whole engagement', () => {
  // EXP-1, EXP-4
  test('has the latest versions in the order of the tasks, and no internal file', async () => {
    const { path } = await createExportable();
    const { text, headers, info } = await download(`${path}/export/pdf`);
    expect(headers.get('content-type')).toBe('application/pdf');
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="market-entry\.pdf"/);
    for (const said of [
      'Nordic entry',
      'Bramblewick Ltd',
      'Everything changes.',
      'Twelve roasters',
      'Market scan',
    ])
      expect(text).toContain(said);
    expect(text.indexOf('Twelve roasters')).toBeLessThan(text.indexOf('Everything changes.'));
    for (const other of [
      'Everything stays',
      'Internal matters',
      'model-',
      'market-analyst',
      'Provenance',
    ])
      expect(text).not.toContain(other);
    // EXP-3: the team's copy has versions, words, states and scores, also without provenance.
    for (const said of ['Quality score 70.5', 'Pending review', 'Version 2', 'Internal copy.'])
      expect(text).toContain(said);
    expect(info['Title']).toBe('Nordic entry');
  });

  // EXP-16, EXP-17
  test('for a client is opened by the document that concludes the others, and holds nothing of the team’s', async () => {
    const { id, path, add, first } = await createExportable();
    await platform.asSuperuser(
      'update platform.engagements set tasks = (tasks::jsonb || $2::jsonb)::json where id = $1',
      [id, JSON.stringify([{ id: 'advice', name: 'Board paper', synthesis: true }])],
    );
    const paper = [
      '# Enter in May[^1]\n\nAs a price plan.md says, prices change.[^2] Ask Ada.[^3]',
      '## Answers to the reviewer\n\n1. Shorter? — **Met:** it is shorter.',
      '## Next steps\n\nCall.',
      '[^1]: Brief: “May”\n[^2]: a price plan.md: “Everything changes.”\n[^3]: Colleague Ada: “Call them.”\n',
    ];
    await add(first, 'advice', 'board-paper.md', 1, paper.join('\n\n'));
    const client = await download(`${path}/export/pdf?audience=client`);
    expect(client.pages[2]).toMatch(/Executive summary Enter in May .*Next steps Call\./);
    expect(client.text).toContain('As New prices says, prices change.');
    expect(client.text).toContain('New prices: “Everything changes.”');
    expect(client.text).not.toMatch(
      /Answers to|Met:|Colleague|Call them|\.md|score|Pending|Approved|Version|Internal|verified|70\.5/,
    );
    const internal = await download(`${path}/export/pdf?include_provenance=true`);
    expect(internal.text).toMatch(/Quality score 70\.5.*Quality score 90\.5/);
    for (const said of [
      '80.5',
      'Feedback 90.5 on price.',
      'Pending review',
      'Internal copy.',
      'Answers to the reviewer',
    ])
      expect(internal.text).toContain(said);
    expect(internal.headers.get('content-disposition')).toMatch(
      /^attachment; filename="market-entry-internal\.pdf"/,
    );
    const one = await download(`${path}/deliverables/board-paper.md/export/pdf?audience=client`);
    expect(one.headers.get('content-disposition')).toContain('filename="Enter_in_May.pdf"');
    expect(one.text).toContain('New prices: “Everything changes.”');
    expect(one.text).not.toMatch(/Answers to|Colleague|\.md|Pending|Version|Words/);
    for (const file of ['export/pdf', 'deliverables/board-paper.md/export/pdf']) {
      for (const query of ['audience=client&include_provenance=true', 'audience=board']) {
        expect((await tenant.owner.get(`${path}/${file}?${query}`)).status).toBe(400);
      }
    }
  });

  test('provenance says when the run of a version ended without a report', async () => {
    const { path, first } = await createExportable();
    await platform.asSuperuser('update platform.runs set analytics = null where id = $1', [first]);
    const { text } = await download(`${path}/export/pdf?include_provenance=true`);
    expect(text).toMatch(/z-scan\.md Not recorded Not recorded – –/);
  });

  // EXP-3, EXP-5
  test('provenance names agent, model, observer score and cost of each version’s run; its export is told and audited once, HEAD never', async () => {
    const { id, path } = await createExportable();
    const head = await ask(`${path}/export/pdf`, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(await reportsOf(id)).toEqual([]);
    const { pages } = await download(`${path}/export/pdf?include_provenance=true`);
    const appendix = pages.at(-1) ?? '';
    expect(appendix).toContain('Provenance');
    expect(appendix).toMatch(/z-scan\.md market-analyst model-one 71 \$0\.0123/);
    expect(appendix).toMatch(/a price plan\.md.*price-lead.*model-two.*–.*\$0\.50/);
    expect(appendix).toContain('$0.5123');
    expect(appendix).not.toContain('old-model');
    const about = {
      filename: 'market-entry-internal.pdf',
      audience: 'team',
      includeProvenance: true,
    };
    expect(await reportsOf(id)).toEqual([{ data: { engagementId: id, ...about } }]);
    expect(await auditOf('engagement.export_pdf', id)).toEqual([
      { metadata: { ...about, deliverables: 2 } },
    ]);
  });

  // EXP-2
  test('shows the branding: company, colour and logo', async () => {
    const { path } = await createExportable();
    const branding = { companyName: 'Løvetann & Søn #{evil}', primaryColor: '#aa0044' };
    await tenant.owner.patch('/api/account/branding', branding);
    const logo = { name: 'logo.png', content: smallPng };
    const put = await ask('/api/account/branding/logo', {
      method: 'PUT',
      body: makeForm({}, logo),
    });
    expect(put.status).toBe(200);
    const { text, info, cover } = await download(`${path}/export/pdf`);
    expect(text).toContain(branding.companyName);
    expect(info['Author']).toBe(branding.companyName);
    expect([cover.colours.has('#aa0044'), cover.pictures]).toEqual([true, 1]);
  });

  // EXP-6
  test('404: Engagement not found; No deliverables to export', async () => {
    const missing = await tenant.owner.get(`/api/engagements/${createId()}/export/pdf`);
    expect([missing.status, missing.body['error']]).toEqual([404, 'Engagement not found']);
    const id = await insertEngagement(platform.database, tenant.tenantId);
    const runId = await insertRun(platform.database, tenant.tenantId, id);
    await insertDeliverable(platform.database, tenant.tenantId, id, {
      runId,
      filename: '_run_report.md',
      taskId: null,
    });
    const empty = await tenant.owner.get(`/api/engagements/${id}/export/pdf`);
    expect([empty.status, empty.body['error']]).toEqual([404, 'No deliverables to export']);
    expect(await reportsOf(id)).toEqual([]);
  });
});

describe('one deliverable', () => {
  // EXP-5, EXP-7
  test('has the latest version with company, engagement, client, version, words and status; no event', async () => {
    const { id, path } = await createExportable();
    const { text, headers } = await download(`${path}/deliverables/a%20price%20plan.md/export/pdf`);
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="a_price_plan\.pdf"/);
    for (const said of ['New prices', 'Everything changes.', 'Nordic entry', 'Bramblewick Ltd'])
      expect(text).toContain(said);
    expect(text).toMatch(
      /Version 2.*Words.*Status Pending review|Version.*Words.*Status.*Pending review/,
    );
    expect(text).not.toContain('model-two');
    expect(await reportsOf(id)).toEqual([]);
  });

  // EXP-8
  test('has a footer with provenance', async () => {
    const { path } = await createExportable();
    const { text, headers } = await download(
      `${path}/deliverables/z-scan.md/export/pdf?include_provenance=true`,
    );
    expect(headers.get('content-disposition')).toMatch(
      /^attachment; filename="z-scan-internal\.pdf"/,
    );
    expect(text).toContain('Pending review');
    expect(text).toMatch(
      /Prepared by market-analyst with model-one · observer score 71 · cost \$0\.0123/,
    );
  });

  // EXP-9
  test('no unsafe character of a filename reaches the header', async () => {
    const { path, add, first } = await createExportable();
    const hostile = 'æ"\r\nSet-Cookie: a=b;/../..\\x(1).md';
    await add(first, 'scan', hostile, 1, '# Safe\n');
    const { headers } = await download(
      `${path}/deliverables/${encodeURIComponent(hostile)}/export/pdf`,
    );
    const safe = '____Set-Cookie__a_b__.._.._x_1_.pdf';
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="${safe}"; filename*=UTF-8''%C3%A6${safe.slice(1)}`,
    );
    expect(headers.get('set-cookie')).toBeNull();
  });

  // EXP-10
  test('404: Engagement not found; Deliverable not found', async () => {
    const { path } = await createExportable();
    const missing = await tenant.owner.get(
      `/api/engagements/${createId()}/deliverables/a.md/export/pdf`,
    );
    expect([missing.status, missing.body['error']]).toEqual([404, 'Engagement not found']);
    const absent = await tenant.owner.get(`${path}/deliverables/none.md/export/pdf`);
    expect([absent.status, absent.body['error']]).toEqual([404, 'Deliverable not found']);
  });

  // EXP-11
  test('400 for an invalid flag', async () => {
    const { path } = await createExportable();
    expect((await tenant.owner.get(`${path}/export/pdf?include_provenance=maybe`)).status).toBe(
      400,
    );
  });
});

describe('a text of marks', () => {
  const formats = ['pdf', 'docx', 'pptx'];

  // All formats read a text in the same way, so one text is written in each of them.
  // EXP-29
  test.each([
    ['marks', '*_'.repeat(240_000), [...formats, 'all as pdf', 'all as xlsx']],
    ['headings', '# a\n'.repeat(6_000), ['pdf']],
    ['underlined headings', 'a\n=\n'.repeat(6_000), ['pptx']],
  ])('of %s that would take too long is 422', async (_, text, targets) => {
    const { path } = await createExportable(text);
    for (const format of targets) {
      const address = format.startsWith('all as ')
        ? `${path}/export/${format.slice(7)}`
        : `${path}/deliverables/z-scan.md/export/${format}`;
      const answer = await tenant.owner.get(address);
      expect([address, answer.status, answer.body['code']]).toEqual([
        address,
        422,
        'text_too_complex',
      ]);
    }
  });

  // Each text is written in one of the formats, in turn.
  // EXP-30
  test.each(
    [
      ['notes within notes', '[^1]: '.repeat(7_000)],
      ['lists within notes', '[^1]: - '.repeat(5_000)],
      ['opened emphasis', '**a'.repeat(14_000)],
      ['mixed emphasis', '*_'.repeat(20_000)],
      ['struck emphasis', '~~*'.repeat(14_000)],
      ['backslashes', '\\'.repeat(40_000)],
      ['links in links', '['.repeat(20_000) + ']'.repeat(20_000)],
      ['columns', `${'|a'.repeat(5_000)}\n${'|-'.repeat(5_000)}\n`],
    ].map(([title = '', text = ''], at) => [title, formats[at % formats.length] ?? '', text]),
  )('such as %s is exported as %s, or refused as too complex', async (_, format, text) => {
    const { path } = await createExportable(text);
    const { status, body } = await tenant.owner.get(
      `${path}/deliverables/z-scan.md/export/${format}`,
    );
    expect([status, body?.['code'] ?? null]).toEqual([
      expect.toBeOneOf([200, 422]),
      status === 200 ? null : 'text_too_complex',
    ]);
  });
});

describe('failures', () => {
  test.each([
    ['too_large', 413, 'document_too_large'],
    ['too_complex', 422, 'text_too_complex'],
    ['busy', 503, 'service_unavailable'],
    ['failed', 500, 'internal_error'],
  ] as const)('a document that is %s answers %i', async (kind, status, code) => {
    const { id, path } = await createExportable();
    const fail = () => Promise.reject(new DocumentError(kind, 'secret inside'));
    platform.services.documents = { ...documents, renderEngagement: fail, renderDeliverable: fail };
    for (const at of ['/export/pdf', '/deliverables/z-scan.md/export/pdf']) {
      const answer = await tenant.owner.get(path + at);
      expect([answer.status, answer.body['code']]).toEqual([status, code]);
      expect(JSON.stringify(answer.body)).not.toContain('secret');
    }
    expect(await reportsOf(id)).toEqual([]);
  });

  // SBX-8
  test('a document beyond the tenant’s budget is told when to try again', async () => {
    const { path } = await createExportable();
    const fail = () =>
      Promise.reject(new DocumentError('busy', 'secret inside', { retryAfterMs: 41_200 }));
    platform.services.documents = { ...documents, renderEngagement: fail };
    const answer = await tenant.owner.get(`${path}/export/pdf`);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '42']);
  });

  test('more than 8 MiB of markdown is refused', async () => {
    const { path, add, first } = await createExportable();
    await add(first, 'scan', 'large.md', 1, 'word '.repeat(1_800_000));
    expect((await tenant.owner.get(`${path}/export/pdf`)).body).toMatchObject({
      code: 'document_too_large',
    });
  });

  test('a caller who disconnects ends the rendering', async () => {
    const { path } = await createExportable();
    const begun = Promise.withResolvers<AbortSignal>();
    const renderEngagement = (_report: unknown, { signal }: { signal?: AbortSignal }) =>
      new Promise<Uint8Array>((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason as Error));
        if (signal) begun.resolve(signal);
      });
    platform.services.documents = { ...documents, renderEngagement };
    const leaving = new AbortController();
    const asked = ask(`${path}/export/pdf`, { signal: leaving.signal }).catch(() => 'gone');
    const signal = await begun.promise;
    const aborted = new Promise((resolve) =>
      signal.addEventListener('abort', () => resolve('aborted')),
    );
    leaving.abort();
    expect([await asked, await aborted]).toEqual(['gone', 'aborted']);
  });

  test('no image is fetched, and a broken logo fails no export', async () => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    const address = `http://127.0.0.1:${port}`;
    const { path, add, first } = await createExportable();
    await add(first, 'scan', 'image.md', 1, `![Plan](${address}/plan.png)\n`);
    const brokenPng = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAGQAAABkCAYAAABw4pVUAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    await platform.asSuperuser(
      `insert into platform.branding (tenant_id, logo, logo_type) values ($1, $2, 'image/png')
        on conflict (tenant_id) do update set logo = excluded.logo, logo_type = excluded.logo_type`,
      [tenant.tenantId, brokenPng],
    );
    expect((await download(`${path}/export/pdf`)).text).toContain('Everything changes.');
    await ask('/api/account/branding/logo', { method: 'DELETE' });
    await new Promise((resolve) => server.close(resolve));
    expect(asked).toEqual([]);
  });

  test('a long report does not hold up other requests', async () => {
    const { path, add, first } = await createExportable();
    await add(
      first,
      'scan',
      'long.md',
      1,
      '## Part\n\nWholesale margins fell again this year.\n\n'.repeat(60),
    );
    let printing = true;
    const printed = ask(`${path}/deliverables/long.md/export/pdf`).finally(() => {
      printing = false;
    });
    // If the PDF were rendered in this process, no request would be served meanwhile.
    let served = 0;
    while (printing) served += (await ask('/api/health')).ok ? 1 : 0;
    expect(served).toBeGreaterThan(10);
    const { pages } = await readPdf(new Uint8Array(await (await printed).arrayBuffer()));
    expect(pages.length).toBeGreaterThan(2);
  });
});
