import type {
  IssuedPortalToken,
  PortalComment,
  PortalToken,
  PortalView,
} from '@ecp/contract/reach/portal';
import { createId } from '@ecp/database/create-id';
import { createClient } from '@ecp/testing/cookie-client';
import { insertDeliverable } from '@ecp/testing/engagement-factory';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { logoPng } from '../../../testing/hostile/example-requests.ts';
import { createPopulatedTenant, type PopulatedTenant } from '../../../testing/populated-tenant.ts';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';

let platform: TestPlatform;
let tenant: PopulatedTenant;
let engagement: string;
beforeAll(async () => {
  platform = await shareTestPlatform();
  tenant = await createPopulatedTenant(platform);
});
afterAll(() => platform.close());
beforeEach(async () => {
  engagement = await tenant.addEngagement();
});

const tokensPath = () => `/api/engagements/${engagement}/portal-tokens`;
const issue = async (body?: object) => {
  const answer = await tenant.owner.post<IssuedPortalToken>(tokensPath(), body);
  expect(answer.status).toBe(201);
  return answer.body;
};
const visit = async (body?: object) => createClient(platform.baseUrl, (await issue(body)).token);
const addFile = async (filename: string, content: string, version = 1) => {
  const [run] = await platform.asSuperuser<{ id: string }>(
    'select id from platform.runs where engagement_id = $1',
    [engagement],
  );
  const fields = { runId: run?.id ?? '', filename, content, version, taskId: null };
  return insertDeliverable(platform.database, tenant.tenantId, engagement, fields);
};
const eventsOf = (event: string) =>
  platform.asSuperuser<{ data: Record<string, unknown> }>(
    `select data from platform.outbox_events where event = $1 and data->>'engagementId' = $2 order by created_at`,
    [event, engagement],
  );
const refused = (status: number, error: string) => ({ status, body: { error } });

describe('client links', () => {
  // POR-1, POR-2
  test('the token is shown once, and only its hash is stored', async () => {
    const issued = await issue({ label: ' Board ' });
    expect(issued).toMatchObject({
      label: 'Board',
      permissions: ['read', 'comment', 'approve'],
      expiresAt: null,
    });
    expect(issued.token).toMatch(/^svc_portal_[0-9a-f]{32}$/);
    expect(issued.url).toBe(`${platform.services.config.baseUrl}/portal/${issued.token}`);
    const listed = await tenant.owner.get<{ tokens: PortalToken[] }>(tokensPath());
    expect(listed.body.tokens.map(({ id }) => id)).toEqual([issued.id]);
    const stored = await platform.asSuperuser(
      'select * from platform.portal_tokens where id = $1',
      [issued.id],
    );
    const log = await platform.asSuperuser(
      'select * from platform.audit_log where resource_id = $1',
      [issued.id],
    );
    expect(log).toHaveLength(1);
    for (const text of [listed.body, stored, log].map((shown) => JSON.stringify(shown)))
      expect(text).not.toContain(issued.token.slice(12));
  });

  // POR-1
  test('an expiry in the future and fewer permissions are accepted; permissions are sorted and unique', async () => {
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    expect(
      await issue({ expiresAt, permissions: ['approve', 'read', 'read'], label: null }),
    ).toMatchObject({
      expiresAt,
      permissions: ['read', 'approve'],
      label: null,
    });
  });

  test.each([
    [{ expiresAt: '2020-01-01T00:00:00Z' }],
    [{ expiresAt: 'tomorrow' }],
    [{ permissions: [] }],
    [{ permissions: ['delete'] }],
    [{ label: 'x'.repeat(201) }],
  ])('400 for %j', async (body) => {
    expect((await tenant.owner.post(tokensPath(), body)).status).toBe(400);
  });

  test('a link of another engagement cannot be revoked through this one', async () => {
    const { id } = await issue();
    const other = await tenant.addEngagement();
    expect(
      await tenant.owner.delete(`/api/engagements/${other}/portal-tokens/${id}`),
    ).toMatchObject(refused(404, 'Not found'));
    expect((await tenant.owner.delete(`${tokensPath()}/${id}`)).body).toEqual({ success: true });
    expect((await tenant.owner.delete(`${tokensPath()}/${id}`)).status).toBe(200);
  });
});

