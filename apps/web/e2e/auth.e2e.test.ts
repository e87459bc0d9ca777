import { describe, expect, it } from 'vitest';
import { hasBrowser } from './testing/browser.ts';
import { findViolations } from './testing/find-violations.ts';
import { signUp } from './testing/sign-up.ts';
import { usePeople } from './testing/use-people.ts';

describe.runIf(hasBrowser())('signing up and in', () => {
  const openPerson = usePeople();

  // QUE-4, LAN-8
  it('leads from sign-up to an empty queue with advice, then out, and in a new browser back in, in the language that the person has chosen', async () => {
    // The menu closes over the link to a new engagement, whose page the browser loads ahead while
    // the session ends.
    const expected = [/^401 GET \/api\/models$/, /^401 POST \/api\/auth\/sign-in\/email$/];
    const { page } = await openPerson({ expected });
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/api/')) asked.push(pathname);
    });
    await page.goto('/engagements');
    await page.waitForURL(/\/sign-in\?next=/);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    // It does not ask who is signed in where nobody is.
    expect(asked).toEqual(['/api/auth/sso']);
    const account = await signUp(page);
    await page.getByRole('heading', { name: 'Start your first engagement' }).waitFor();
    await page.goto('/settings/account');
    await page.getByRole('radio', { name: 'As in your browser: English' }).waitFor();
    await page.getByRole('radio', { name: 'Deutsch' }).click();
    await page.getByRole('heading', { name: 'Einstellungen', level: 1 }).waitFor();
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('de');
    // The page gives up its open requests before the session ends. The service would refuse them
    // afterwards.
    await page.route('**/api/queue/count', () => undefined, { times: 1 });
    const waited = page.waitForRequest('**/api/queue/count');
    await page.reload();
    const waiting = await waited;
    const givenUp = page.waitForEvent('requestfailed', (request) => request === waiting);
    await page.route('**/api/auth/sign-out', async (route) => {
      await givenUp;
      await route.continue();
    });
    await page.getByRole('button', { name: /^Konto/ }).click();
    await page.getByRole('menuitem', { name: 'Abmelden' }).click();
    await page.getByRole('heading', { name: 'Anmelden' }).waitFor();
    expect(await findViolations(page)).toEqual([]);

    const { page: otherPage } = await openPerson({ expected });
    await otherPage.goto('/templates');
    await otherPage.waitForURL(/\/sign-in\?next=/);
    await otherPage.getByLabel('Work email').fill(account.email);
    await otherPage.getByLabel('Password').fill('not the password');
    await otherPage.getByRole('button', { name: 'Sign in', exact: true }).click();
    await otherPage.getByRole('alert').waitFor();
    await otherPage.getByLabel('Password').fill(account.password);
    await otherPage.getByRole('button', { name: 'Sign in', exact: true }).click();
    await otherPage.waitForURL('**/templates');
    await expect.poll(() => otherPage.locator('html').getAttribute('lang')).toBe('de');
    await otherPage.goto('/sign-in?notice=constructor');
    await otherPage.waitForURL('**/home');
  });
});
