import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser } from './testing/browser.ts';
import { chooseOption } from './testing/choose-option.ts';
import { findViolations } from './testing/find-violations.ts';
import { awaitFocus } from './testing/open-by-keys.ts';
import { press } from './testing/press.ts';
import { publicBaseUrl } from './testing/product/mailed-links.ts';
import { type Receiver, startReceiver } from './testing/product/receiver.ts';
import { signUpByApi } from './testing/product/sign-up-by-api.ts';
import { sidewaysPx } from './testing/sideways-px.ts';
import { succeed } from './testing/succeed.ts';
import { usePeople } from './testing/use-people.ts';

const brief = { name: 'Market entry', client: 'Contoso', brief: 'Where to begin?' };

describe.runIf(hasBrowser())('settings', () => {
  const openPerson = usePeople();
  const open = (options: Parameters<typeof openPerson>[0] = {}) =>
    openPerson({ baseUrl: publicBaseUrl(), ...options });
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await startReceiver();
  });
  afterAll(() => receiver?.close());

  it('an API key is shown once, and every delivery of a webhook can be read and sent again', async () => {
    const { page, context } = await open();
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await signUpByApi(page);
    const { id } = await succeed<{ id: string }>(page.request, '/api/engagements', brief);
    await succeed(page.request, '/api/api-keys', { name: 'Older' });
    await page.goto('/settings/api-keys');
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByLabel('Name').fill('Nightly export');
    await page.getByRole('radio', { name: 'One engagement' }).click();
    await page.getByRole('combobox', { name: 'Engagement' }).fill('market');
    await page.getByRole('option', { name: /Market entry/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();

    const read = async () =>
      (await page.getByRole('status', { name: 'API key' }).textContent()) ?? '';
    await page.getByText('shown only once').waitFor();
    const key = await read();
    expect(key).toMatch(/^svc_live_[0-9a-f]{32}$/);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Copy key' }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(key);
    expect(await findViolations(page)).toEqual([]);
    await press(page.getByRole('button', { name: 'I have copied it' }), 'Enter');
    await page.getByRole('link', { name: 'Market entry' }).waitFor();
    await awaitFocus(page.getByRole('button', { name: 'Create key' }));

    await page.getByRole('button', { name: 'Actions for Nightly export' }).click();
    await page.getByRole('menuitem', { name: /Rotate/ }).click();
    await page.getByRole('button', { name: 'Rotate key' }).click();
    await page.getByText('The previous key no longer works').waitFor();
    const rotated = await read();
    expect(rotated).not.toBe(key);
    // Browsers do this for pages without https.
    await page.evaluate(() =>
      Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true }),
    );
    await page.getByRole('button', { name: 'Copy key' }).click();
    await page.getByRole('button', { name: 'Copied', exact: true }).waitFor();
    await page.evaluate(() => Reflect.deleteProperty(navigator, 'clipboard'));
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(rotated);
    await page.getByRole('button', { name: 'I have copied it' }).click();

    await page.getByRole('link', { name: 'Webhooks', exact: true }).click();
    await page.getByRole('button', { name: 'Add endpoint' }).click();
    const dialog = page.getByRole('dialog');
    const add = dialog.getByRole('button', { name: 'Add endpoint' });
    await dialog.getByLabel('Address').fill(receiver.url);
    await dialog.getByLabel('account.deletion_requested').scrollIntoViewIfNeeded();
    await add.click();
    const problem = dialog.getByText('Choose at least one event');
    const isShown = async () => {
      const [above, button, frame] = [
        await problem.boundingBox(),
        await add.boundingBox(),
        await dialog.boundingBox(),
      ];
      return above && button && frame && above.y > frame.y && above.y + above.height < button.y;
    };
    await expect.poll(isShown).toBe(true);
    await dialog.getByRole('button', { name: 'Choose all' }).click();
    await dialog.getByRole('button', { name: 'Add endpoint' }).click();
    await page
      .getByRole('status', { name: 'Signing secret' })
      .getByText(/^whsec_/)
      .waitFor();
    await page.getByRole('button', { name: 'I have copied it' }).click();

    receiver.answer = { status: 500, text: 'no room' };
    const file = { name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('one') };
    await page.request.post(`/api/engagements/${id}/attachments`, { multipart: { file } });
    await expect.poll(() => receiver.received.length).toBeGreaterThan(0);
    await page.reload();
    const failed = page.getByRole('link', { name: /Failed.*attachment\.uploaded/ }).first();
    await failed.waitFor();
    await page.getByRole('button', { name: 'Failed', exact: true }).click();
    await page.waitForURL(/state=failed/);
    await failed.press('Enter');
    const delivery = page.getByRole('dialog', { name: 'attachment.uploaded' });
    await delivery.waitFor();
    await page.keyboard.press('Escape');
    await delivery.waitFor({ state: 'detached' });
    await page.locator('a:focus', { hasText: 'attachment.uploaded' }).waitFor();
    await page.keyboard.press('Enter');
    await delivery.getByText('no room').first().waitFor();
    await delivery.getByText('"filename": "a.txt"').waitFor();
    expect(await findViolations(page)).toEqual([]);
    receiver.answer = { status: 200, text: 'thanks again' };
    await delivery.getByRole('button', { name: 'Deliver again' }).click();
    await delivery.getByText('thanks again').first().waitFor();
    await delivery.getByText('Delivered', { exact: true }).first().waitFor();
  });

  // AUD-6
  it('the audit log filters by its address, verifies its chain, and keeps its entries without older ones', async () => {
    const { page } = await open({ viewport: { width: 360, height: 740 } });
    await signUpByApi(page);
    await succeed(page.request, '/api/engagements', brief);
    await succeed(page.request, '/api/team', { email: 'waiting@example.com', role: 'viewer' });
    await page.goto('/settings/audit-log');
    await page.getByText('created the engagement “Market entry”').waitFor();
    await page.getByText('invited waiting@example.com as Viewer').waitFor();
    await page.getByText('Verify that nothing was changed').click();
    await page.getByText(/^Last hash [0-9a-f]{64}$/).waitFor();
    const verify = page.getByRole('button', { name: 'Verify', exact: true });
    await verify.click();
    await page.getByText('Intact: 3 entries fit together').waitFor();
    await page.route('**/api/audit-log/verify', (route) =>
      route.fulfill({
        json: { entries: 9, head: 'f00d', intact: false, firstBroken: 4, firstBrokenId: 'the-id' },
      }),
    );
    await verify.click();
    await page.getByText('Broken at entry 4 of 9 (id the-id)').waitFor();
    await expect.poll(() => sidewaysPx(page)).toBeLessThanOrEqual(0);
    await chooseOption(page.getByRole('combobox', { name: 'Action' }), 'Invited');
    await page.waitForURL(/action=team\.invite/);
    await page.getByText('created the engagement').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /invited waiting@example.com/ }).click();
    await page.getByText('127.0.0.1').waitFor();
    await page.getByRole('button', { name: 'From: choose in a calendar' }).click();
    await page.locator('[role=gridcell] :focus').waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.press('PageDown');
    await page.locator('[role=gridcell] :focus').waitFor();
    await page.keyboard.press('Home');
    await page.locator('[role=gridcell] :focus').waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/from=\d{4}-\d{2}-\d{2}/);
    await page.getByLabel('From', { exact: true }).fill('Jan 1, 2099');
    await page.getByText('No entry matches').waitFor();

    await page.route(/\/api\/audit-log\?/, async (route) => {
      const response = await route.fetch();
      const link = '</api/audit-log?cursor=older>; rel="next"';
      await route.fulfill({ response, headers: { ...response.headers(), link } });
    });
    const older = /\/api\/audit-log\?.*cursor=older/;
    await page.route(older, (route) => route.abort());
    await page.goto('/settings/audit-log?action=team.invite');
    const failure = page.getByRole('alert');
    await failure.waitFor();
    await page.getByText('invited waiting@example.com as Viewer').waitFor();
    await page.route(older, (route) => route.fulfill({ json: { entries: [] } }));
    await failure.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('There are no more entries.').waitFor();
    await failure.waitFor({ state: 'detached' });
  });
});
