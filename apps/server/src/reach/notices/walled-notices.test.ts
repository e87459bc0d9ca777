import type { Role } from '@ecp/contract/identity/auth';
import type { RunStarted } from '@ecp/contract/work/runs';
import { waitForMails } from '@ecp/testing/mail-folder';
import { pollUntil } from '@ecp/testing/poll-until';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Credentials } from '../../../testing/populated-tenant.ts';
import { startTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';
import { createWalledTenant, type WalledTenant } from '../../../testing/walled-tenant.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../../testing/webhook-receiver.ts';
import { mailRecipient, type Recipient } from '../../material/notices/recipients.ts';
import { sendDailyMails } from './daily-mails.ts';

let platform: TestPlatform;
let receiver: WebhookReceiver;
let tenant: WalledTenant;
let now = new Date();
beforeAll(async () => {
  platform = await startTestPlatform({
    clock: { now: () => now },
    config: { outboundAllowedHosts: ['127.0.0.1'] },
  });
});
afterAll(() => platform.close());
beforeEach(async () => {
  now = new Date();
  receiver = await startWebhookReceiver();
  tenant = await createWalledTenant(platform);
  await platform.asSuperuser('delete from platform.notice_channels where tenant_id = $1', [
    tenant.tenantId,
  ]);
  return () => receiver.close();
});

const roles = ['owner', 'admin', 'member', 'viewer'] as const;
/** The roles that have a mail whose subject names something, once all mails and posts are out. */
async function mailed(subject: string): Promise<Role[]> {
  await pollUntil(
    () => platform.services.durable.count(),
    (works) =>
      !works.some(({ kind, state }) => /Mail|postNotice/.test(kind) && state !== 'delayed'),
  );
  const got = await Promise.all(
    roles.map(async (role) =>
      (await waitForMails(platform.dataDir, tenant.userOf(role).email, 0)).some((mail) =>
        new RegExp(`^Subject: .*${subject}`, 'm').test(mail),
      ),
    ),
  );
  return roles.filter((_role, index) => got[index]);
}
const told = async (role: Role) => {
  const { notices, unread } = await tenant.inbox(role);
  return { kinds: notices.map(({ kind }) => kind), unread };
};
const say = (client: Credentials, body = 'Too high') =>
  tenant.call(client, 'POST', '/api/portal/comments', { author: 'Clara', body });
async function run(as: Role | Credentials, engagementId: string) {
  const { json } = await tenant.ask(as, 'POST', `/api/engagements/${engagementId}/run`);
  return platform.engine.waitForRun((json as unknown as RunStarted).runId);
}

describe('what a client says behind a wall', () => {
  // WAL-12
  test('is told to who is responsible and inside, and to nobody else when that person has switched it off', async () => {
    await tenant.call('member', 'PATCH', '/api/me/notifications', { clients: 'off' });
    await say(tenant.client);
    expect(await mailed('Client comment')).toEqual([]);
    expect(await told('member')).toEqual({ kinds: ['client_comment'], unread: 1 });
    for (const role of ['owner', 'admin', 'viewer'] as const)
      expect(await told(role)).toEqual({ kinds: [], unread: 0 });
  });

  // WAL-12
  test('is told to the admins inside if the responsible person has left the wall, else to all inside', async () => {
    await tenant.join('viewer');
    await tenant.leave('member');
    await say(tenant.client);
    expect(await mailed('Client comment')).toEqual(['viewer']);
    await tenant.join('admin');
    await say(tenant.client, 'Too low');
    expect(await told('admin')).toEqual({ kinds: ['client_comment'], unread: 1 });
    expect((await told('viewer')).unread).toBe(1);
    expect((await told('owner')).unread).toBe(0);
  });

  // WAL-12
  test('vanishes from the inbox and the daily mails of who leaves, and is reminded to those inside alone', async () => {
    await tenant.join('admin');
    await tenant.call('member', 'PATCH', '/api/me/notifications', { clients: 'daily' });
    await say(tenant.client);
    expect(await told('member')).toEqual({ kinds: ['client_comment'], unread: 1 });
    await tenant.leave('member');
    expect(await told('member')).toEqual({ kinds: [], unread: 0 });
    const today = new Date();
    now = new Date(
      Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate() + 2, 7),
    );
    await sendDailyMails(platform.services);
    expect(await mailed('unread notice')).toEqual([]);
    expect(await mailed('Nobody has read what a client said')).toEqual(['admin']);
  });
});

