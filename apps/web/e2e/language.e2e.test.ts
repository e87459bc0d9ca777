import { describe, expect, it } from 'vitest';
import { hasBrowser } from './testing/browser.ts';
import { findViolations } from './testing/find-violations.ts';
import { signUpByApi } from './testing/product/sign-up-by-api.ts';
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
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('de');
    expect(await findViolations(page)).toEqual([]);
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
});
