import type { Comment } from '@ecp/contract/work/comments';
import type { DeliverableDetail } from '@ecp/contract/work/deliverables';
import { renderText } from '@ecp/markdown/rendered-text';
import { insertDeliverable, insertEngagement, insertRun } from '@ecp/testing/engagement-factory';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createKeyedTenant, type KeyedTenant } from '../../../../testing/keyed-tenant.ts';
import { shareTestPlatform, type TestPlatform } from '../../../../testing/start-test-platform.ts';
import { lockEngagement } from '../../../material/engagements/engagement-rows.ts';

let platform: TestPlatform;
let tenant: KeyedTenant;
beforeAll(async () => {
  platform = await shareTestPlatform();
  tenant = await createKeyedTenant(platform);
});
afterAll(() => platform.close());

const text = `# Entry

We advise to **enter** the market in spring.[^1] The yard in Oslo is for sale.

## Costs

The yard in Oslo costs EUR 4 million. Nobody knows the rent.

[^1]: Brief: “in spring”
`;

async function createDocument(content = text) {
  const { database } = platform;
  const { tenantId } = tenant;
  const tasks = [{ id: 'task-1', name: 'Entry', agent: 'strategist' }];
  const id = await insertEngagement(database, tenantId, { tasks, status: 'completed' });
  const runId = await insertRun(database, tenantId, id);
  await insertDeliverable(database, tenantId, id, { runId, filename: 'entry.md', content });
  const path = `/api/engagements/${id}/deliverables/entry.md`;
  const comment = async (body: object) =>
    tenant.owner.post<Comment>(`${path}/comments`, { body: 'Why?', ...body });
  const list = async () =>
    (await tenant.owner.get<{ comments: Comment[] }>(`${path}/comments`)).body.comments;
  const edit = async (changed: string, baseVersion: number) =>
    tenant.owner.put<DeliverableDetail>(path, { content: changed, baseVersion });
  return { id, path, comment, list, edit };
}

const eventsOf = (event: string, commentId: string) =>
  platform.asSuperuser<{ data: object }>(
    `select data from platform.outbox_events where event = $1 and data ->> 'commentId' = $2 order by created_at`,
    [event, commentId],
  );

