import type { PortalSource } from '@ecp/contract/reach/portal';
import type { Attachment } from '@ecp/contract/work/attachments';
import type { Grid } from '@ecp/contract/work/grids';
import type { DeliverableSource } from '@ecp/contract/work/sources';
import { pollUntil } from '@ecp/testing/poll-until';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { attachmentIn } from '../../../testing/attachment-tenant.ts';
import { makePdf } from '../../../testing/document-files.ts';
import { makeForm } from '../../../testing/hostile/example-requests.ts';
import { createPopulatedTenant, type PopulatedTenant } from '../../../testing/populated-tenant.ts';
import { citationOf, openReleasing } from '../../../testing/releases/releasing-tenant.ts';
import { sendRequest } from '../../../testing/send-request.ts';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';

let platform: TestPlatform;
let tenant: PopulatedTenant;
beforeAll(async () => {
  platform = await shareTestPlatform();
  tenant = await createPopulatedTenant(platform);
});
afterAll(() => platform.close());

/** Attaches a file of two pages, archives a page and records a query; returns their titles. */
async function addSources(engagementId: string) {
  const attachmentId = await tenant.addAttachment(engagementId);
  const pageId = await tenant.addPage(engagementId);
  const { query } = await tenant.addTable(engagementId);
  const pages = [
    ['page 1', 0, 'Sales rose.'],
    ['page 2', 0, 'Costs rose, and margins'],
    ['page 2', 16, 'margins fell. Rent stood still.'],
  ];
  for (const [ordinal, [location, position, content]] of pages.entries()) {
    await platform.asSuperuser(
      `insert into platform.context_chunks (tenant_id, engagement_id, attachment_id, ordinal, location, position, content)
        values ($1, $2, $3, $4, $5, $6, $7)`,
      [tenant.tenantId, engagementId, attachmentId, ordinal, location, position, content],
    );
  }
  return { file: `${tenant.marker}${attachmentId}.md`, page: `${tenant.marker}${pageId}`, query };
}

