import { describe, expect, it } from 'vitest';
import { hasBrowser } from './testing/browser.ts';
import { findViolations } from './testing/find-violations.ts';
import { signUpByApi } from './testing/product/sign-up-by-api.ts';
import { settle } from './testing/settle.ts';
import { usePeople } from './testing/use-people.ts';

describe.runIf(hasBrowser())('the language of the pages', () => {
  const openPerson = usePeople();

  // LAN-8
  it('is the one that a person chooses, also after signing out and in a new browser', async () => {
    const { page } = await openPerson();
    const account = await signUpByApi(page);
    await page.goto('/settings/account');
    await page.getByRole('radio', { name: 'As in your browser: English' }).waitFor();
    await page.getByRole('radio', { name: 'Deutsch' }).click();
    await page.getByRole('heading', { name: 'Einstellungen', level: 1 }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('de');
    expect(await findViolations(page)).toEqual([]);
    await page.goto('/settings/security');
    await page.getByRole('heading', { name: 'Passwort' }).waitFor();
    await settle(page);
    await page.request.post('/api/auth/sign-out');
    await page.goto('/sign-in');
    await page.getByRole('heading', { name: 'Anmelden' }).waitFor();

    const { page: other } = await openPerson();
    await other.goto('/sign-in');
    await other.getByLabel('Work email').fill(account.email);
    await other.getByLabel('Password').fill(account.password);
    await other.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect.poll(() => other.locator('html').getAttribute('lang')).toBe('de');
    await other.goto('/settings/account');
    await other.getByRole('radio', { name: 'English', exact: true }).click();
    await other.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
  });

  // LAN-8, LAN-9
  it('follows the browser: its language, and its region for dates and numbers', async () => {
    const { page } = await openPerson({ locale: 'en-GB' });
    await signUpByApi(page);
    await page.goto('/settings/account');
    await page.getByText(/^\d{1,2} \p{L}+ \d{4}$/u).waitFor();

    const { page: swiss } = await openPerson({ locale: 'de-CH' });
    await signUpByApi(swiss);
    await swiss.goto('/settings/account');
    await swiss.getByRole('radio', { name: 'Wie in Ihrem Browser: Deutsch' }).waitFor();
    await swiss.getByText(/^\d\d\.\d\d\.\d{4}$/).waitFor();
  });
});
