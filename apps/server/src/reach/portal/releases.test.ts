import type { PortalComment } from '@ecp/contract/reach/portal';
import type { Release } from '@ecp/contract/reach/releases';
import type {
  DeliverableDetail,
  DeliverableListItem,
  DeliverableVersions,
} from '@ecp/contract/work/deliverables';
import { readParts } from '@ecp/documents/word/testing/read-parts';
import { createClient } from '@ecp/testing/cookie-client';
import { waitForMails } from '@ecp/testing/mail-folder';
import type { Static } from 'typebox';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createPopulatedTenant, type PopulatedTenant } from '../../../testing/populated-tenant.ts';
import { readPdf } from '../../../testing/read-pdf.ts';
import { citationOf, openReleasing } from '../../../testing/releases/releasing-tenant.ts';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';
import { sendReleaseMail } from './releases.ts';

let platform: TestPlatform;
let tenant: PopulatedTenant;
let team: ReturnType<typeof openReleasing>;
beforeAll(async () => {
  platform = await shareTestPlatform();
  tenant = await createPopulatedTenant(platform);
});
afterAll(() => platform.close());
beforeEach(async () => {
  team = openReleasing(platform, tenant, await tenant.addEngagement());
  await team.addFile('paper.md', '# Paper\n\nFirst.\n');
  await team.addFile('draft.md', '# Draft\n\nSecret.\n', 1, [citationOf('1')]);
});
const missing = { status: 404, body: { code: 'not_found' } };

describe('a release', () => {
  // REL-1
  test('is made with its documents, message and links, listed to the team, and audited', async () => {
    const { link } = await team.issue({ label: 'Board', clientName: 'Clara' });
    const { status, body } = await team.release([link.id, link.id], [['paper.md', 1]], {
      message: ' Please read. ',
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(String),
      documents: [{ filename: 'paper.md', version: 1, title: 'Paper', asksDecision: null }],
      message: 'Please read.',
      attestation: null,
      aiUse: false,
      links: [{ id: link.id, label: 'Board', clientName: 'Clara' }],
      releasedBy: { kind: 'user', id: expect.any(String), name: expect.any(String) },
      createdAt: expect.any(String),
    });
    await team.release([link.id], [['draft.md', 1]]);
    const listed = await tenant.owner.get<{ releases: Release[] }>(`${team.path}/releases`);
    expect(listed.body.releases).toMatchObject([
      { documents: [{ filename: 'draft.md' }], message: null },
      body,
    ]);
    const log = await platform.asSuperuser(
      'select action, metadata from platform.audit_log where resource_id = $1',
      [body.id],
    );
    expect(log).toMatchObject([
      { action: 'release.create', metadata: { portalTokenIds: [link.id] } },
    ]);
  });

  // REL-1
  test('is refused for what is not there, and then leaves nothing', async () => {
    await team.addFile('_run_report.md', '# Internal\n');
    const { link } = await team.issue();
    const other = await openReleasing(platform, tenant, await tenant.addEngagement()).issue();
    const ended = await team.issue();
    await tenant.owner.delete(`${team.path}/portal-tokens/${ended.link.id}`);
    for (const [links, documents, status] of [
      [[link.id, other.link.id], [['paper.md', 1]], 404],
      [[link.id], [['paper.md', 2]], 404],
      [[link.id], [['_run_report.md', 1]], 404],
      [[link.id, ended.link.id], [['paper.md', 1]], 409],
      [
        [link.id],
        [
          ['paper.md', 1],
          ['paper.md', 1],
        ],
        400,
      ],
      [[], [['paper.md', 1]], 400],
      [[link.id], [], 400],
    ] satisfies [string[], [string, number][], number][]) {
      expect((await team.release(links, documents)).status).toBe(status);
    }
    expect((await tenant.owner.get(`${team.path}/releases`)).body).toEqual({ releases: [] });
  });
});

