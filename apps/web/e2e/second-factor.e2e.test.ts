import { createHmac } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasBrowser } from './testing/browser.ts';
import { findViolations } from './testing/find-violations.ts';
import { follow } from './testing/follow.ts';
import { mailedLinks, publicBaseUrl, signInPath } from './testing/product/mailed-links.ts';
import { openTeamMate } from './testing/product/open-team-mate.ts';
import { signUpByApi } from './testing/product/sign-up-by-api.ts';
import { sidewaysPx } from './testing/sideways-px.ts';
import type { Account } from './testing/sign-up.ts';
import { usePeople } from './testing/use-people.ts';
import { addVirtualAuthenticator } from './testing/virtual-authenticator.ts';

const stepSeconds = 30;
const firstPageIsShown = (page: Page) =>
  page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
const listIsShown = (page: Page) =>
  page.getByRole('heading', { name: 'Engagements', level: 1 }).waitFor();

/**
 * Returns the code of an authenticator app `steps` from now (RFC 6238). The service accepts one
 * step more or less.
 */
function codeOf(secret: string, steps = 0): string {
  const bits = [...secret].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  );
  const bytes = (bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 1000 / stepSeconds) + steps));
  const mac = createHmac('sha1', Buffer.from(bytes)).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0x0f;
  return String((mac.readUInt32BE(offset) & 0x7fff_ffff) % 1_000_000).padStart(6, '0');
}

/**
 * Sets up an authenticator app on the security page, and looks for faults in each dialog. Returns
 * its secret and the recovery codes.
 */
async function setUpApp(
  page: Page,
  findFaults: () => Promise<string[]> = async () => [],
): Promise<{ secret: string; recoveryCodes: string[] }> {
  await page.getByRole('button', { name: 'Set up an app' }).click();
  const shown = page.getByRole('status', { name: 'Secret' });
  await expect.poll(() => shown.textContent()).toMatch(/^[A-Z2-7 ]{39}$/);
  const secret = ((await shown.textContent()) ?? '').replaceAll(' ', '');
  await page
    .getByRole('img', { name: 'QR code with the secret for the authenticator app' })
    .waitFor();
  expect(await findFaults()).toEqual([]);
  await page.getByLabel('Code that the app shows').fill(codeOf(secret));
  await page.getByRole('button', { name: 'Confirm' }).click();
  const list = page.getByRole('list', { name: 'Recovery codes' });
  await list.waitFor();
  const recoveryCodes = await list.getByRole('listitem').allTextContents();
  expect(await findFaults()).toEqual([]);
  await page.getByRole('button', { name: 'I have saved them' }).click();
  return { secret, recoveryCodes };
}

