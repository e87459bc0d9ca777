import type { NoticeChannel } from '@ecp/contract/reach/notices';
import { pollUntil } from '@ecp/testing/poll-until';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createNoticeTenant, type NoticeTenant } from '../../../testing/notices/notice-tenant.ts';
import { startTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../../testing/webhook-receiver.ts';
import { createKeyRing } from '../../kernel/keys/key-ring.ts';
import { renewChannelAddresses } from './channels.ts';

let platform: TestPlatform;
let receiver: WebhookReceiver;
let tenant: NoticeTenant;
beforeAll(async () => {
  platform = await startTestPlatform({ config: { outboundAllowedHosts: ['127.0.0.1'] } });
});
afterAll(() => platform.close());
beforeEach(async () => {
  receiver = await startWebhookReceiver();
  tenant = await createNoticeTenant(platform);
  await platform.asSuperuser('delete from platform.notice_channels where tenant_id = $1', [
    tenant.tenantId,
  ]);
  return () => receiver.close();
});

const list = async () =>
  (await tenant.call('viewer', 'GET', '/api/notice-channels')).body['channels'] as NoticeChannel[];

async function add(kind: string, fields: object = {}): Promise<NoticeChannel> {
  const body = { kind, url: `${receiver.url}/secret-of-${kind}`, label: `Team ${kind}`, ...fields };
  const made = await tenant.call('admin', 'POST', '/api/notice-channels', body);
  expect(made.status).toBe(201);
  return made.body as unknown as NoticeChannel;
}

const hostile = '<!channel> *bold* [x](y) & more';

/** Lets a client comment and returns the client's credentials. */
async function comment(): Promise<void> {
  const { client } = await tenant.addEngagementOf('member');
  await tenant.call(client, 'POST', '/api/portal/comments', { author: 'Clara', body: hostile });
}

describe('a channel', () => {
  // NOT-10, NOT-11
  test('of Slack or Teams gets the notices of its groups as the service reads them', async () => {
    await add('slack');
    await add('teams', { groups: ['clients'] });
    const quiet = await add('slack', { url: `${receiver.url}/quiet`, groups: ['runs'] });
    await comment();
    const posts = new Map(
      (await receiver.waitFor(2)).map(({ path, body }) => [path, JSON.parse(body)]),
    );
    const name = `Name ${tenant.marker}`;
    expect(posts.get('/hook/secret-of-slack')).toEqual({
      text: expect.stringContaining(
        `The client Clara commented on “${name}”:\n> &lt;!channel&gt; *bold* [x](y) &amp; more\n<`,
      ),
      unfurl_links: false,
    });
    const [attachment] = posts.get('/hook/secret-of-teams').attachments;
    expect(attachment).toMatchObject({
      contentType: 'application/vnd.microsoft.card.adaptive',
      content: {
        type: 'AdaptiveCard',
        body: [
          { type: 'TextBlock', text: `The client Clara commented on “${name}”:`, wrap: true },
          { type: 'TextBlock', text: '<!channel> \\*bold\\* \\[x\\](y) & more' },
        ],
        actions: [{ type: 'Action.OpenUrl', url: expect.stringContaining('/engagements/') }],
      },
    });
    const listed = await pollUntil(
      list,
      (all) => all.filter(({ lastPost }) => lastPost).length === 2,
    );
    expect(listed.find(({ id }) => id === quiet.id)).toEqual({
      ...quiet,
      kind: 'slack',
      label: 'Team slack',
      host: expect.stringMatching(/^127\.0\.0\.1:\d+$/),
      groups: ['runs'],
      enabled: true,
      lastPost: null,
    });
    expect(JSON.stringify(listed)).not.toContain('secret-of');
    const stored = await platform.asSuperuser<{ sealed: string }>(
      'select sealed from platform.notice_channels',
    );
    expect(JSON.stringify(stored)).not.toContain('secret-of');
  });

  // NOT-11
  test('that is busy gets the notice later, and one that is gone does not', async () => {
    let answers = 0;
    receiver.answerWith((_request, response) => {
      answers += 1;
      response.writeHead(answers === 1 ? 503 : 200).end();
    });
    await add('slack');
    await comment();
    await receiver.waitFor(2);
    await pollUntil(list, ([channel]) => channel?.lastPost?.error === null);
    receiver.answerWith((_request, response) => response.writeHead(404).end('no_service'));
    await comment();
    const [failed] = await pollUntil(list, ([channel]) => channel?.lastPost?.error !== null);
    expect(failed?.lastPost?.error).toBe('The channel answered 404');
    expect(receiver.received).toHaveLength(3);
  });

  // NOT-11
  test('is tested by a message, changed and removed by admins, at public https addresses only', async () => {
    const { id } = await add('teams');
    const path = `/api/notice-channels/${id}`;
    const tested = await tenant.call('admin', 'POST', `${path}/test`);
    expect(tested.body).toEqual({ success: true, statusCode: 200, durationMs: expect.any(Number) });
    await tenant.call('admin', 'PATCH', path, {
      enabled: false,
      url: `${receiver.url}/moved`,
      label: ' New ',
    });
    expect(await list()).toMatchObject([
      { id, enabled: false, label: 'New', groups: ['runs', 'clients'] },
    ]);
    await tenant.call('admin', 'POST', `${path}/test`);
    await comment();
    expect(receiver.received.map((post) => post.path)).toEqual([
      '/hook/secret-of-teams',
      '/hook/moved',
    ]);
    for (const [url, code] of [
      ['http://hooks.example.com/x', 'webhook_url_not_https'],
      ['https://10.0.0.1/x', 'webhook_url_private'],
    ]) {
      expect(await tenant.call('admin', 'PATCH', path, { url })).toMatchObject({
        status: 400,
        body: { code },
      });
    }
    expect((await tenant.call('admin', 'DELETE', path)).body).toEqual({ success: true });
    expect((await tenant.call('admin', 'POST', `${path}/test`)).status).toBe(404);
    expect(await list()).toEqual([]);
  });

  // SET-15
  test('keeps its address when the secret of the installation changes', async () => {
    const { id } = await add('slack');
    const { services } = platform;
    const own = services.keys;
    const next = createKeyRing([`another secret of ${tenant.marker}`]);
    const both = { ...own, writingId: next.writingId, encrypt: next.encrypt };
    expect(
      await renewChannelAddresses({ ...services, keys: both }, new AbortController().signal),
    ).toBe(0);
    services.keys = next;
    try {
      expect(
        (await tenant.call('admin', 'POST', `/api/notice-channels/${id}/test`)).body,
      ).toMatchObject({
        success: true,
      });
    } finally {
      services.keys = own;
    }
    const unreadable = await tenant.call('admin', 'POST', `/api/notice-channels/${id}/test`);
    expect(unreadable.body).toMatchObject({
      success: false,
      error: expect.stringContaining('SECRET_KEY'),
    });
  });
});