describe('a link of released documents', () => {
  // REL-2, REL-4
  test('shows what was released to it and nothing else, at every endpoint', async () => {
    const { query } = await tenant.addTable(team.path.split('/').at(-1) ?? '');
    const columns = ['year', 'sales'].map((name) => ({ name, type: 'number', unit: null }));
    await platform.asSuperuser(
      'update platform.queries set columns = $2, rows = $3 where id = $1',
      [query, JSON.stringify(columns), '[[2021,5],[2022,6]]'],
    );
    const chart = `\n\`\`\`chart\n${JSON.stringify({ query, type: 'bar', x: 'year', y: ['sales'], title: 'Sales' })}\n\`\`\`\n`;
    for (const filename of ['shown.md', 'kept.md']) {
      await team.addFile(filename, `# Charts\n${chart}\nMore.[^1]\n\n[^1]: Brief: “more”\n`, 1, [
        citationOf('1', { source: { kind: 'brief', title: 'Brief', location: null } }),
      ]);
    }
    const open = await team.issue({ documents: 'latest' });
    const own = await team.issue({ seesOthers: true });
    const others = await team.issue();
    expect((await own.view()).deliverables).toEqual([]);
    await team.release([own.link.id], [['shown.md', 1]]);
    await open.client.post('/api/portal/comments', {
      author: 'C',
      body: 'Hidden.',
      filename: 'kept.md',
    });
    await open.client.post('/api/portal/comments', {
      author: 'C',
      body: 'Seen.',
      filename: 'shown.md',
    });
    expect((await others.view()).deliverables).toEqual([]);
    const view = await own.view();
    expect(view.deliverables.map(({ filename }) => filename)).toEqual(['shown.md']);
    expect(view.comments.map(({ body }) => body)).toEqual(['Seen.']);
    const attempts = (filename: string, { client }: typeof own) => {
      const file = `/api/portal/deliverables/${filename}`;
      return [
        client.get(`${file}/charts/1`),
        client.get(`${file}/sources/1`),
        client.get(`${file}/export/pdf`),
        client.get(`${file}/export/docx`),
        client.post(`${file}/review`, { action: 'approve', author: 'C' }),
        client.post('/api/portal/comments', { author: 'C', body: 'x', filename }),
      ];
    };
    expect((await Promise.all(attempts('shown.md', own))).map(({ status }) => status)).toEqual([
      200, 200, 200, 200, 200, 201,
    ]);
    for (const answer of await Promise.all(attempts('kept.md', open)))
      expect(answer.status).toBeLessThan(300);
    for (const filename of ['kept.md', `${tenant.marker}.md`]) {
      for (const answer of await Promise.all(attempts(filename, own)))
        expect(answer).toMatchObject(missing);
    }
    for (const answer of await Promise.all(attempts('shown.md', others)))
      expect(answer).toMatchObject(missing);
  });

  // REL-2, REL-3, REL-10
  test('keeps showing that version, without the firm’s view of it, until a newer release', async () => {
    const { link, client, view } = await team.issue({ clientName: 'Clara' });
    await team.release([link.id], [['paper.md', 1]]);
    const before = await view();
    const [shown] = before.deliverables;
    expect(shown).toMatchObject({
      version: 1,
      content: '# Paper\n\nFirst.\n',
      approvalStatus: null,
    });
    expect(Object.keys(shown ?? {}).join()).not.toMatch(/itations|wordCount|review|score/i);
    expect(before.engagement.status).toBeNull();
    await team.addFile('paper.md', '# Paper\n\nSecond.\n', 2);
    await tenant.owner.post(`${team.path}/deliverables/paper.md/review`, {
      action: 'reject',
      notes: 'Internal.',
    });
    expect((await view()).deliverables).toEqual(before.deliverables);
    const review = { action: 'approve', version: 2 };
    expect(await client.post('/api/portal/deliverables/paper.md/review', review)).toMatchObject({
      status: 409,
      body: { error: 'The latest version is 1' },
    });
    await team.release([link.id], [['paper.md', 2]]);
    await team.release([link.id], [['draft.md', 1]]);
    const versions = (await view()).deliverables.map(({ filename, version }) => [
      filename,
      version,
    ]);
    expect(versions).toEqual([
      ['draft.md', 1],
      ['paper.md', 2],
    ]);
  });

  // CMT-11
  test('takes comments on that version, and tells no words of another one', async () => {
    const openEarly = await team.issue({ documents: 'latest', seesOthers: true });
    const { link, client, view } = await team.issue({ clientName: 'Clara' });
    await team.release([link.id], [['paper.md', 1]]);
    await team.addFile('paper.md', '# Plans\n\nSecret beginnings. First. Secret ends.\n', 2);
    const ask = (quote: string) =>
      client.post<PortalComment>('/api/portal/comments', {
        body: 'Sure?',
        filename: 'paper.md',
        quote,
        version: 2,
      });
    expect(await ask('Secret')).toMatchObject({ status: 400, body: { code: 'quote_not_found' } });
    const { body: made } = await ask('First');
    expect(made).toMatchObject({ version: 1, quote: 'First', passage: null, section: null });
    const { body: answered } = await client.post(`/api/portal/comments/${made.id}/replies`, {
      body: 'Still?',
    });
    expect(answered).toMatchObject({ replies: [{ body: 'Still?' }] });
    const open = await team.issue({ documents: 'latest', seesOthers: true });
    const onDraft = { author: 'C', body: 'Hm.', filename: 'draft.md', quote: 'Secret' };
    const { body: hidden } = await open.client.post<PortalComment>('/api/portal/comments', onDraft);
    expect(
      await client.post(`/api/portal/comments/${hidden.id}/replies`, { body: 'x' }),
    ).toMatchObject(missing);
    for (const told of [made, answered, await view()])
      expect(JSON.stringify(told)).not.toMatch(/Secret|Plans/);
    expect((await open.view()).comments.map(({ id }) => id)).toEqual([hidden.id]);
    const early = (await openEarly.view()).comments.find(({ id }) => id === made.id);
    expect(early).toMatchObject({
      prefix: null,
      section: 'Plans',
      passage: { version: 2, quote: 'First' },
    });
  });

  // REL-17
  test('can be previewed by a link that reads what it shows and nothing else', async () => {
    const { link } = await team.issue({ clientName: 'Clara' });
    await team.release([link.id], [['paper.md', 1]], { message: 'Please decide.' });
    const preview = await team.issue({ previewOf: link.id, documents: 'latest' });
    const permissions = ['read', 'download', 'sources', 'files'];
    expect(preview.link).toMatchObject({
      previewOf: link.id,
      documents: 'released',
      permissions,
      clientName: null,
    });
    const seen = await preview.view();
    expect(seen.deliverables.map(({ filename }) => filename)).toEqual(['paper.md']);
    expect(seen.cover.release).toMatchObject({ message: 'Please decide.' });
    const comment = await preview.client.post('/api/portal/comments', { author: 'Ada', body: 'x' });
    expect(comment.status).toBe(403);
    expect((await team.release([preview.link.id], [['draft.md', 1]])).status).toBe(404);
    const again = (previewOf: string) =>
      tenant.owner.post(`${team.path}/portal-tokens`, { previewOf });
    const other = await openReleasing(platform, tenant, await tenant.addEngagement()).issue();
    const stranger = await createPopulatedTenant(platform);
    const foreign = await openReleasing(platform, stranger, await stranger.addEngagement()).issue();
    for (const id of [preview.link.id, other.link.id, foreign.link.id])
      expect((await again(id)).status).toBe(404);
    const listed = async () => {
      const { tokens } = (
        await tenant.owner.get<{ tokens: { id: string }[] }>(`${team.path}/portal-tokens`)
      ).body;
      return tokens.map(({ id }) => id);
    };
    expect(await listed()).toContain(preview.link.id);
    const brief = await team.issue({ previewOf: link.id });
    await tenant.owner.delete(`${team.path}/portal-tokens/${brief.link.id}`);
    expect(await listed()).not.toContain(brief.link.id);
    expect((await preview.client.get('/api/portal')).status).toBe(200);
    await tenant.owner.delete(`${team.path}/portal-tokens/${link.id}`);
    expect((await preview.client.get('/api/portal')).status).toBe(401);
    expect(await again(link.id)).toMatchObject({
      status: 409,
      body: { code: 'portal_link_ended' },
    });
  });

  // REL-4, REL-5, REL-12, REL-16
  test('gives what it shows as PDF and Word, if it permits that, without what is the team’s', async () => {
    const { link, client } = await team.issue();
    for (const kind of ['pdf', 'docx'])
      expect((await client.get(`/api/portal/export/${kind}`)).status).toBe(404);
    const answers = '## Answers to the reviewer\n\n1. Rent? — **Met:** internal.\n';
    const cited = 'Margins fell.[^1]\n\n[^1]: survey.pdf, page 2: “margins fell”\n\n';
    await team.addFile('paper.md', `# Paper\n\nSecond, after draft.md. ${cited}${answers}`, 2, [
      citationOf('1'),
    ]);
    const path = `${team.path}/deliverables/paper.md`;
    await tenant.owner.post(`${path}/comments`, { body: 'Between us.', quote: 'Margins fell' });
    await tenant.owner.post(`${path}/review`, { action: 'approve', notes: 'Between us.' });
    await team.release([link.id], [['paper.md', 2]]);
    await team.addFile('paper.md', '# Paper\n\nThird.\n', 3);
    const load = async (path: string) => {
      const headers = { authorization: `Bearer ${link.token}` };
      const answer = await fetch(`${platform.baseUrl}/api/portal${path}`, { headers });
      expect(answer.status).toBe(200);
      return { name: answer.headers.get('content-disposition'), bytes: await answer.bytes() };
    };
    const [onePdf, allPdf, oneDocx, allDocx] = await Promise.all(
      ['pdf', 'docx'].flatMap((kind) =>
        [`/deliverables/paper.md/export/${kind}`, `/export/${kind}`].map(load),
      ),
    );
    expect([onePdf?.name, oneDocx?.name]).toMatchObject([
      expect.stringContaining('filename="Paper.pdf"'),
      expect.stringContaining('filename="Paper.docx"'),
    ]);
    const none = new Uint8Array();
    const texts = [
      ...(await Promise.all(
        [onePdf, allPdf].map(async (file) => (await readPdf(file?.bytes ?? none)).text),
      )),
      ...[oneDocx, allDocx].map((file) => Object.values(readParts(file?.bytes ?? none)).join(' ')),
    ];
    const internal = [
      'Third',
      'Secret',
      'internal',
      'Pending',
      'Approved',
      'erified',
      '✓',
      'Between us',
      'core',
      'draft.md',
      'paper.md',
      'Version',
      'words',
    ];
    for (const text of texts) {
      expect(text).toContain('Second, after Draft.');
      for (const words of internal) expect(text).not.toContain(words);
    }
    const log = await platform.asSuperuser(
      `select action from platform.audit_log where action like 'portal.export%' and metadata->>'portalTokenId' = $1
        order by action`,
      [link.id],
    );
    const [docx, pdf] = ['portal.export_docx', 'portal.export_pdf'].map((action) => ({ action }));
    expect(log).toEqual([docx, docx, pdf, pdf]);
    const reader = await team.issue({ permissions: ['read'] });
    for (const kind of ['pdf', 'docx']) {
      for (const file of [`/deliverables/paper.md/export/${kind}`, `/export/${kind}`]) {
        expect((await reader.client.get(`/api/portal${file}`)).status).toBe(403);
      }
    }
    await tenant.owner.delete(`${team.path}/portal-tokens/${link.id}`);
    for (const file of ['/deliverables/paper.md/export/docx', '/export/docx']) {
      expect((await client.get(`/api/portal${file}`)).status).toBe(401);
    }
  });

  // REL-11
  test('has a cover that tells how things stand and what is asked', async () => {
    const { link, client, view } = await team.issue({ clientName: 'Clara' });
    const asked = { decisions: [], questions: 0 };
    expect((await view()).cover).toEqual({ state: 'preparing', asked, release: null });
    await team.release([link.id], [['paper.md', 1]], { message: 'Please decide.' });
    const { cover } = await view();
    expect(cover).toEqual({
      state: 'asked',
      asked: { ...asked, decisions: ['paper.md'] },
      release: {
        message: 'Please decide.',
        releasedBy: expect.any(String),
        releasedAt: expect.any(String),
      },
    });
    await client.post('/api/portal/deliverables/paper.md/review', { action: 'approve' });
    expect((await view()).cover).toMatchObject({ state: 'settled', asked });
    await tenant.addQuestion(team.path.split('/').at(-1) ?? '');
    expect((await view()).cover).toMatchObject({
      state: 'asked',
      asked: { decisions: [], questions: 1 },
    });
    const reader = await team.issue({ permissions: ['read'] });
    await team.release([reader.link.id], [['paper.md', 1]]);
    expect((await reader.view()).cover).toMatchObject({ state: 'settled', asked });
  });
});

