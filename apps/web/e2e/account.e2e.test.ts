import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasBrowser } from './testing/browser.ts';
import { findViolations } from './testing/find-violations.ts';
import { follow } from './testing/follow.ts';
import { signUpByApi } from './testing/product/sign-up-by-api.ts';
import { showAsRole } from './testing/show-as-role.ts';
import { sidewaysPx } from './testing/sideways-px.ts';
import { newAccount } from './testing/sign-up.ts';
import { usePeople } from './testing/use-people.ts';

const phoneWidth = 360;
const logo =
  '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="40"><rect width="120" height="40"/></svg>';

describe.runIf(hasBrowser())('billing, branding and account', () => {
  const openPerson = usePeople();

  async function expectSound(page: Page): Promise<void> {
    expect(await findViolations(page, { colors: true })).toEqual([]);
    const { width = 0, height = 0 } = page.viewportSize() ?? {};
    await page.setViewportSize({ width: phoneWidth, height });
    await expect.poll(() => sidewaysPx(page)).toBeLessThanOrEqual(0);
    await page.setViewportSize({ width, height });
  }

  // BIL-12
  it('informs other pages of a subscription, changes the billing plan, and shows a viewer no control to change it', async () => {
    const { page } = await openPerson();
    await signUpByApi(page);
    const answer = await page.request.get('/api/me');
    const me = (await answer.json()) as { subscription: object };
    // It begins outside the session, as by a payment.
    const before = { ...me, subscription: { ...me.subscription, status: 'none' } };
    await page.route('**/api/me', (route) => route.fulfill({ json: before }), { times: 1 });
    await page.goto('/engagements/new');
    await page.getByText('no active subscription').waitFor();
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('link', { name: 'Billing and usage' }).click();
    await page.getByText('Active', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'New engagement' }).first().click();
    await page.getByText('0 of 5 engagements used this month').waitFor();
    await page.goto('/settings/billing');
    await page.getByRole('progressbar', { name: 'Engagements this month' }).waitFor();
    await page.getByText('0 of 5').waitFor();
    await page.getByRole('button', { name: 'Switch to Professional' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Switch to Professional' }).click();
    await page.getByText('0 of 25').waitFor();
    await page.getByText('Active', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Cancel subscription' }).count()).toBe(0);

    await showAsRole(page, 'viewer');
    await page.reload();
    await page
      .getByText('Only the owner of the workspace can manage billing; your role is Viewer.')
      .waitFor();
    expect(await page.getByRole('button', { name: /Switch to|Cancel/ }).count()).toBe(0);
    await page.getByRole('link', { name: 'Branding' }).click();
    await page.getByText('your role is Viewer').waitFor();
    expect(await page.getByRole('textbox').count()).toBe(0);
  });

  it('redraws the real PDF while the branding changes, exports all data, keeps the theme, and erases the workspace', async () => {
    const { page } = await openPerson();
    const account = await signUpByApi(page, newAccount('Gone & Co'));
    await page.goto('/settings/branding');
    const firstPage = page.getByRole('img', { name: /^Preview, page 1 of/ });
    await firstPage.waitFor();
    // A strip of the cover has the brand colour.
    const hasPaint = (color: string) =>
      page.waitForFunction((wanted) => {
        const canvas = document.querySelector('canvas');
        const pixel = canvas?.getContext('2d')?.getImageData(6, canvas.height / 2, 1, 1).data ?? [];
        return [...pixel.slice(0, 3)].join() === wanted;
      }, color);
    await page.getByLabel('Color', { exact: true }).fill('#cc2200');
    await hasPaint('204,34,0');
    await page.getByText('White text on this color: 5.5 : 1').waitFor();
    await page.getByLabel('Company name').fill('Brand & Söhne');
    await page.getByRole('combobox', { name: 'Footnotes in what clients receive' }).click();
    await page.getByRole('option', { name: 'No footnotes' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Branding saved').waitFor();
    const saved = await page.request.get('/api/account/branding');
    expect(await saved.json()).toMatchObject({ clientFootnotes: 'none' });

    await page
      .getByLabel('Logo file')
      .setInputFiles({ name: 'a.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') });
    await page.getByText('This is not a PNG, JPEG or SVG file.').waitFor();
    const file = { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(logo) };
    await page.getByLabel('Logo file').setInputFiles(file);
    await page.getByRole('img', { name: 'Your logo' }).waitFor();
    await expectSound(page);

    await follow(page, '/settings/account');
    await page.getByText(account.email).last().waitFor();
    const switcher = page.getByRole('button', { name: /^Gone & Co/ });
    await switcher.getByRole('img', { name: 'Gone & Co' }).waitFor();
    expect(await switcher.getByText('Gone & Co').count()).toBe(0);
    await page.getByRole('radio', { name: /^Dark/ }).check();
    await page.reload();
    expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark');

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export', exact: true }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^service-export-gone-co.*\.json$/);
    await page.getByText(/ saved \(/).waitFor();

    await page.getByRole('button', { name: 'Erase the workspace' }).click();
    const dialog = page.getByRole('dialog', { name: 'Erase Gone & Co?' });
    const confirm = dialog.getByRole('button', { name: 'Erase everything' });
    await dialog.getByLabel(/Gone & Co/).fill('Gone & C');
    await expect.poll(() => confirm.isDisabled()).toBe(true);
    await dialog.getByLabel(/Gone & Co/).fill('Gone & Co');
    await confirm.click();
    await page.waitForURL('**/goodbye');
    await page.getByRole('heading', { name: 'The workspace has been erased' }).waitFor();
    const me = await page.request.get('/api/me');
    expect(me.status()).toBe(401);
  });
});
