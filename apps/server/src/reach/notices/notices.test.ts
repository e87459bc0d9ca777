import type { RunStarted } from '@ecp/contract/work/runs';
import { waitForMails } from '@ecp/testing/mail-folder';
import { pollUntil } from '@ecp/testing/poll-until';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  createNoticeTenant,
  type NoticeTenant,
  unsubscribeUrlOf,
} from '../../../testing/notices/notice-tenant.ts';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';
import { recordNotice } from '../../material/notices/notices.ts';

let platform: TestPlatform;
let tenant: NoticeTenant;
beforeAll(async () => {
  platform = await shareTestPlatform();
});
afterAll(() => platform.close());
beforeEach(async () => {
  tenant = await createNoticeTenant(platform);
});

const settings = '/api/me/notifications';
const kindsOf = async (role: Parameters<NoticeTenant['inbox']>[0]) =>
  (await tenant.inbox(role)).notices.map(({ kind }) => kind);

/** Runs a new engagement of the member to its end; `fail` makes it run out of budget. */
async function finishRun({
  fail = false,
} = {}): Promise<{ id: string; runId: string; name: string }> {
  const name = `Market entry ${tenant.marker}`;
  const fields = { name, client: 'C', brief: 'B', tasks: [{ id: 'a', name: 'A' }] };
  const { body } = await tenant.call('member', 'POST', '/api/engagements', fields);
  const id = String(body['id']);
  const started = await tenant.call('member', 'POST', `/api/engagements/${id}/run`);
  const { runId } = started.body as unknown as RunStarted;
  const run = await platform.engine.waitForRun(runId);
  const error = 'Budget exhausted: spent $5.00 of $5.00';
  if (fail)
    run.push({ type: 'status', status: 'failed', error, failureReason: 'budget_exhausted' });
  else run.complete();
  await pollUntil(
    async () => (await tenant.inbox('member')).notices,
    (notices) => notices.some(({ data }) => 'runId' in data && data.runId === runId),
  );
  return { id, runId, name };
}

describe('the end of a run', () => {
  // NOT-1, NOT-2, NOT-3
  test('is in the inbox of who started it, and nobody else’s, until it is read', async () => {
    const { id, runId, name } = await finishRun();
    const { notices, unread } = await tenant.inbox('member');
    expect({ notices, unread }).toEqual({
      unread: 1,
      notices: [
        {
          id: expect.any(String),
          kind: 'run_completed',
          group: 'runs',
          data: { runId },
          engagementId: id,
          engagementName: name,
          createdAt: expect.any(String),
          readAt: null,
        },
      ],
    });
    const ids = notices.map((notice) => notice.id);
    for (const other of ['owner', 'admin', 'viewer'] as const) {
      expect(await tenant.inbox(other)).toEqual({ notices: [], unread: 0 });
      await tenant.call(other, 'POST', '/api/notices/read', { ids });
    }
    await tenant.call('member', 'POST', '/api/notices/read', { engagementId: 'another' });
    expect((await tenant.inbox('member')).unread).toBe(1);
    for (const other of [{ filename: 'a.md' }, { kinds: ['run_failed'] }]) {
      const { body } = await tenant.call('member', 'POST', '/api/notices/read', {
        engagementId: id,
        ...other,
      });
      expect(body).toEqual({ unread: 1 });
    }
    const which = { engagementId: id, kinds: ['run_completed'] };
    const read = await tenant.call('member', 'POST', '/api/notices/read', which);
    expect(read.body).toEqual({ unread: 0 });
    expect((await tenant.inbox('member')).notices).toEqual([
      { ...notices[0], readAt: expect.any(String) },
    ]);
    expect((await tenant.call('member', 'GET', '/api/notices?unread=true')).body).toEqual({
      notices: [],
      unread: 0,
    });
  });

  // NOT-2, NOT-4
  test('by its budget says so, and mails nothing to a person who has switched that off', async () => {
    expect((await tenant.call('member', 'GET', settings)).body).toEqual({
      runs: 'now',
      clients: 'now',
      digest: 'off',
    });
    const changed = await tenant.call('member', 'PATCH', settings, { runs: 'off' });
    expect(changed.body).toEqual({ runs: 'off', clients: 'now', digest: 'off' });
    expect((await tenant.call('member', 'GET', settings)).body).toEqual(changed.body);
    await finishRun({ fail: true });
    expect((await tenant.inbox('member')).notices).toMatchObject([
      {
        kind: 'run_failed',
        data: { reason: 'budget_exhausted', error: 'Budget exhausted: spent $5.00 of $5.00' },
      },
    ]);
    await tenant.call('member', 'PATCH', settings, { runs: 'now' });
    const { name } = await finishRun();
    const mails = await tenant.mails('member', 'Run completed');
    expect(mails[0]).toContain(name);
    expect(await tenant.mails('member', 'Run')).toHaveLength(2);
    for (const body of [{}, { runs: 'weekly' }]) {
      expect((await tenant.call('member', 'PATCH', settings, body)).status).toBe(400);
    }
  });
});