describe('a comment', () => {
  // CMT-1, CMT-2, CMT-3, CMT-12
  test('stands at the words that a reader selects, and reaches list, webhooks and audit log', async () => {
    const { id, path, comment, list } = await createDocument();
    const { status, body } = await comment({
      quote: 'enter  the market in spring. The',
      suffix: ' yard',
    });
    expect(status).toBe(201);
    const author = { kind: 'user', id: tenant.userId, name: expect.any(String) };
    const quote = 'enter the market in spring. The';
    expect(body).toMatchObject({
      filename: 'entry.md',
      version: 1,
      body: 'Why?',
      quote,
      section: 'Entry',
      suggestion: null,
      orphaned: false,
      author,
      status: 'open',
      resolvedBy: null,
      replies: [],
      answer: null,
      passage: { version: 1, quote, suffix: 'yard in Oslo is for sale. Costs' },
    });
    const second = await comment({ quote: 'yard in Oslo', prefix: 'Costs The ' });
    expect(second.body.section).toBe('Costs');
    const whole = await comment({});
    expect(whole.body).toMatchObject({
      filename: 'entry.md',
      version: 1,
      quote: null,
      passage: null,
    });
    const engagement = await tenant.owner.post<Comment>(`/api/engagements/${id}/comments`, {
      body: 'When?',
    });
    expect(engagement.body).toMatchObject({ filename: null, version: null, quote: null });
    expect((await list()).map(({ id: listed }) => listed)).toEqual([
      body.id,
      second.body.id,
      whole.body.id,
    ]);
    const page = await tenant.owner.get<{ comments: Comment[] }>(
      `/api/engagements/${id}/comments?limit=3`,
    );
    expect(page.body.comments).toHaveLength(3);
    const next = /<([^>]+)>/.exec(page.headers.get('link') ?? '')?.[1] ?? '';
    const rest = await tenant.owner.get<{ comments: Comment[] }>(next.slice(next.indexOf('/api/')));
    expect(rest.body.comments).toEqual([engagement.body]);
    const data = { engagementId: id, commentId: body.id, filename: 'entry.md' };
    expect(await eventsOf('comment.created', body.id)).toEqual([{ data }]);
    expect(await eventsOf('portal.comment_received', body.id)).toEqual([]);
    const log = await platform.asSuperuser(
      `select action, metadata from platform.audit_log where metadata ->> 'commentId' = $1`,
      [body.id],
    );
    expect(log).toEqual([
      { action: 'comment.create', metadata: { commentId: body.id, filename: 'entry.md' } },
    ]);
    for (const [refused, expected] of [
      [{ quote: 'the **enter**' }, 400],
      [{ quote: 'No such words' }, 400],
      [{ quote: ' ' }, 400],
      [{ version: 7 }, 404],
      [{ body: ' ' }, 400],
      [{ suggestion: 'Words' }, 400],
      [{ quote: 'for sale. Costs', suggestion: 'Words' }, 400],
    ] as const)
      expect([refused, (await comment(refused)).status]).toEqual([refused, expected]);
    expect((await comment({ quote: 'No such words' })).body).toMatchObject({
      code: 'quote_not_found',
    });
    expect(
      (await tenant.owner.post(`${path.replace('entry', '_run_report')}/comments`, { body: 'x' }))
        .status,
    ).toBe(404);
  });

  // CMT-17
  test('is found before its engagement is locked, and again when a new version came meanwhile', async () => {
    const { id, comment } = await createDocument();
    const { database } = platform;
    const { tenantId } = tenant;
    const later = text.replace('# Entry', '# Entry\n\nA new beginning.');
    const [refused, late] = await database.withTenant(tenantId, async (tx) => {
      await lockEngagement(tx, tenantId, id);
      // An answer that does not wait for the lock.
      const nowhere = await comment({ quote: 'No such words' });
      const waiting = comment({ quote: 'Nobody knows the rent' });
      const waitsForLock = `select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%platform.engagements%for update'`;
      await expect.poll(() => platform.asSuperuser(waitsForLock)).toHaveLength(1);
      await tx.query({
        name: 'test_insert_version',
        text: `insert into platform.deliverables (id, tenant_id, engagement_id, run_id, task_id, filename, version, content,
            word_count, created_at)
          select $1, tenant_id, engagement_id, run_id, task_id, filename, 2, $4, word_count, created_at
          from platform.deliverables where tenant_id = $2 and engagement_id = $3`,
        values: [`v2-${id}`, tenantId, id, later],
      });
      return [nowhere, waiting];
    });
    expect(refused).toMatchObject({ status: 400, body: { code: 'quote_not_found' } });
    const { status, body } = await late;
    const start = renderText(later).text.indexOf('Nobody');
    expect([status, body.passage?.version, body.passage?.start]).toEqual([201, 2, start]);
  });

  // CMT-4
  test('gets replies, is resolved and opened again', async () => {
    const { id, path, comment, list } = await createDocument();
    const { body: made } = await comment({ quote: 'rent' });
    const at = `/api/engagements/${id}/comments/${made.id}`;
    await tenant.owner.post(`${at}/replies`, { body: ' Ask them. ' });
    const replied = await tenant.owner.post<Comment>(`${path}/comments/${made.id}/replies`, {
      body: 'I did.',
    });
    expect(replied.status).toBe(201);
    expect(replied.body.replies.map(({ body, author }) => [body, author.kind])).toEqual([
      ['Ask them.', 'user'],
      ['I did.', 'user'],
    ]);
    const resolved = await tenant.owner.patch<Comment>(at, { status: 'resolved' });
    const resolvedBy = { kind: 'user', id: tenant.userId, name: expect.any(String) };
    expect(resolved.body).toMatchObject({
      status: 'resolved',
      resolvedBy,
      resolvedAt: expect.any(String),
    });
    expect((await tenant.owner.patch<Comment>(at, { status: 'resolved' })).body).toEqual(
      resolved.body,
    );
    expect(await list()).toEqual([resolved.body]);
    const open = await tenant.owner.get<{ comments: Comment[] }>(`${path}/comments?status=open`);
    expect(open.body.comments).toEqual([]);
    const reopened = await tenant.owner.patch<Comment>(`${path}/comments/${made.id}`, {
      status: 'open',
    });
    expect(reopened.body).toMatchObject({ status: 'open', resolvedBy: null, resolvedAt: null });
    const elsewhere = `/api/engagements/${id}/deliverables/other.md/comments/${made.id}`;
    expect((await tenant.owner.patch(elsewhere, { status: 'open' })).status).toBe(404);
    expect((await tenant.owner.patch(at, { status: 'gone' })).status).toBe(400);
  });
});