async function enterPassword(page: Page, { email, password }: Account): Promise<void> {
  await page.goto('/sign-in');
  await page.getByLabel('Work email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

describe.runIf(hasBrowser())('second factors', () => {
  const openPerson = usePeople();
  // The tests take the session away from an open page, which may be loading the next pages ahead.
  const expected = [/^401 POST \/api\/auth\//, /^401 GET \/api\//];
  const open = (options: Parameters<typeof openPerson>[0] = {}) =>
    openPerson({ baseUrl: publicBaseUrl(), expected, ...options });

  // SFA-1, SFA-4, SFA-5, SFA-6
  it('an authenticator app is set up, and asked for after a password and after a mailed link', async () => {
    const { page, context } = await open();
    const account = await signUpByApi(page);
    await page.goto('/settings/security');
    const { secret, recoveryCodes } = await setUpApp(page, () => findViolations(page));
    expect(recoveryCodes).toHaveLength(10);
    await page.getByText('10 of 10 left').waitFor();

    await context.clearCookies();
    await enterPassword(page, account);
    await page.getByRole('heading', { name: 'Confirm that it is you' }).waitFor();
    // The code of the next step: that of the present one may have been used to set up the app.
    await page.getByLabel('Code').fill(codeOf(secret, 1));
    await page.getByRole('button', { name: 'Continue' }).click();
    await firstPageIsShown(page);

    await context.clearCookies();
    await page.goto('/settings/security');
    await page.getByLabel('Work email').fill(account.email);
    await page.getByRole('button', { name: 'Email me a sign-in link' }).click();
    await page.getByText(`If ${account.email} has an account`).waitFor();
    // The first mail tells that the app was added.
    const [link = ''] = await mailedLinks(account.email, signInPath, 2);
    await page.goto(link);
    await page.getByText('You followed a sign-in link').waitFor();
    await page.getByLabel('Code').fill(recoveryCodes[1] ?? '');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.waitForURL('**/settings/security');
    await page.getByText('9 of 10 left').waitFor();
  });

  // SFA-3, SFA-9, SFA-13
  it('a passkey is added, completes a password, signs in alone, and is removed', async () => {
    const { page, context } = await open();
    const device = await addVirtualAuthenticator(page);
    const account = await signUpByApi(page);
    await page.goto('/settings/security');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByLabel('Name').fill('Work laptop');
    await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('list', { name: 'Recovery codes' }).waitFor();
    await page.getByRole('button', { name: 'I have saved them' }).click();
    await page.getByText('Not used yet').waitFor();

    await context.clearCookies();
    await enterPassword(page, account);
    await page.getByRole('heading', { name: 'Confirm that it is you' }).waitFor();
    await device.setVerified(false);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByText('The passkey was not used').waitFor();
    await device.setVerified(true);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await firstPageIsShown(page);

    await context.clearCookies();
    await page.goto('/sign-in');
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await firstPageIsShown(page);

    await page.goto('/settings/security');
    await page.getByText(/^Added .* Last used/).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.setViewportSize({ width: 360, height: 740 });
    await expect.poll(() => sidewaysPx(page)).toBeLessThanOrEqual(0);
    await page.getByRole('button', { name: 'Remove Work laptop' }).click();
    await page.getByRole('dialog').getByLabel('Password').fill(account.password);
    await page.getByRole('dialog').getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByText('No passkey yet').waitFor();
  });

  // SFA-11, SFA-12, SFA-14, SFA-15
  it('a workspace may ask for a recent proof before sensitive actions, and require a second factor of its members', async () => {
    const { page, context } = await open({ expected: [...expected, /^403 POST \/api\/api-keys$/] });
    const { password } = await signUpByApi(page);
    await page.goto('/settings/security');
    await page.getByLabel('Ask again before sensitive actions').click();
    await page.getByText('Saved').waitFor();
    await follow(page, '/settings/api-keys');
    // The service’s clock cannot be moved here: its refusal is played until the person has proven
    // who they are.
    let isProven = false;
    await context.route('**/api/auth/step-up', async (route) => {
      const response = await route.fetch();
      isProven = response.ok();
      await route.fulfill({ response });
    });
    await context.route('**/api/api-keys', (route) =>
      route.request().method() === 'POST' && !isProven
        ? route.fulfill({
            status: 403,
            json: { error: 'No', code: 'step_up_required', requestId: 'r' },
          })
        : route.continue(),
    );
    await page.getByRole('button', { name: 'Create key' }).first().click();
    await page.getByLabel('Name').fill('Nightly export');
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
    const proof = page.getByRole('dialog', { name: 'Confirm that it is you' });
    expect(await findViolations(page)).toEqual([]);
    await proof.getByLabel('Password').fill(password);
    await proof.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('shown only once').waitFor();

    const { page: vera } = await openTeamMate(open, page, 'member', { expected: [/^403 /] });
    await vera.goto('/engagements');
    await listIsShown(vera);
    await follow(page, '/settings/security');
    await setUpApp(page);
    await page.getByLabel('A second factor').click();
    await page.getByText('Saved').waitFor();

    await vera.getByRole('link', { name: 'Library' }).first().click();
    await vera.getByText('This workspace requires one').waitFor();
  });
});