// LAN-12
test('mails are in the language that a person has chosen', async () => {
  await tenant.call('member', 'PATCH', '/api/me', { language: 'ja' });
  const { name } = await finishRun({ fail: true });
  await finishRun();
  const mails = await waitForMails(platform.dataDir, tenant.userOf('member').email, 4);
  const [failed = '', completed = ''] = ['に失敗しました。', 'が完了しました。'].map((words) =>
    mails.find((mail) => mail.includes(`「${name}」の実行${words}`)),
  );
  expect(failed).toContain('理由：予算を使い切りました。');
  expect(completed).toContain('文書はレビュー待ちです。');
  expect(completed).toContain('この種類のメールを停止:\r\n');
  expect(completed).toContain('<html lang="ja">');
  for (const mail of [failed, completed])
    expect(mail).not.toMatch(/The run|Reason|budget|Stop emails/i);
});

describe('what a client says', () => {
  // NOT-5, WEB-30
  test('reaches who started the latest run: comment, decision and answer, in the inbox and by mail', async () => {
    const author = 'Clara https://evil.example';
    const { id, client } = await tenant.addEngagementOf('member', author);
    const questionId = (await tenant.addQuestion(id)).question;
    const filename = tenant.ids.filename;
    // The heading of its latest version.
    const title = filename.replace('.md', '');
    const review = `/api/portal/deliverables/${filename}/review`;
    const body = `Too high. ${'x'.repeat(600)}`;
    await tenant.call(client, 'POST', '/api/portal/comments', { filename, author: 'Olga', body });
    await tenant.call(client, 'POST', review, { action: 'reject', author: 'Olga' });
    await tenant.call(client, 'POST', `/api/portal/questions/${questionId}/answer`, {
      answer: 'In Oslo.',
      author: 'Olga',
    });
    const { notices } = await tenant.inbox('member');
    expect(
      notices.map(({ kind, group, engagementId, data }) => ({ kind, group, engagementId, data })),
    ).toEqual(
      [
        { kind: 'client_answer', data: { questionId, author, words: 'In Oslo.' } },
        {
          kind: 'client_decision',
          data: { filename, title, version: 2, action: 'reject', author, words: '' },
        },
        {
          kind: 'client_comment',
          data: {
            commentId: expect.any(String),
            filename,
            title,
            author,
            words: body.slice(0, 500),
          },
        },
      ].map((told) => ({ ...told, group: 'clients', engagementId: id })),
    );
    for (const other of ['owner', 'admin', 'viewer'] as const)
      expect(await kindsOf(other)).toEqual([]);
    const mails = await tenant.mails('member', 'Client', 3);
    expect(mails.map((mail) => /^Subject: (.+?):/m.exec(mail)?.[1]).sort()).toEqual([
      'Client answered',
      'Client comment',
      'Client decision',
    ]);
    expect(mails.join()).toContain('The client Clara https:/ /evil. example');
    expect(mails.join()).not.toContain('https://evil.example');
    const events = await platform.asSuperuser(
      `select data->>'action' as action, data->>'filename' as filename from platform.outbox_events
        where tenant_id = $1 and event = 'deliverable.reviewed'`,
      [tenant.tenantId],
    );
    expect(events).toEqual([{ action: 'reject', filename }]);
  });

  // NOT-6
  test('reaches the admins if who started the run has left or wants no mail of it', async () => {
    const { id, client } = await tenant.addEngagementOf('member');
    const say = (body: string) =>
      tenant.call(client, 'POST', '/api/portal/comments', { author: 'Clara', body });
    await tenant.call('member', 'PATCH', settings, { clients: 'off' });
    await tenant.call('admin', 'PATCH', settings, { clients: 'off' });
    await say('First');
    expect([await kindsOf('member'), await kindsOf('owner'), await kindsOf('admin')]).toEqual([
      ['client_comment'],
      ['client_comment'],
      [],
    ]);
    await tenant.mails('owner', 'Client comment');
    await tenant.call('admin', 'PATCH', settings, { clients: 'daily' });
    await platform.asSuperuser('delete from platform.users where id = $1', [
      tenant.userOf('member').id,
    ]);
    await say('Second');
    expect([await kindsOf('owner'), await kindsOf('admin')]).toEqual([
      ['client_comment', 'client_comment'],
      ['client_comment'],
    ]);
    expect(await tenant.mails('owner', 'Client comment', 2)).toHaveLength(2);
    expect(await tenant.call('owner', 'DELETE', `/api/engagements/${id}`)).toMatchObject({
      status: 200,
    });
    expect(await tenant.inbox('owner')).toEqual({ notices: [], unread: 0 });
  });
});