describe('access', () => {
  const invalid = refused(401, 'Invalid portal token');

  // POR-4
  test('revocation works at once, and lastUsedAt records the visit', async () => {
    const { id, token } = await issue();
    const client = createClient(platform.baseUrl, token);
    expect((await client.get('/api/portal')).status).toBe(200);
    const { body } = await tenant.owner.get<{ tokens: PortalToken[] }>(tokensPath());
    expect(body.tokens[0]?.lastUsedAt).not.toBeNull();
    await tenant.owner.delete(`${tokensPath()}/${id}`);
    expect(await client.get('/api/portal')).toMatchObject(invalid);
    expect(await client.post('/api/portal/comments', { author: 'C', body: 'Late.' })).toMatchObject(
      invalid,
    );
  });

  // POR-5
  test('a link that expires during its use is refused', async () => {
    const { id, token } = await issue({
      expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
    });
    const client = createClient(platform.baseUrl, token);
    expect((await client.get('/api/portal')).status).toBe(200);
    await platform.asSuperuser(
      'update platform.portal_tokens set expires_at = now() where id = $1',
      [id],
    );
    expect(await client.get('/api/portal')).toMatchObject(invalid);
  });

  test('a link is refused after its engagement was deleted', async () => {
    const client = await visit();
    expect((await tenant.owner.delete(`/api/engagements/${engagement}`)).status).toBe(200);
    expect(await client.get('/api/portal')).toMatchObject(invalid);
  });

  test('unknown tokens, keys and sessions are refused', async () => {
    for (const bearer of [
      `svc_portal_${'0'.repeat(32)}`,
      'svc_portal_',
      'x',
      `SVC_PORTAL_${'0'.repeat(32)}`,
    ])
      expect(await createClient(platform.baseUrl, bearer).get('/api/portal')).toMatchObject(
        invalid,
      );
    const { credentials } = await tenant.addKey();
    expect(
      await createClient(platform.baseUrl).get('/api/portal', { headers: credentials }),
    ).toMatchObject(invalid);
    expect(await tenant.owner.get('/api/portal')).toMatchObject(
      refused(401, 'Authentication required'),
    );
  });

  test('a portal token opens nothing else', async () => {
    const client = await visit();
    for (const path of [
      '/api/me',
      '/api/engagements',
      `/api/engagements/${engagement}`,
      '/api/account/branding/logo',
    ])
      expect(await client.get(path)).toMatchObject(refused(401, 'Invalid API key'));
  });

  // POR-10
  test.each([
    ['read', ['comment', 'approve']],
    ['comment', ['read', 'approve']],
    ['approve', ['read', 'comment']],
  ])('without %s such requests are 403, and the others work', async (missing, permissions) => {
    const client = await visit({ permissions });
    const file = `${tenant.marker}.md`;
    const answers = {
      read: await client.get('/api/portal'),
      comment: await client.post('/api/portal/comments', { author: 'C', body: 'Good.' }),
      approve: await client.post(`/api/portal/deliverables/${file}/review`, {
        action: 'approve',
        author: 'C',
      }),
    };
    for (const [permission, answer] of Object.entries(answers)) {
      if (permission !== missing) expect(answer.status).toBeLessThan(300);
      else expect(answer).toMatchObject(refused(403, `This link lacks the permission ${missing}`));
    }
  });

  test('each link has its own rate limit', async () => {
    const [first, second] = [await visit(), await visit()];
    const { config } = platform.services;
    platform.services.config = { ...config, rateLimits: { ...config.rateLimits, api: 2 } };
    const statuses = [];
    for (const client of [first, first, first, second])
      statuses.push((await client.get('/api/portal')).status);
    platform.services.config = config;
    expect(statuses).toEqual([200, 200, 429, 200]);
  });
});

