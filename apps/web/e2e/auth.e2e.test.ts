import { describe, expect, it } from 'vitest';
import { hasBrowser } from './testing/browser.ts';
import { signUp } from './testing/sign-up.ts';
import { usePeople } from './testing/use-people.ts';

describe.runIf(hasBrowser())('signing up and in', () => {
  const openPerson = usePeople();

  // QUE-4
  it('leads from sign-up to an empty queue with advice, then out, and back in to the previous page', async () => {
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
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();

    await page.goto('/templates');
    await page.waitForURL(/\/sign-in\?next=/);
    await page.getByLabel('Work email').fill(account.email);
    await page.getByLabel('Password').fill('not the password');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('alert').waitFor();
    await page.getByLabel('Password').fill(account.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL('**/templates');
    await page.getByRole('heading', { name: 'Your templates' }).waitFor();
    await page.goto('/sign-in?notice=constructor');
    await page.waitForURL('**/home');
  });
});