// REL-5, REL-13, REL-15
test('a client reads what a shown document cites with the text around it, and nothing that is the team’s', async () => {
  const engagementId = await tenant.addEngagement();
  const team = openReleasing(platform, tenant, engagementId);
  const { file, page, query } = await addSources(engagementId);
  const sources = [
    ['attachment', file],
    ['url', page],
    ['query', `Query ${query}`],
    ['deliverable', 'shown.md'],
    ['deliverable', 'not-shown.md'],
    ['brief', 'Brief'],
    ['colleague', 'Ada'],
  ] as const;
  const citations = sources.map(([kind, title], index) =>
    citationOf(String(index + 1), {
      source: { kind, title, location: kind === 'attachment' ? 'p. 2' : null },
    }),
  );
  // The same footnote proves a statement of a section that clients do not get.
  citations.push(
    citationOf('2', {
      source: { kind: 'url', title: page, location: null },
      claim: 'A secret remark.',
    }),
  );
  const notes = sources.map(([, title], index) => `[^${index + 1}]: ${title}: “margins fell”`);
  const body = `# Paper\n\nMargins fell.${sources.map((_, index) => `[^${index + 1}]`).join('')}\n\n`;
  await team.addFile('paper.md', `${body}${notes.join('\n')}\n`, 1, citations);
  await team.addFile('shown.md', '# The other paper\n');
  await team.addFile('not-shown.md', '# Secret title\n');
  const { link, client, view } = await team.issue();
  const released = [
    ['paper.md', 1],
    ['shown.md', 1],
  ] satisfies [string, number][];
  await team.release([link.id], released);
  const read = async (footnote: string) => {
    const answer = await client.get<PortalSource>(
      `/api/portal/deliverables/paper.md/sources/${footnote}`,
    );
    expect(answer.status).toBe(200);
    return answer.body;
  };
  const words = { quote: 'margins fell', passage: 'margins fell', claim: 'Margins fell.' };
  const empty = { pdf: null, range: null, derivation: null, problem: null };
  const nothing = {
    text: null,
    mark: null,
    url: null,
    fetchedAt: null,
    document: null,
    table: null,
    ...empty,
  };
  expect(await read('1')).toEqual({
    ...words,
    ...nothing,
    footnote: '1',
    kind: 'file',
    title: file,
    place: 'page 2',
    text: 'Costs rose, and margins fell. Rent stood still.',
    mark: { start: 16, end: 28 },
  });
  expect(await read('2')).toMatchObject({
    kind: 'page',
    text: tenant.marker,
    url: expect.stringContaining('https:'),
  });
  expect(await read('3')).toMatchObject({
    kind: 'query',
    title: tenant.marker,
    table: { columns: [tenant.marker], rows: [[tenant.marker]], truncated: false },
  });
  expect(await read('4')).toMatchObject({
    kind: 'document',
    title: 'The other paper',
    document: 'shown.md',
  });
  expect(await read('5')).toMatchObject({ ...nothing, kind: 'words', title: 'Not shown' });
  expect(await read('6')).toMatchObject({ ...nothing, kind: 'words', title: 'Brief' });
  for (const footnote of ['7', '8']) {
    expect((await client.get(`/api/portal/deliverables/paper.md/sources/${footnote}`)).status).toBe(
      404,
    );
  }
  const [shown] = (await view()).deliverables;
  expect(shown?.content).toContain(
    `[^3]: ${tenant.marker}: “margins fell”\n[^4]: The other paper: “`,
  );
  expect(shown?.content).not.toContain('Ada');
  expect(shown?.citedPages.map(({ footnote, claim }) => [footnote, claim])).toEqual([
    ['2', 'Margins fell.'],
    ['2', ''],
  ]);
  const own = `${team.path}/deliverables/paper.md/sources`;
  const { attachmentId, ...teams } = (
    await tenant.owner.get<DeliverableSource>(`${own}/1?version=1`)
  ).body;
  expect(file).toContain(attachmentId);
  expect(teams).toEqual({
    ...(await read('1')),
    tableId: null,
    pageId: null,
    queryId: null,
    sql: null,
  });
  const recorded = { queryId: query, title: tenant.marker, sql: expect.any(String) };
  expect((await tenant.owner.get(`${own}/3`)).body).toMatchObject(recorded);
  expect((await tenant.owner.get(`${own}/5`)).body).toMatchObject({
    kind: 'document',
    title: 'Secret title',
  });
  for (const path of [`${own}/8`, `${own}/1?version=2`])
    expect((await tenant.owner.get(path)).status).toBe(404);
  const narrow = await team.issue({ permissions: ['read', 'sources'] });
  await team.release([narrow.link.id], released);
  const passageOf = async (footnote: string) =>
    (await narrow.client.get<PortalSource>(`/api/portal/deliverables/paper.md/sources/${footnote}`))
      .body;
  expect(await passageOf('1')).toMatchObject({
    text: expect.stringContaining('margins fell'),
    mark: expect.anything(),
  });
  expect(await passageOf('3')).toMatchObject({
    table: { rows: [[tenant.marker]] },
    title: tenant.marker,
  });
  const reader = await team.issue({ permissions: ['read'] });
  await team.release([reader.link.id], released);
  expect((await reader.client.get('/api/portal/deliverables/paper.md/sources/1')).status).toBe(403);
});

// REL-13
test('a passage has one sentence on each side, wherever it begins and ends', async () => {
  const engagementId = await tenant.addEngagement();
  const team = openReleasing(platform, tenant, engagementId);
  const content =
    'Rent fell in 2021. Wages rose in 2022. Margins fell in 2023. Sales rose in 2024. Costs stood still.';
  const body = makeForm({}, { name: 'letter.md', content });
  const request = { method: 'POST', path: `${team.path}/attachments`, body };
  expect((await sendRequest(platform, request, tenant.sessions.owner)).status).toBe(201);
  const isRead = async () =>
    (
      await tenant.owner.get<{ attachments: Attachment[] }>(`${team.path}/attachments`)
    ).body.attachments.every(({ extraction }) => extraction === 'extracted');
  await pollUntil(isRead, (read) => read);
  const middle = 'Wages rose in 2022. Margins fell in 2023. Sales rose in 2024.';
  const passages = [
    ['Margins fell in 2023.', middle],
    ['fell in 2023', middle],
    ['Margins fell', middle],
    ['Rent fell', 'Rent fell in 2021. Wages rose in 2022.'],
    ['Costs stood still.', 'Sales rose in 2024. Costs stood still.'],
  ] as const;
  const citations = passages.map(([passage], index) =>
    citationOf(String(index + 1), {
      source: { kind: 'attachment', title: 'letter.md', location: null },
      quote: passage,
      passage,
    }),
  );
  const marks = passages.map((_, index) => `[^${index + 1}]`).join('');
  const notes = passages.map(([passage], index) => `[^${index + 1}]: letter.md: “${passage}”`);
  await team.addFile(
    'paper.md',
    `# Paper\n\nMargins fell.${marks}\n\n${notes.join('\n')}\n`,
    1,
    citations,
  );
  const { link, client } = await team.issue({ permissions: ['read', 'sources'] });
  await team.release([link.id], [['paper.md', 1]]);
  for (const [index, [passage, shown]] of passages.entries()) {
    const { body: read } = await client.get<PortalSource>(
      `/api/portal/deliverables/paper.md/sources/${index + 1}`,
    );
    const marked = read.text?.slice(read.mark?.start, read.mark?.end);
    expect({ text: read.text, marked }).toEqual({ text: shown, marked: passage });
  }
});