describe('a client', () => {
  // REL-8
  test('speaks by the name that the firm gave the link, else as Client, whatever name a request gives', async () => {
    const named = await team.issue({ documents: 'latest', clientName: ' Clara \u202e Client ' });
    expect((await named.view()).clientName).toBe('Clara Client');
    const free = await team.issue({ documents: 'latest', clientName: ' ' });
    expect(free.link.clientName).toBeNull();
    for (const [{ link, client }, name, shown] of [
      [named, 'Clara Client', 'Clara Client (client)'],
      [free, 'Client', 'Client'],
    ] as const) {
      const author = { kind: 'client', id: link.id, name };
      for (const given of [{}, { author: 'Olga Owner' }, { author: ' ' }, { author: null }]) {
        const comment = await client.post('/api/portal/comments', { body: 'Good.', ...given });
        expect(comment).toMatchObject({ status: 201, body: { author } });
        const review = { action: 'approve', ...given };
        const reviewed = await client.post('/api/portal/deliverables/paper.md/review', review);
        expect(reviewed).toMatchObject({ status: 200, body: { author, reviewedBy: shown } });
      }
    }
    const notices = await platform.asSuperuser(
      'select data from platform.notices where tenant_id = $1',
      [tenant.tenantId],
    );
    expect(JSON.stringify(notices)).not.toContain('Olga Owner');
  });

  // REL-9
  test('decides beside the firm: the decision is shown with its version, and the approval stays', async () => {
    const { link, client, view } = await team.issue({ clientName: 'Clara' });
    await team.release([link.id], [['paper.md', 1]]);
    await tenant.owner.post(`${team.path}/deliverables/paper.md/review`, { action: 'approve' });
    const decide = (action: string, notes?: string) =>
      client.post('/api/portal/deliverables/paper.md/review', { action, notes, version: 1 });
    const { body } = await decide('reject', 'Too long.');
    const author = { kind: 'client', id: link.id, name: 'Clara' };
    expect(body).toMatchObject({ approvalStatus: null, author });
    expect(Object.keys(body).join()).not.toMatch(/itations/);
    const decision = {
      action: 'reject',
      author,
      notes: 'Too long.',
      at: body['reviewedAt'],
      version: 1,
    };
    const file = `${team.path}/deliverables/paper.md`;
    const approved = { approvalStatus: 'approved', clientDecision: decision };
    expect((await tenant.owner.get<DeliverableDetail>(file)).body).toMatchObject(approved);
    expect((await view()).deliverables).toMatchObject([{ clientDecision: decision }]);
    await team.addFile('paper.md', '# Paper\n', 2);
    const { body: versions } = await tenant.owner.get<Static<typeof DeliverableVersions>>(
      `${file}/versions`,
    );
    expect(versions.versions).toMatchObject([{ version: 2, clientDecision: decision }, approved]);
    expect(versions.versions[1]?.reviews).toMatchObject([{ author: { kind: 'user' } }]);
    const list = await tenant.owner.get<Static<typeof DeliverableListItem>[]>(
      `${team.path}/deliverables`,
    );
    const decided = list.body.map(({ filename, version, clientDecision }) => [
      filename,
      version,
      clientDecision,
    ]);
    expect(decided).toContainEqual(['paper.md', 1, decision]);
    expect(decided).toContainEqual(['draft.md', 1, null]);
    await decide('approve');
    expect((await tenant.owner.get(file)).body).toMatchObject({
      clientDecision: { action: 'approve', notes: null },
    });
    const said = {
      filename: 'paper.md',
      version: 1,
      approvalStatus: 'approved',
      reviewedBy: 'Clara (client)',
      author,
    };
    const events = await team.eventsOf('deliverable.reviewed');
    expect(events.filter(({ data }) => data.author.kind === 'client')).toMatchObject([
      { data: { ...said, action: 'reject', notes: 'Too long.' } },
      { data: { ...said, action: 'approve', notes: null } },
    ]);
    expect(await team.eventsOf('deliverable.rejected')).toEqual([]);
    const log = await platform.asSuperuser(
      `select user_id, metadata from platform.audit_log where action = 'deliverable.decide' and resource_id = $1`,
      [body['deliverableId']],
    );
    expect(log).toHaveLength(2);
    expect(log[0]).toMatchObject({ user_id: null, metadata: { portalTokenId: link.id } });
  });

  // REL-18
  test('decides for themselves: each link has its own decision, and the counts tell how many have decided', async () => {
    const [clara, karl] = [
      await team.issue({ clientName: 'Clara' }),
      await team.issue({ clientName: 'Karl' }),
    ];
    const reader = await team.issue({ permissions: ['read'] });
    const waiting = await team.issue();
    await team.release([clara.link.id, karl.link.id, reader.link.id], [['paper.md', 1]]);
    await team.addFile('paper.md', '# Paper\n\nSecond.\n', 2);
    await team.release([waiting.link.id], [['paper.md', 2]]);
    const decide = ({ client }: typeof clara, action: string, notes: string) =>
      client.post('/api/portal/deliverables/paper.md/review', { action, notes });
    await decide(clara, 'approve', 'Mine.');
    const seen = async (link: typeof clara) => (await link.view()).deliverables[0];
    expect(await seen(clara)).toMatchObject({
      clientDecision: { notes: 'Mine.' },
      decisions: { made: 1, of: 2 },
    });
    for (const link of [karl, reader]) {
      expect(await seen(link)).toMatchObject({
        clientDecision: null,
        decisions: { made: 1, of: 2 },
      });
    }
    expect((await karl.view()).cover.asked.decisions).toEqual(['paper.md']);
    expect(await seen(waiting)).toMatchObject({
      clientDecision: null,
      decisions: { made: 0, of: 1 },
    });
    await decide(karl, 'reject', 'His.');
    await tenant.owner.delete(`${team.path}/portal-tokens/${karl.link.id}`);
    expect((await seen(clara))?.decisions).toEqual({ made: 2, of: 2 });
    const { body } = await tenant.owner.get<DeliverableDetail>(
      `${team.path}/deliverables/paper.md`,
    );
    const of = ({ link }: typeof clara, clientName: string) => ({
      linkId: link.id,
      clientName,
      version: 1,
    });
    expect(body.clientDecision).toMatchObject({ notes: 'His.', version: 1 });
    expect(body.clientDecisions).toMatchObject([
      { ...of(karl, 'Karl'), action: 'reject', notes: 'His.', at: expect.any(String) },
      { ...of(clara, 'Clara'), action: 'approve', notes: 'Mine.' },
    ]);
    const listed = await tenant.owner.get<
      Pick<DeliverableDetail, 'filename' | 'version' | 'clientDecisions'>[]
    >(`${team.path}/deliverables`);
    const { body: history } = await tenant.owner.get<{ versions: object[] }>(
      `${team.path}/deliverables/paper.md/versions`,
    );
    const decided = [2, 1].map((version) => ({ version, clientDecisions: body.clientDecisions }));
    expect(listed.body.filter(({ filename }) => filename === 'paper.md')).toMatchObject(decided);
    expect(history.versions).toMatchObject(decided);
  });

  // CMT-19
  test('reads their own comments, those of others only if the link sees them, and none on a version they never had', async () => {
    const [clara, karl] = [
      await team.issue({ clientName: 'Clara' }),
      await team.issue({ clientName: 'Karl' }),
    ];
    const open = await team.issue({ seesOthers: true });
    expect([clara.link.seesOthers, open.link.seesOthers]).toEqual([false, true]);
    const early = await team.issue({ documents: 'latest', seesOthers: true });
    await team.release([clara.link.id, karl.link.id, open.link.id], [['paper.md', 1]]);
    const ask = async ({ client }: typeof clara, body: string, quote?: string) =>
      (
        await client.post<PortalComment>('/api/portal/comments', {
          body,
          filename: 'paper.md',
          quote,
        })
      ).body;
    const own = await ask(clara, 'Clara’s.', 'First');
    await team.addFile('paper.md', '# Paper\n\nPlans.\n', 2);
    await team.release([karl.link.id], [['paper.md', 2]]);
    const later = await ask(karl, 'Karl’s.', 'Plans');
    const bodies = async (link: typeof clara) =>
      (await link.view()).comments.map(({ body }) => body);
    expect(await bodies(clara)).toEqual(['Clara’s.']);
    expect(await bodies(karl)).toEqual(['Karl’s.']);
    expect(await bodies(open)).toEqual(['Clara’s.']);
    expect(await bodies(early)).toEqual(['Clara’s.', 'Karl’s.']);
    const late = await team.issue({ documents: 'latest', seesOthers: true });
    expect(await bodies(late)).toEqual(['Karl’s.']);
    const reply = ({ client }: typeof clara, to: PortalComment, body: object) =>
      client.post<PortalComment>(`/api/portal/comments/${to.id}/replies`, body);
    for (const body of [{ body: 'x' }, { body: '' }]) {
      for (const [link, to] of [
        [clara, later],
        [karl, own],
        [open, later],
      ] as const) {
        expect(await reply(link, to, body)).toMatchObject(missing);
      }
    }
    expect((await reply(open, own, { body: 'Others’.' })).status).toBe(201);
    await tenant.owner.post(`${team.path}/comments/${own.id}/replies`, { body: 'The team’s.' });
    const replies = async (link: typeof clara) =>
      (await link.view()).comments[0]?.replies.map(({ body }) => body);
    expect(await replies(clara)).toEqual(['The team’s.']);
    expect(await replies(open)).toEqual(['Others’.', 'The team’s.']);
    const preview = await team.issue({ previewOf: clara.link.id });
    expect((await preview.view()).comments).toEqual((await clara.view()).comments);
  });

  // REL-9
  test('decides by a link of the latest versions with a review, which is their decision too', async () => {
    const { client } = await team.issue({ documents: 'latest', clientName: 'Clara' });
    await client.post('/api/portal/deliverables/paper.md/review', { action: 'approve' });
    const file = `${team.path}/deliverables/paper.md`;
    const clara = { kind: 'client', name: 'Clara' };
    const both = { approvalStatus: 'approved', reviewAuthor: clara };
    const clientDecision = { action: 'approve', author: clara, version: 1 };
    expect((await tenant.owner.get(file)).body).toMatchObject({ ...both, clientDecision });
    await tenant.owner.post(`${file}/review`, { action: 'reject' });
    expect((await tenant.owner.get(file)).body).toMatchObject({
      approvalStatus: 'rejected',
      clientDecision,
    });
  });
});

