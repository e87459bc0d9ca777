import { createClient } from '@ecp/sdk/create-client';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { hasBrowser } from './testing/browser.ts';
import { findViolations } from './testing/find-violations.ts';
import { follow } from './testing/follow.ts';
import { finishEngagement } from './testing/product/finish-engagement.ts';
import { mailedUnsubscribePath } from './testing/product/mailed-links.ts';
import { type Receiver, startReceiver } from './testing/product/receiver.ts';
import { signUpByApi } from './testing/product/sign-up-by-api.ts';
import { sidewaysPx } from './testing/sideways-px.ts';
import { succeed } from './testing/succeed.ts';
import { usePeople } from './testing/use-people.ts';

const phone = { width: 375, height: 740 };

describe.runIf(hasBrowser())('notices', () => {
  const openPerson = usePeople();
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await startReceiver();
  });
  afterAll(() => receiver?.close());

  // NOT-8, NOT-11, NOT-13, NOT-14, NOT-15
  it('reach the inbox and are then read, mails of a kind end by their link, and an admin adds and tests channels', async () => {
    const { page } = await openPerson({ expected: [/^400 POST \/api\/notice-channels$/] });
    const { email } = await signUpByApi(page);
    const { id, filename } = await finishEngagement(page);
    const made = await succeed<{ token: string }>(
      page.request,
      `/api/engagements/${id}/portal-tokens`,
      {},
    );
    const client = createClient({ baseUrl: inject('webBaseUrl'), apiKey: made.token });
    await client.commentInPortal({ filename, body: 'Please add Iceland.' });

    await page.goto('/inbox');
    await page.getByRole('link', { name: 'Notices 2 unread' }).waitFor();
    const unread = page.getByRole('link', { name: /^Unread: / });
    const comment = page.getByRole('link', {
      name: /A client commented on “Market scan” in “Nordic market entry”: ?Please add Iceland\./,
    });
    await page
      .getByRole('link', { name: /The run of “Nordic market entry” is complete\./ })
      .waitFor();
    await expect.poll(() => unread.count()).toBe(2);
    await comment.click();
    await page.getByRole('heading', { name: 'Market scan', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Notices 1 unread' }).waitFor();
    await page.goBack();
    await expect.poll(() => unread.count()).toBe(1);
    await unread.click();
    await page.getByRole('heading', { name: 'The run is complete' }).waitFor();
    await page.getByRole('link', { name: 'Notices', exact: true }).waitFor();

    await client.commentInPortal({ body: 'When do we meet?' });
    await page.goto(`/engagements/${id}/deliverables`);
    await page.getByRole('link', { name: 'Notices 1 unread' }).waitFor();
    // Until the count has loaded, the link looks as if nothing were unread.
    const marked = page.waitForResponse((response) => response.url().endsWith('/api/notices/read'));
    await page.goto(`/engagements/${id}`);
    await marked;
    await page.getByRole('link', { name: 'Notices', exact: true }).waitFor();
    await client.commentInPortal({ body: 'Or by phone?' });
    await page.goto('/inbox?show=unread');
    await unread.getByText('Or by phone?').waitFor();
    await page.getByRole('button', { name: 'Mark all as read' }).click();
    await page.getByRole('heading', { name: 'Nothing unread' }).waitFor();

    const { page: guest } = await openPerson({ viewport: phone });
    const path = await mailedUnsubscribePath(email, 'Client comment');
    await guest.goto(path);
    await guest.getByText(/sends you emails about what clients say\.$/).waitFor();
    await guest.getByRole('button', { name: 'Stop these emails' }).click();
    await guest.getByRole('heading', { name: 'You no longer get these emails' }).waitFor();
    await follow(page, '/settings/notifications');
    const clients = page.getByRole('group', { name: /^What clients say/ });
    await expect
      .poll(() => clients.getByRole('radio', { name: 'No email' }).isChecked())
      .toBe(true);
    await clients.getByRole('radio', { name: 'Once a day' }).check();
    await page.getByText('Notifications saved').waitFor();

    await follow(page, '/settings/channels');
    await page.getByRole('heading', { name: 'No channels yet' }).waitFor();
    await page.getByRole('button', { name: 'Add channel' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: 'Teams' }).check();
    await dialog.getByLabel('Name').fill('#consulting');
    await dialog.getByLabel('Webhook address').fill('https://10.0.0.1/hook');
    await dialog.getByRole('checkbox', { name: /^Runs/ }).uncheck();
    await dialog.getByRole('button', { name: 'Add channel' }).click();
    await dialog.getByText('must not be a private or local address').waitFor();
    expect(await findViolations(page)).toEqual([]);
    await dialog.getByLabel('Webhook address').fill(receiver.url);
    await dialog.getByRole('button', { name: 'Add channel' }).click();
    const row = page.getByRole('list', { name: 'Channels' }).getByRole('listitem');
    await row.getByText('Nothing posted yet').waitFor();

    await row.getByRole('button', { name: 'Send a test' }).click();
    await page.getByText('The test message was posted').waitFor();
    await row.getByText(/^Last post/).waitFor();
    expect(receiver.received[0]?.body).toContain(
      'This channel gets the notices of your workspace.',
    );
    receiver.answer = { status: 500, text: 'no room' };
    await row.getByRole('button', { name: 'Send a test' }).click();
    await row.getByText(/^Last post failed .*: The channel answered 500$/).waitFor();
    await page.setViewportSize(phone);
    await expect.poll(() => sidewaysPx(page)).toBeLessThanOrEqual(0);

    const actions = page.getByRole('button', { name: /^Actions for/ });
    await actions.click();
    await page.getByRole('menuitem', { name: 'Edit…' }).click();
    await dialog.getByLabel('Name').fill('#advisory');
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await row.getByRole('heading', { name: '#advisory' }).waitFor();
    await actions.click();
    await page.getByRole('menuitem', { name: 'Remove…' }).click();
    await page.getByRole('button', { name: 'Remove channel' }).click();
    await page.getByRole('heading', { name: 'No channels yet' }).waitFor();
  });
});