describe('what a client sees', () => {
  // LAN-8
  test('the language of the brief, if the pages have it', async () => {
    const languageOf = async (brief: string) => {
      await platform.asSuperuser('update platform.engagements set brief = $2 where id = $1', [
        engagement,
        brief,
      ]);
      return (await (await visit()).get<PortalView>('/api/portal')).body.language;
    };
    expect(
      await languageOf(
        'Wir wollen wissen, warum die Wartezeiten in unseren Praxen so lang sind und was wir tun.',
      ),
    ).toBe('de');
    expect(
      await languageOf(
        'Vogliamo sapere perché i tempi di attesa sono così lunghi e che cosa possiamo fare.',
      ),
    ).toBeNull();
  });

  // POR-6, REL-6
  test('latest versions, titles, branding with the logo, comments; nothing internal', async () => {
    await addFile('_run_report.md', '# Internal secret\n');
    await addFile('plan.md', '---\nagent: secret-agent\n---\n\n# The plan ##\n\nText\n');
    await addFile('untitled.md', 'No heading.\n');
    const client = await visit();
    await client.post('/api/portal/comments', {
      author: ' Clara \n \u202eClient\u0007 ',
      body: ' Shorter, please. ',
    });
    const { body, headers } = await client.get<PortalView>('/api/portal');
    expect(body.engagement).toEqual({
      id: engagement,
      name: `Name ${tenant.marker}`,
      client: `Client ${tenant.marker}`,
      status: 'completed',
    });
    const shown = body.deliverables.map(({ filename, title, version }) => [
      filename,
      title,
      version,
    ]);
    expect(shown).toEqual([
      [`${tenant.marker}.md`, tenant.marker, 2],
      ['plan.md', 'The plan', 1],
      ['untitled.md', 'Untitled', 1],
    ]);
    expect(body.branding).toEqual({
      companyName: tenant.marker,
      primaryColor: null,
      secondaryColor: null,
      typeface: null,
      logo: `data:image/png;base64,${logoPng.toString('base64')}`,
    });
    expect(body.comments).toMatchObject([
      { author: { kind: 'client', name: 'Client' }, body: 'Shorter, please.', filename: null },
    ]);
    for (const inside of ['Internal secret', 'Brief ', 'budget', 'runs'])
      expect(JSON.stringify(body)).not.toContain(inside);
    const again = await client.get('/api/portal', {
      headers: { 'if-none-match': headers.get('etag') ?? '' },
    });
    expect(again.status).toBe(304);
  });

  // POR-5
  test('one engagement and one tenant only', async () => {
    const other = await createPopulatedTenant(platform);
    await addFile('here.md', '# Here\n');
    const { credentials } = await other.addPortalToken(other.ids.engagement);
    const stranger = createClient(platform.baseUrl);
    const seen = await stranger.get<PortalView>('/api/portal', { headers: credentials });
    expect(seen.body.engagement.id).toBe(other.ids.engagement);
    expect(JSON.stringify(seen.body)).not.toContain(tenant.marker);
    const review = { action: 'approve', author: 'C' };
    expect(
      await stranger.post('/api/portal/deliverables/here.md/review', review, credentials),
    ).toMatchObject({
      status: 404,
      body: { error: 'Not found' },
    });
    const comment = { author: 'C', body: 'Hi.', filename: 'here.md' };
    expect((await stranger.post('/api/portal/comments', comment, credentials)).status).toBe(404);
    expect(await eventsOf('deliverable.approved')).toEqual([]);
    const tokens = `/api/engagements/${engagement}/portal-tokens`;
    expect((await other.owner.get(tokens)).status).toBe(404);
    expect((await other.owner.post(tokens)).status).toBe(404);
  });
});