// SRC-2, SRC-3, SRC-4
test('a cited PDF and the cells of a sheet are had through the footnote that cites them, and through no other', async () => {
  const engagementId = await tenant.addEngagement();
  const team = openReleasing(platform, tenant, engagementId);
  const upload = async (name: string, content: Buffer | string) => {
    const request = {
      method: 'POST',
      path: `${team.path}/attachments`,
      body: makeForm({}, { name, content }),
    };
    const answer = await sendRequest(platform, request, tenant.sessions.owner);
    expect(answer.status).toBe(201);
    return attachmentIn(answer).id;
  };
  const pdf = makePdf(['Costs rose.', 'And margins fell.', 'Rent stood still.']);
  const rows = Array.from({ length: 40 }, (_, at) => `Town ${at},${at * 100}`);
  await upload('report.pdf', pdf);
  const towns = await upload('towns.csv', ['Town,Homes', ...rows].join('\n'));
  await upload('page.html', '<p>margins fell</p><script>alert(1)</script>');
  const isRead = async () =>
    (
      await tenant.owner.get<{ attachments: Attachment[] }>(`${team.path}/attachments`)
    ).body.attachments.every(({ extraction }) => extraction === 'extracted');
  await pollUntil(isRead, (read) => read);
  const cite = (footnote: string, title: string, more: object) =>
    citationOf(footnote, { source: { kind: 'attachment', title, location: null }, ...more });
  const citations = [
    cite('1', 'report.pdf', {
      source: { kind: 'attachment', title: 'report.pdf', location: 'p. 2' },
      passage: null,
    }),
    cite('2', 'towns.csv', { quote: 'Town 30 | 3,000', passage: null }),
    cite('3', 'page.html', {}),
    cite('4', 'deleted.pdf', {}),
  ];
  const text = `# Paper\n\nSo.[^1] So.[^2] So.[^3] So.[^4]\n\n${[1, 2, 3, 4].map((at) => `[^${at}]: File`).join('\n')}\n`;
  await team.addFile('paper.md', text, 1, citations);
  await team.addFile('other.md', text, 1, citations);
  const { link, client } = await team.issue();
  await team.release([link.id], [['paper.md', 1]]);
  const own = `${team.path}/deliverables/paper.md/sources`;
  const shared = '/api/portal/deliverables/paper.md/sources';
  const sourceOf = async (footnote: string) =>
    (await client.get<PortalSource>(`${shared}/${footnote}`)).body;

  expect(await sourceOf('1')).toMatchObject({
    kind: 'file',
    pdf: { page: 2 },
    place: 'page 2',
    problem: null,
  });
  const { range, pdf: none } = await sourceOf('2');
  expect(none).toBe(null);
  expect(range).toMatchObject({
    sheet: null,
    firstRow: 23,
    rowCount: 40,
    citedRow: 31,
    citedColumns: [0, 1],
  });
  expect(range?.rows).toHaveLength(17);
  expect(range?.rows[8]).toEqual(['Town 30', 3000]);
  expect(await sourceOf('3')).toMatchObject({ pdf: null, range: null, text: 'margins fell' });
  expect((await client.get(`${shared}/4`)).status).toBe(404);
  expect((await tenant.owner.get(`${own}/2`)).body).toMatchObject({
    attachmentId: towns,
    tableId: expect.any(String),
  });

  for (const path of [own, shared]) {
    const caller = path === own ? tenant.owner : client;
    const answer = await caller.get(`${path}/1/file`);
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': `${pdf.length}`,
      'content-disposition': expect.stringMatching(/^inline; filename="report.pdf"/),
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
    });
    expect(answer.body).toBe(pdf.toString());
    for (const footnote of ['2', '3', '4', '5']) {
      expect((await caller.get(`${path}/${footnote}/file`)).status).toBe(404);
    }
  }
  expect((await client.get('/api/portal/deliverables/other.md/sources/1/file')).status).toBe(404);
  const other = await team.issue();
  expect((await other.client.get(`${shared}/1/file`)).status).toBe(404);
  const reader = await team.issue({ permissions: ['read'] });
  await team.release([reader.link.id], [['paper.md', 1]]);
  expect((await reader.client.get(`${shared}/1/file`)).status).toBe(403);
  // A later version is the team's until it is released, with all that it cites.
  const more = { ...cite('1', 'report.pdf', { passage: null }), footnote: '6' };
  await team.addFile('paper.md', '# Paper\n\nSo.[^6]\n\n[^6]: File\n', 2, [more]);
  expect((await tenant.owner.get(`${own}/6/file`)).status).toBe(200);
  expect((await client.get(`${shared}/6/file`)).status).toBe(404);

  const stranger = await createPopulatedTenant(platform);
  expect((await stranger.owner.get(`${own}/1/file`)).status).toBe(404);
  const theirs = openReleasing(platform, stranger, await stranger.addEngagement());
  await theirs.addFile('paper.md', text, 1, citations);
  const foreign = await theirs.issue();
  await theirs.release([foreign.link.id], [['paper.md', 1]]);
  expect((await foreign.client.get(`${shared}/1`)).status).toBe(404);
  expect((await foreign.client.get(`${shared}/1/file`)).status).toBe(404);

  // A link without the permission for files gets the passage with one neighbour on each side.
  const narrow = await team.issue({ permissions: ['read', 'sources'] });
  await team.release([narrow.link.id], [['paper.md', 1]]);
  const passageOf = async (footnote: string) =>
    (await narrow.client.get<PortalSource>(`${shared}/${footnote}`)).body;
  expect(await passageOf('1')).toMatchObject({
    pdf: null,
    text: 'And margins fell.',
    mark: { start: 4, end: 16 },
  });
  const cut = await passageOf('2');
  expect(cut.range).toMatchObject({ firstRow: 30, citedRow: 31, rowCount: 40 });
  expect(cut.range?.rows.map(([town]) => town)).toEqual(['Town 29', 'Town 30', 'Town 31']);
  expect(cut.text ?? '').not.toContain('Town 28');
  expect((await narrow.client.get(`${shared}/1/file`)).status).toBe(403);

  // A source that the firm deletes is gone for clients at once.
  expect((await tenant.owner.delete(`${team.path}/attachments/${towns}`)).status).toBe(200);
  for (const caller of [client, narrow.client])
    expect((await caller.get(`${shared}/2`)).status).toBe(404);
  expect((await tenant.owner.get(`${own}/2?version=1`)).body).toMatchObject({ problem: 'missing' });

  const preview = await team.issue({ previewOf: link.id });
  expect((await preview.client.get(`${shared}/1/file`)).status).toBe(200);
  await tenant.owner.delete(`${team.path}/portal-tokens/${link.id}`);
  for (const caller of [client, preview.client])
    expect((await caller.get(`${shared}/1/file`)).status).toBe(401);
});