describe('the end of a run behind a wall', () => {
  // WAL-12
  test('is not told to who started it and is outside by then, nor to anybody instead', async () => {
    await tenant.join('admin');
    const running = await run('admin', tenant.hidden);
    expect(await mailed('Run started')).toEqual(['admin']);
    await tenant.leave('admin');
    running.complete();
    await pollUntil(
      async () => (await tenant.ask('member', 'GET', `/api/engagements/${tenant.hidden}`)).text,
      (text) => text.includes('"status":"completed"'),
    );
    expect(await mailed('Run completed')).toEqual([]);
    for (const role of roles) expect((await told(role)).kinds).toEqual([]);
  });

  // WAL-12
  test('is told to the maker of the key that started it while the owner is outside', async () => {
    const { credentials } = await tenant.keyOf('member');
    (await run(credentials, tenant.hidden)).complete();
    await pollUntil(
      () => told('member'),
      ({ kinds }) => kinds.includes('run_completed'),
    );
    expect(await mailed('Run completed')).toEqual(['member']);
    await tenant.join('owner');
    (await run(credentials, tenant.hidden)).complete();
    await pollUntil(
      () => told('owner'),
      ({ kinds }) => kinds.includes('run_completed'),
    );
  });
});

// WAL-12
test('no channel gets a post about what is behind a wall', async () => {
  const body = { kind: 'slack', url: `${receiver.url}/secret`, label: 'Team' };
  expect((await tenant.ask('admin', 'POST', '/api/notice-channels', body)).status).toBe(201);
  await say(tenant.client);
  const { client } = await tenant.addEngagementOf('member', 'Oskar');
  await say(client, 'Too wide');
  await receiver.waitFor(1);
  await mailed('Client comment');
  expect(receiver.received.map(({ body: text }) => /Too \w+/.exec(text)?.[0])).toEqual([
    'Too wide',
  ]);
});

// WAL-12
test('a mail that waits is not sent if its reader is outside by then', async () => {
  const { id: userId, email: to } = tenant.userOf('admin');
  const recipient: Recipient = {
    userId,
    to,
    stranger: false,
    role: 'admin',
    language: null,
    runs: 'now',
    clients: 'now',
    digest: 'off',
  };
  for (const engagementId of [tenant.hidden, tenant.open]) {
    const mail = {
      kind: 'runStarted',
      engagementId,
      engagementName: `Name ${engagementId}`,
      id: `m-${engagementId}`,
    } as const;
    await platform.database.withTenant(tenant.tenantId, (tx) =>
      mailRecipient(tx, platform.services, tenant.tenantId, {
        mail,
        recipient,
        setting: 'runs',
        engagementIds: [engagementId],
      }),
    );
  }
  expect(await mailed(`Name ${tenant.open}`)).toEqual(['admin']);
  expect(await mailed(`Name ${tenant.hidden}`)).toEqual([]);
});

// WAL-12
test('a mailed question opens and takes no answer of a person outside, as an expired link', async () => {
  await tenant.join('owner');
  const { link } = await tenant.addQuestion(tenant.hidden);
  const open = () => tenant.ask(link, 'GET', '/api/question-link');
  expect((await open()).status).toBe(200);
  await tenant.leave('owner');
  const answers = [
    await open(),
    await tenant.ask(link, 'POST', '/api/question-link', { answer: 'In Oslo.' }),
  ];
  for (const { status, json } of answers)
    expect([status, json?.code]).toEqual([401, 'invalid_answer_link']);
});
