import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  createNoticeTenant,
  type NoticeTenant,
  unsubscribeUrlOf,
} from '../../../testing/notices/notice-tenant.ts';
import type { Credentials } from '../../../testing/populated-tenant.ts';
import { startTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';
import { sendDailyMails } from './daily-mails.ts';
import { purgeOldNotices } from './inbox.ts';

let platform: TestPlatform;
let tenant: NoticeTenant;
let now = new Date();
beforeAll(async () => {
  platform = await startTestPlatform({ clock: { now: () => now } });
});
afterAll(() => platform.close());
beforeEach(async () => {
  now = new Date();
  tenant = await createNoticeTenant(platform);
});

/**
 * Moves the clock to 7 o'clock (UTC) that many days from today and sends the mails of that morning
 * twice at once.
 */
async function morning(days: number): Promise<void> {
  const today = new Date();
  now = new Date(
    Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate() + days, 7),
  );
  await Promise.all([sendDailyMails(platform.services), sendDailyMails(platform.services)]);
}
const settings = '/api/me/notifications';
const say = (client: Credentials, body: string) =>
  tenant.call(client, 'POST', '/api/portal/comments', { author: 'Clara', body });

describe('the daily mail', () => {
  // NOT-9
  test('holds what is unread, once, for those who chose it, and its link ends it', async () => {
    const { id, client } = await tenant.addEngagementOf('member');
    const other = await tenant.addEngagementOf('admin');
    await tenant.call('member', 'PATCH', settings, { clients: 'daily' });
    await tenant.call('admin', 'PATCH', settings, { digest: 'daily' });
    await say(client, 'Read at once');
    await tenant.call('member', 'POST', '/api/notices/read', { engagementId: id });
    await say(client, 'Too high');
    await say(client, 'Too late');
    await say(other.client, 'Too short');
    await morning(2);
    const [digest = ''] = await tenant.mails('member', '2 unread notices');
    expect(digest.match(/Too \w+|Read at once/g)).toEqual([
      'Too high',
      'Too late',
      'Too high',
      'Too late',
    ]);
    expect((await tenant.mails('admin', '1 unread notice'))[0]).toContain('Too short');
    expect(await tenant.mails('admin', 'Client comment')).toHaveLength(1);

    const url = new URL(unsubscribeUrlOf(digest) ?? '');
    const ended = await tenant.call({}, 'POST', url.pathname);
    expect(ended.body).toEqual({ tenantName: tenant.marker, setting: 'digest', value: 'off' });
    expect((await tenant.call('member', 'GET', settings)).body).toEqual({
      runs: 'now',
      clients: 'off',
      digest: 'off',
    });
    await morning(3);
    expect(await tenant.mails('member', 'unread notice')).toHaveLength(1);
    expect(await tenant.mails('admin', 'unread notice')).toHaveLength(1);
  });
});

describe('what a client said and nobody has read', () => {
  // NOT-7
  test('is mailed every morning after a day, until somebody reads it', async () => {
    const { id, client } = await tenant.addEngagementOf('member');
    await say(client, 'Too high');
    await morning(2);
    const [reminder = ''] = await tenant.mails('member', 'Nobody has read what a client said');
    expect(reminder).toContain('Too high');
    await morning(3);
    expect(await tenant.mails('member', 'Nobody has read what a client said', 2)).toHaveLength(2);
    await tenant.call('member', 'POST', '/api/notices/read', { engagementId: id });
    await morning(4);
    expect(await tenant.mails('member', 'Nobody has read what a client said', 2)).toHaveLength(2);
  });

  // NOT-7
  test('is mailed to the admins once who was told has left, and to the owner even if all have switched it off', async () => {
    const { client } = await tenant.addEngagementOf('member');
    await say(client, 'Too high');
    await platform.asSuperuser('delete from platform.users where id = $1', [
      tenant.userOf('member').id,
    ]);
    await tenant.call('owner', 'PATCH', settings, { clients: 'off' });
    await morning(2);
    await tenant.mails('admin', 'Nobody has read what a client said');
    expect(await tenant.inbox('admin')).toMatchObject({
      unread: 1,
      notices: [{ kind: 'client_comment' }],
    });
    expect(await tenant.inbox('owner')).toMatchObject({ unread: 0 });
    await tenant.call('admin', 'PATCH', settings, { clients: 'off' });
    await morning(3);
    const [last] = await tenant.mails('owner', 'Nobody has read what a client said');
    expect(last).toContain('Too high');
    expect(unsubscribeUrlOf(last)).toBeUndefined();
    await morning(20);
    expect(await tenant.mails('owner', 'Nobody has read what a client said')).toHaveLength(1);
  });
});

// NOT-3
test('a notice is deleted after 90 days', async () => {
  const { client } = await tenant.addEngagementOf('member');
  await say(client, 'Too high');
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
  await purgeOldNotices(platform.database, inDays(89));
  expect((await tenant.inbox('member')).unread).toBe(1);
  await purgeOldNotices(platform.database, inDays(91));
  expect(await tenant.inbox('member')).toEqual({ notices: [], unread: 0 });
});