// GRD-12
test('a client reads the title of a cited grid in place of its id, and no more of it than the document quotes', async () => {
  const engagementId = await tenant.addEngagement();
  const team = openReleasing(platform, tenant, engagementId);
  const { body: grid } = await tenant.owner.post<Grid>(`${team.path}/grids`, {
    title: 'Leases',
    columns: [{ name: 'Rent', question: 'What is the rent?', type: 'number' }],
    attachmentIds: [await tenant.addAttachment(engagementId)],
  });
  const title = `Grid ${grid.id}`;
  const cited = citationOf('1', { source: { kind: 'attachment', title, location: null } });
  await team.addFile('paper.md', `# Paper\n\nSo.[^1]\n\n[^1]: ${title}: “a.md: Rent: 900”\n`, 1, [
    cited,
  ]);
  const { link, client } = await team.issue();
  await team.release([link.id], [['paper.md', 1]]);
  const document = '/api/portal/deliverables/paper.md';
  const { body } = await client.get<PortalSource>(`${document}/sources/1`);
  expect(body).toMatchObject({ kind: 'words', title: 'Leases', table: null });
  const shown = await client.get('/api/portal');
  expect(shown.status).toBe(200);
  expect(JSON.stringify(shown.body)).not.toContain(grid.id);
});