describe('comments', () => {
  // POR-7, POR-8, REV-14
  test('reach the team, the webhooks and the audit log', async () => {
    const { id, token } = await issue();
    const client = createClient(platform.baseUrl, token);
    const filename = `${tenant.marker}.md`;
    const { status, body } = await client.post('/api/portal/comments', {
      filename,
      author: 'Clara',
      body: 'Why?',
    });
    expect(status).toBe(201);
    const author = { kind: 'client', id, name: 'Client' };
    expect(body).toMatchObject({ author });
    const data = { engagementId: engagement, commentId: body['id'], filename, author };
    expect(await eventsOf('portal.comment_received')).toEqual([{ data }]);
    const listed = await tenant.owner.get<{ comments: unknown[] }>(
      `/api/engagements/${engagement}/portal-comments`,
    );
    expect(listed.body.comments).toEqual([body]);
    const log = await platform.asSuperuser(
      `select user_id, metadata from platform.audit_log where action = 'portal.comment' and resource_id = $1`,
      [engagement],
    );
    expect(log).toMatchObject([{ user_id: null, metadata: { commentId: body['id'], filename } }]);
    expect(JSON.stringify(log)).not.toContain('Clara');
  });

  // CMT-11, CMT-12
  test('are about a passage, and the team’s replies reach the client, but never its own comments', async () => {
    await addFile('paper.md', '# Paper\n\nThe **rent** is low.\n');
    const client = await visit();
    const asked = { filename: 'paper.md', author: 'Clara', body: 'Sure?', quote: 'rent is low' };
    expect((await client.post('/api/portal/comments', { ...asked, quote: 'is high' })).status).toBe(
      400,
    );
    const { body: made } = await client.post<PortalComment>('/api/portal/comments', asked);
    expect(made).toMatchObject({
      quote: 'rent is low',
      section: 'Paper',
      passage: { version: 1 },
      replies: [],
    });
    const events = await platform.asSuperuser(
      `select event from platform.outbox_events where data ->> 'commentId' = $1 order by event`,
      [made.id],
    );
    expect(events).toEqual([{ event: 'comment.created' }, { event: 'portal.comment_received' }]);
    const ofTeam = `/api/engagements/${engagement}`;
    const secret = { body: 'For us only', quote: 'rent' };
    const { body: own } = await tenant.owner.post(
      `${ofTeam}/deliverables/paper.md/comments`,
      secret,
    );
    await tenant.owner.post(`${ofTeam}/comments/${made.id}/replies`, { body: 'Yes.' });
    await tenant.owner.patch(`${ofTeam}/comments/${made.id}`, { status: 'resolved' });
    const seen = (await client.get<PortalView>('/api/portal')).body.comments;
    expect(seen).toMatchObject([
      {
        id: made.id,
        status: 'resolved',
        replies: [{ body: 'Yes.', author: { kind: 'user', id: null } }],
      },
    ]);
    const reply = { author: 'Clara', body: 'Still?' };
    const { body: again } = await client.post<PortalComment>(
      `/api/portal/comments/${made.id}/replies`,
      reply,
    );
    expect(again).toMatchObject({
      status: 'open',
      replies: [{ body: 'Yes.' }, { body: 'Still?', author: { kind: 'client' } }],
    });
    expect((await eventsOf('portal.comment_received')).at(-1)).toMatchObject({
      data: { commentId: made.id, replyId: again.replies[1]?.id },
    });
    expect((await client.post(`/api/portal/comments/${own['id']}/replies`, reply)).status).toBe(
      404,
    );
    const listed = await tenant.owner.get<{ comments: PortalComment[] }>(
      `${ofTeam}/portal-comments`,
    );
    expect(listed.body.comments.map(({ id }) => id)).toEqual([made.id]);
  });

  test.each([
    [{ author: 'C', body: 'x', filename: 'none.md' }, 404],
    [{ author: 'C', body: 'x', filename: '_run_report.md' }, 404],
    [{ author: 'C', body: '' }, 400],
    [{ author: 'C', body: 'x'.repeat(10_001) }, 400],
    [{ body: 'x', author: 7 }, 400],
  ])('%j is refused', async (body, status) => {
    await addFile('_run_report.md', '# Internal\n');
    const client = await visit();
    expect((await client.post('/api/portal/comments', body)).status).toBe(status);
    expect(await eventsOf('portal.comment_received')).toEqual([]);
  });

  test('have a limit', async () => {
    const { id, token } = await issue();
    await platform.asSuperuser(
      `insert into platform.comments (id, tenant_id, engagement_id, author_kind, author_id, author_name, body)
        select 'c' || $1 || n, $2, $1, 'client', $3, 'C', 'Again.' from generate_series(1, 4999) n`,
      [engagement, tenant.tenantId, id],
    );
    const client = createClient(platform.baseUrl, token);
    const answers = await Promise.all(
      [1, 2, 3].map(() => client.post('/api/portal/comments', { author: 'C', body: 'More.' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect((await client.get<PortalView>('/api/portal')).body.comments).toHaveLength(200);
  });

  test('sent twice with one Idempotency-Key are stored once', async () => {
    const client = await visit();
    const send = () =>
      client.post(
        '/api/portal/comments',
        { author: 'C', body: 'Once.' },
        { 'idempotency-key': `key-${engagement}` },
      );
    expect((await send()).body).toEqual((await send()).body);
    expect(await eventsOf('portal.comment_received')).toHaveLength(1);
  });
});

describe('the client’s review', () => {
  const path = () => `/api/portal/deliverables/${tenant.marker}.md/review`;

  // POR-9, REV-14
  test.each([
    ['approve', 'approved', 'deliverable.approved'],
    ['reject', 'rejected', 'deliverable.rejected'],
  ])('%s counts like a member’s, with the client’s name', async (action, approvalStatus, event) => {
    const { id, token } = await issue({ clientName: 'Clara' });
    const client = createClient(platform.baseUrl, token);
    const { status, body } = await client.post(path(), {
      action,
      author: 'Olga',
      notes: 'Because.',
    });
    expect(status).toBe(200);
    const by = { reviewedBy: 'Clara (client)', author: { kind: 'client', id, name: 'Clara' } };
    expect(body).toMatchObject({ approvalStatus, ...by });
    const shown = {
      deliverableId: body['deliverableId'],
      version: 2,
      approvalStatus,
      notes: 'Because.',
    };
    expect(await eventsOf(event)).toMatchObject([{ data: { ...shown, ...by } }]);
    const versions = await tenant.owner.get<{
      versions: { approvalStatus: string; reviews: object[] }[];
    }>(`/api/engagements/${engagement}/deliverables/${tenant.marker}.md/versions`);
    expect(versions.body.versions[0]).toMatchObject({ approvalStatus });
    expect(versions.body.versions[0]?.reviews[0]).toMatchObject({
      action,
      notes: 'Because.',
      ...by,
    });
    const log = await platform.asSuperuser(
      `select user_id, metadata from platform.audit_log where action = 'deliverable.review' and resource_id = $1`,
      [body['deliverableId']],
    );
    expect(log).toMatchObject([{ user_id: null, metadata: { portalTokenId: expect.any(String) } }]);
  });

  // POR-12, REV-14, REV-15
  test('cannot be forged by a member or a key of the same name', async () => {
    const name = 'Clara (client)';
    await platform.asSuperuser(
      `update platform.users set name = $2 where tenant_id = $1 and role = 'member'`,
      [tenant.tenantId, name],
    );
    const key = await tenant.owner.post<{ id: string; key: string }>('/api/api-keys', { name });
    const own = `/api/engagements/${engagement}/deliverables/${tenant.marker}.md`;
    const client = await visit();
    const reviewers = [
      {
        caller: createClient(platform.baseUrl),
        headers: tenant.sessions.member,
        author: { kind: 'user', name },
      },
      {
        caller: createClient(platform.baseUrl, key.body.key),
        author: { kind: 'api_key', id: key.body.id, name },
      },
    ];
    for (const { caller, headers, author } of reviewers) {
      const { status, body } = await caller.post(`${own}/review`, { action: 'approve' }, headers);
      expect({ status, body }).toMatchObject({ status: 200, body: { author } });
      expect((await tenant.owner.get(own)).body).toMatchObject({ reviewAuthor: author });
      const { body: view } = await client.get<PortalView>('/api/portal');
      expect(view.deliverables[0]).toMatchObject({
        approvalStatus: 'approved',
        clientDecision: null,
      });
      expect(JSON.stringify(view.deliverables)).not.toContain(name);
    }
    await client.post(path(), { action: 'approve', author: name });
    expect((await tenant.owner.get(own)).body).toMatchObject({
      reviewAuthor: { kind: 'client', name: 'Client' },
    });
  });

  test('refuses revision requests and internal or unknown files; existence is checked before the body', async () => {
    await addFile('_run_report.md', '# Internal\n');
    const client = await visit();
    expect(await client.post(path(), { action: 'request_revision', author: 'C' })).toMatchObject(
      refused(400, 'action must be: approve or reject'),
    );
    for (const filename of ['_run_report.md', 'none.md', createId()]) {
      const answer = await client.post(`/api/portal/deliverables/${filename}/review`, {
        action: 'x',
      });
      expect(answer).toMatchObject(refused(404, 'Not found'));
    }
  });

  test('names the version that was read, and is refused for an older one', async () => {
    const client = await visit();
    expect(await client.post(path(), { action: 'approve', author: 'C', version: 1 })).toMatchObject(
      refused(409, 'The latest version is 2'),
    );
    expect((await client.post(path(), { action: 'approve', author: 'C', version: 2 })).status).toBe(
      200,
    );
  });

  test('of ten concurrent ones each is recorded, and the last one counts', async () => {
    const client = await visit();
    const actions = Array.from({ length: 10 }, (_, index) => (index % 2 ? 'approve' : 'reject'));
    const answers = await Promise.all(
      actions.map((action) => client.post(path(), { action, author: 'C' })),
    );
    expect(answers.map(({ status }) => status)).toEqual(actions.map(() => 200));
    const rows = await platform.asSuperuser<{ action: string; approval_status: string }>(
      `select r.action, d.approval_status from platform.reviews r join platform.deliverables d on d.id = r.deliverable_id
        where d.engagement_id = $1 and d.version = 2 and r.author_kind = 'client' order by r.created_at desc`,
      [engagement],
    );
    expect(rows).toHaveLength(10);
    expect(rows[0]?.approval_status).toBe(rows[0]?.action === 'approve' ? 'approved' : 'rejected');
  });

  test('has a limit for each version; the team may continue, and a new version accepts reviews again', async () => {
    const client = await visit();
    const { body } = await client.post<{ deliverableId: string }>(path(), {
      action: 'approve',
      author: 'C',
    });
    await platform.asSuperuser(
      `insert into platform.reviews (id, tenant_id, deliverable_id, action, author_kind, author_name)
        select 'r' || $2 || n, $1, $2, 'reject', 'client', 'C' from generate_series(
          (select count(*) + 1 from platform.reviews where deliverable_id = $2), 998) n`,
      [tenant.tenantId, body.deliverableId],
    );
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => client.post(path(), { action: 'approve', author: 'C' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409]);
    expect(await client.post(path(), { action: 'approve', author: 'C' })).toMatchObject(
      refused(409, 'A version accepts at most 1000 client reviews'),
    );
    const own = `/api/engagements/${engagement}/deliverables/${tenant.marker}.md/review`;
    expect((await tenant.owner.post(own, { action: 'approve' })).status).toBe(200);
    await addFile(`${tenant.marker}.md`, '# Again', 3);
    expect((await client.post(path(), { action: 'approve', author: 'C' })).status).toBe(200);
  });

  test('does not happen if its link is revoked while it waits', async () => {
    const { id, token } = await issue();
    const client = createClient(platform.baseUrl, token);
    const answer = await platform.database.withTenant(tenant.tenantId, async (tx) => {
      await tx.query({
        text: 'select from platform.engagements where id = $1 for update',
        values: [engagement],
      });
      const reviewing = client.post(path(), { action: 'approve', author: 'C' });
      await expect
        .poll(() =>
          platform.asSuperuser(
            `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          ),
        )
        .toHaveLength(1);
      await tenant.owner.delete(`${tokensPath()}/${id}`);
      return { reviewing };
    });
    expect(await answer.reviewing).toMatchObject(refused(401, 'Invalid portal token'));
    expect(await eventsOf('deliverable.approved')).toEqual([]);
  });
});