describe('an assignment', () => {
  const assign = (userId: string, cause: string) =>
    platform.database.withTenant(tenant.tenantId, async (tx) => {
      const about = {
        engagementId: tenant.ids.engagement,
        engagementName: 'Market entry',
        cause,
        userId,
      };
      const notice = {
        kind: 'owner_assigned',
        data: { assignedBy: 'Olga Owner' },
        ...about,
      } as const;
      await recordNotice(tx, platform.services, tenant.tenantId, notice);
      if (cause === 'undone') throw new Error('undone');
    });

  // NOT-1, NOT-2
  test('is told once to the new owner, and not at all if it is undone', async () => {
    const { id } = tenant.userOf('member');
    await assign(id, 'first');
    await assign(id, 'first');
    await expect(assign(id, 'undone')).rejects.toThrow('undone');
    const told = { kind: 'owner_assigned', group: 'runs', data: { assignedBy: 'Olga Owner' } };
    expect((await tenant.inbox('member')).notices).toMatchObject([told]);
    const [mail] = await tenant.mails('member', 'Assigned to you');
    expect(mail).toContain('Olga Owner has made you the owner of “Market entry”.');
    await assign('somebody who has left', 'second');
    expect(await kindsOf('owner')).toEqual(['owner_assigned']);
  });

  // NOT-3
  test('comes in pages, newest first', async () => {
    for (const cause of ['1', '2', '3']) await assign(tenant.userOf('member').id, cause);
    const first = await tenant.call('member', 'GET', '/api/notices?limit=2');
    const next = /<(.+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    const second = await tenant.call(
      'member',
      'GET',
      next.slice(platform.services.config.baseUrl.length),
    );
    const ids = [first, second].flatMap(({ body }) =>
      (body['notices'] as { id: string }[]).map((notice) => notice.id),
    );
    expect([ids.length, new Set(ids).size, second.headers.get('link')]).toEqual([3, 3, null]);
    const rest = await tenant.call('member', 'POST', '/api/notices/read', { ids: ids.slice(0, 1) });
    expect(rest.body).toEqual({ unread: 2 });
    expect((await tenant.call('member', 'POST', '/api/notices/read', { all: true })).body).toEqual({
      unread: 0,
    });
  });
});

describe('a mail', () => {
  // NOT-8
  test('ends its kind by a link without a sign-in, as mail programs and people use it', async () => {
    const { client } = await tenant.addEngagementOf('member');
    const say = (body: string) =>
      tenant.call(client, 'POST', '/api/portal/comments', { author: 'Clara', body });
    await say('First');
    const [mail = ''] = await tenant.mails('member', 'Client comment');
    expect(mail).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n');
    const url = unsubscribeUrlOf(mail) ?? '';
    const { baseUrl } = platform.services.config;
    expect(url.startsWith(`${baseUrl}/api/unsubscribe/`)).toBe(true);
    expect(mail).toContain(`\r\n${url.replace('/api/', '/')}\r\n`);
    const path = url.slice(baseUrl.length);
    const shown = { tenantName: tenant.marker, setting: 'clients' };
    expect((await tenant.call({}, 'GET', path)).body).toEqual({ ...shown, value: 'now' });
    const oneClick = () =>
      fetch(platform.baseUrl + path, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'List-Unsubscribe=One-Click',
      });
    for (const answer of [await oneClick(), await oneClick()]) {
      expect([answer.status, await answer.json()]).toEqual([200, { ...shown, value: 'off' }]);
    }
    expect((await tenant.call('member', 'GET', settings)).body).toMatchObject({
      runs: 'now',
      clients: 'off',
    });
    for (const wrong of [
      `${path}x`,
      path.replace(tenant.tenantId, 'x'),
      path.replace('clients', 'runs'),
    ]) {
      expect((await tenant.call({}, 'POST', wrong)).body['code']).toBe('invalid_token');
    }
    const [audited] = await platform.asSuperuser(
      `select user_id, metadata from platform.audit_log where tenant_id = $1 and action = 'notifications.update'`,
      [tenant.tenantId],
    );
    expect(audited).toEqual({
      user_id: tenant.userOf('member').id,
      metadata: { clients: 'off', byMail: true },
    });
  });
});