describe('the mail about a release', () => {
  // Mails to strangers have used the hour's share of this tenant in the tests before.
  beforeAll(async () => {
    await platform.asSuperuser('delete from platform.stranger_mails where tenant_id = $1', [
      tenant.tenantId,
    ]);
  });
  const decode = (mail: string) => mail.replaceAll(/\r\n[ \t]/g, ' ');

  // REL-7, REL-20
  test('has the message, and a secret of its own that opens the link until the link ends', async () => {
    const clientEmail = `Clara-${tenant.marker}@Example.com`;
    const { link, view } = await team.issue({ clientName: 'Clara', clientEmail });
    const silent = await team.issue();
    const message = 'Please decide.\n\nSee https://evil.example/login.';
    await team.release([link.id, silent.link.id], [['paper.md', 1]], { message });
    const [mail = ''] = (await waitForMails(platform.dataDir, clientEmail.toLowerCase())).map(
      decode,
    );
    expect(mail).toContain(`Subject: ${tenant.marker}: Name ${tenant.marker}`);
    for (const text of ['Please decide.', 'evil. example/login', ': Paper.'])
      expect(mail).toContain(text);
    expect(mail).not.toContain('evil.example');
    expect(mail).toMatch(new RegExp(`^From: ${tenant.marker} <no-reply@`, 'm'));
    expect(mail).toContain('src="cid:logo"');
    expect(mail).toContain('Content-ID: <logo>');
    const token = /svc_portal_[0-9a-f]{32}/.exec(mail)?.[0] ?? '';
    expect(token).not.toBe(link.token);
    const stored = await platform.asSuperuser(
      'select s::text from platform.portal_link_secrets s where token_id = $1',
      [link.id],
    );
    expect(stored).toHaveLength(1);
    expect(JSON.stringify(stored)).not.toContain(token.slice(11));
    const mailed = createClient(platform.baseUrl, token);
    expect((await mailed.get('/api/portal')).body).toEqual(await view());
    expect((await fetch(`${platform.baseUrl}/portal/${token}`)).status).not.toBe(404);
    await tenant.owner.delete(`${team.path}/portal-tokens/${link.id}`);
    expect((await mailed.get('/api/portal')).body).toMatchObject({ code: 'invalid_portal_token' });
  });

  // LAN-12
  test('is in the language of the brief, as the portal is', async () => {
    await platform.asSuperuser('update platform.engagements set brief = $2 where id = $1', [
      team.path.split('/').at(-1),
      'Wir wollen wissen, ob sich der Einstieg in den norwegischen Markt für uns lohnt und was er kostet.',
    ]);
    const clientEmail = `karl-${tenant.marker}@example.com`;
    const { link, view } = await team.issue({ clientName: 'Karl', clientEmail });
    await team.release([link.id], [['paper.md', 1]]);
    const [mail = ''] = await waitForMails(platform.dataDir, clientEmail);
    expect(mail).toContain(`hat Ihnen 1 Dokument zu „Name ${tenant.marker}“ geschickt.`);
    expect(mail).toContain('Ohne Anmeldung lesen');
    expect(mail).toContain('<html lang="de">');
    expect(mail).not.toMatch(/\b(document|this|sender|without)\b/i);
    expect((await view()).language).toBe('de');
  });

  // REL-7
  test('is repeated with a new secret that voids the one before, and not sent once the link has ended', async () => {
    const { link } = await team.issue({ clientEmail: `again-${tenant.marker}@example.com` });
    const { body } = await team.release([link.id], [['paper.md', 1]]);
    const [mail = ''] = await waitForMails(platform.dataDir, `again-${tenant.marker}@example.com`);
    const first = /svc_portal_[0-9a-f]{32}/.exec(decode(mail))?.[0] ?? '';
    const sent: string[] = [];
    const transport = {
      send: async ({ text }: { text: string }) => void sent.push(text),
      forget: async () => undefined,
      close: () => undefined,
    };
    const work = { tenantId: tenant.tenantId, releaseId: body.id, tokenId: link.id };
    await sendReleaseMail(platform.services, transport, work);
    expect((await createClient(platform.baseUrl, first).get('/api/portal')).status).toBe(401);
    const next = /svc_portal_[0-9a-f]{32}/.exec(sent[0] ?? '')?.[0] ?? '';
    expect((await createClient(platform.baseUrl, next).get('/api/portal')).status).toBe(200);
    await tenant.owner.delete(`${team.path}/portal-tokens/${link.id}`);
    await sendReleaseMail(platform.services, transport, work);
    expect(sent).toHaveLength(1);
  });
});
