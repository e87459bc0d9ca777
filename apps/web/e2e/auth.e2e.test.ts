import { describe, expect, it } from 'vitest';
import { hasBrowser } from './testing/browser.ts';
import { findViolations } from './testing/find-violations.ts';
import { signUpByApi } from './testing/product/sign-up-by-api.ts';
import { sidewaysPx } from './testing/sideways-px.ts';
import { type Account, signUp } from './testing/sign-up.ts';
import { usePeople } from './testing/use-people.ts';

describe.runIf(hasBrowser())('signing up and in', () => {
  const openPerson = usePeople();
  const open = async (options?: Parameters<typeof openPerson>[0]) => (await openPerson(options)).page;
  let account: Account;

  // QUE-4
  it('leads from sign-up to an empty queue with advice, then out, and back in to the previous page', async () => {
    // The menu closes over the link to a new engagement, whose page the browser loads ahead while the session ends.
    const page = await open({ expected: [/^401 GET \/api\/models$/] });
    account = await signUp(page);
    await page.getByRole('heading', { name: 'Start your first engagement' }).waitFor();
    // The page gives up its open requests before the session ends. The service would refuse them afterwards.
    await page.route('**/api/queue/count', () => undefined, { times: 1 });
    const asked = page.waitForRequest('**/api/queue/count');
    await page.reload();
    const waiting = await asked;
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
    await page.getByLabel('Password').fill(account.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL('**/templates');
    await page.getByRole('heading', { name: 'Your templates' }).waitFor();
  });

  it('says what is wrong with a password, and offers a mailed link without revealing whether an account exists', async () => {
    const page = await open({ expected: [/^401 POST \/api\/auth\/sign-in\/email$/] });
    await page.goto('/sign-in');
    await page.getByLabel('Work email').fill(account.email);
    await page.getByLabel('Password').fill('not the password');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('alert').waitFor();
    await page.getByRole('button', { name: 'Email me a sign-in link' }).click();
    await page.getByText(`If ${account.email} has an account`).waitFor();
  });

  it('asks nobody who is signed in where nobody is, and asks again after a sign-in', async () => {
    const page = await open();
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/api/')) asked.push(pathname);
    });
    await page.goto('/engagements');
    await page.waitForURL(/\/sign-in\?next=/);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(asked).toEqual(['/api/auth/sso']);
    await signUpByApi(page);
    await page.goto('/sign-in');
    await page.waitForURL('**/home');
  });

  it('shows nothing for an unknown notice', async () => {
    const page = await open();
    await page.goto('/sign-in?notice=constructor');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await page.locator('form').getByRole('status').count()).toBe(0);
  });

  it('says that a link has already been used', async () => {
    const page = await open();
    await page.goto('/api/auth/magic-link/verify?token=spent');
    await page.getByText('has expired or was already used').waitFor();
  });

  it('says on a phone that a link to a new password is incomplete', async () => {
    const page = await open({ viewport: { width: 360, height: 740 } });
    await page.goto('/reset-password');
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await expect.poll(() => sidewaysPx(page)).toBeLessThanOrEqual(0);
  });

  it('has a list, empty or not, which is searched and fits a phone', async () => {
    const page = await open();
    await signUpByApi(page);
    await page.goto('/home');
    await page.getByRole('heading', { name: 'Start your first engagement' }).waitFor();
    expect(await findViolations(page)).toEqual([]);
    for (const name of ['Market entry', 'Pricing review']) {
      const data = { name, client: 'Contoso', brief: 'Where to begin?' };
      expect((await page.request.post('/api/engagements', { data })).status()).toBe(201);
    }
    await page.goto('/engagements');
    await page.getByRole('link', { name: /Market entry/ }).waitFor();
    await page.getByRole('searchbox').fill('pricing');
    await page.waitForURL(/q=pricing/);
    await page.getByRole('link', { name: /Market entry/ }).waitFor({ state: 'detached' });
    await page.setViewportSize({ width: 360, height: 740 });
    await expect.poll(() => sidewaysPx(page)).toBeLessThanOrEqual(0);
  });

  it('opens the command menu and the shortcuts by keyboard', async () => {
    const page = await open();
    await signUpByApi(page);
    await page.goto('/home');
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('library');
    await page.getByRole('option', { name: 'Library' }).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/library');
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('g');
    await page.keyboard.press('e');
    await page.waitForURL('**/engagements');
  });
});