describe('a later version', () => {
  // CMT-5
  test('keeps comments at their words, orphans those whose words went, and gives them back with the words', async () => {
    const { path, comment, list, edit } = await createDocument();
    const stays = (await comment({ quote: 'The yard in Oslo', prefix: 'Costs ' })).body;
    const goes = (await comment({ quote: 'Nobody knows the rent' })).body;
    await tenant.owner.patch(`${path}/comments/${goes.id}`, { status: 'resolved' });
    const changed = text
      .replace('# Entry\n', '# Entry\n\nThe yard in Oslo comes first.\n')
      .replace('The yard in Oslo costs', 'The old yard in Oslo costs')
      .replace(' Nobody knows the rent.', '');
    expect((await edit(changed, 1)).status).toBe(201);
    expect(await list()).toMatchObject([
      {
        id: stays.id,
        orphaned: false,
        section: 'Costs',
        quote: 'The yard in Oslo',
        version: 1,
        passage: { version: 2, quote: 'The old yard in Oslo' },
      },
      {
        id: goes.id,
        orphaned: true,
        passage: null,
        quote: 'Nobody knows the rent',
        section: 'Costs',
      },
    ]);
    const late = await comment({ quote: 'yard in Oslo is for sale', version: 1 });
    expect(late.body).toMatchObject({ version: 1, orphaned: false, passage: { version: 2 } });
    const gone = await comment({ quote: 'knows the rent', version: 1 });
    expect(gone.body).toMatchObject({
      version: 1,
      orphaned: true,
      passage: null,
      section: 'Costs',
    });
    expect((await tenant.owner.post(`${path}/restore`, { version: 1 })).status).toBe(201);
    const back = await list();
    expect(
      back.map(({ orphaned, passage }) => [orphaned, passage?.version, passage?.quote]),
    ).toEqual([
      [false, 3, 'The yard in Oslo'],
      [false, 3, 'Nobody knows the rent'],
      [false, 3, 'yard in Oslo is for sale'],
      [false, 3, 'knows the rent'],
    ]);
  });

  // CMT-10
  test('is made by accepting the words that a comment proposes', async () => {
    const { id, path, comment, edit } = await createDocument();
    const { body: made } = await comment({
      quote: 'enter the market in spring',
      suggestion: 'wait *until* June',
    });
    const other = (await comment({ quote: 'Nobody', suggestion: 'Everybody' })).body;
    const accept = (commentId: string) =>
      tenant.owner.post(`/api/engagements/${id}/comments/${commentId}/accept`);
    const accepted = await accept(made.id);
    expect([accepted.status, accepted.body]).toEqual([201, { version: 2 }]);
    const { body } = await tenant.owner.get<DeliverableDetail>(path);
    expect(body).toMatchObject({
      version: 2,
      origin: 'human',
      editedBy: { kind: 'user', id: tenant.userId },
    });
    expect(body.content).toBe(
      text.replace('**enter** the market in spring', '**wait \\*until\\* June**'),
    );
    const { comments } = (await tenant.owner.get<{ comments: Comment[] }>(`${path}/comments`)).body;
    expect(comments).toMatchObject([
      { id: made.id, status: 'resolved' },
      { id: other.id, status: 'open' },
    ]);
    expect(await accept(made.id)).toMatchObject({
      status: 409,
      body: { code: 'no_open_suggestion' },
    });
    await edit(body.content.replace('Nobody knows the rent', 'No one knows the rent'), 2);
    expect(await accept(other.id)).toMatchObject({
      status: 409,
      body: { code: 'passage_changed' },
    });
  });
});

// CMT-13, CMT-14
test('comments are exported, and limited', async () => {
  const { id, path, comment } = await createDocument();
  const { body: made } = await comment({ quote: 'rent' });
  await tenant.owner.post(`${path}/comments/${made.id}/replies`, { body: 'Ask.' });
  const { body: file } = await tenant.owner.get<{ comments: Comment[] }>('/api/account/export');
  expect(file.comments.find((one) => one.id === made.id)).toMatchObject({
    engagementId: id,
    quote: 'rent',
    replies: [{ body: 'Ask.' }],
  });
  await platform.asSuperuser(
    `insert into platform.comments (id, tenant_id, engagement_id, author_kind, author_name, body)
      select 'c' || $1 || n, $2, $1, 'user', 'A', 'Again.' from generate_series(1, 4998) n`,
    [id, tenant.tenantId],
  );
  await platform.asSuperuser(
    `insert into platform.comment_replies (id, tenant_id, comment_id, author_kind, author_name, body)
      select 'r' || $1 || n, $2, $1, 'user', 'A', 'Again.' from generate_series(1, 98) n`,
    [made.id, tenant.tenantId],
  );
  const sent = await Promise.all([1, 2].map(() => comment({})));
  expect(sent.map(({ status }) => status).sort()).toEqual([201, 409]);
  const reply = () => tenant.owner.post(`${path}/comments/${made.id}/replies`, { body: 'More.' });
  expect([(await reply()).status, (await reply()).status]).toEqual([201, 409]);
});
