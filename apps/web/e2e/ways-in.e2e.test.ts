import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasBrowser } from './testing/browser.ts';
import { findViolations } from './testing/find-violations.ts';
import { follow } from './testing/follow.ts';
import { mailedLinks, publicBaseUrl, signInPath } from './testing/product/mailed-links.ts';
import { signUpByApi } from './testing/product/sign-up-by-api.ts';
import { newAccount } from './testing/sign-up.ts';
import { succeed } from './testing/succeed.ts';
import { usePeople } from './testing/use-people.ts';

const firstPageIsShown = (page: Page) =>
  page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
const listIsShown = (page: Page) =>
  page.getByRole('heading', { name: 'Engagements', level: 1 }).waitFor();
const openTenantMenu = (page: Page, name: RegExp) =>
  page.getByRole('button', { name }).first().click();

describe.runIf(hasBrowser())('ways into a workspace', () => {
  const openPerson = usePeople();
  const open = (options: Parameters<typeof openPerson>[0] = {}) =>
    openPerson({ baseUrl: publicBaseUrl(), ...options });

  // AUT-24, AUT-25
  it('an invitation leads a new person into the team once, whose role changes and who is removed at once', async () => {
    const { page: owner } = await open();
    await signUpByApi(owner, newAccount('Contoso'));
    await owner.goto('/settings/team');
    const email = `new-${crypto.randomUUID()}@example.com`;
    await owner.getByRole('button', { name: 'Invite' }).click();
    await owner.getByLabel('Email', { exact: true }).fill(email);
    await owner.getByRole('radio', { name: 'Viewer' }).click();
    await owner.getByRole('button', { name: 'Send invitation' }).click();
    await owner.getByText(`${email} is invited as Viewer`).waitFor();

    const [link = ''] = await mailedLinks(email, signInPath);
    const { page: invited } = await open({ expected: [/^401 /] });
    await invited.goto(link);
    await invited.getByText('Welcome to Contoso').waitFor();
    await invited.getByText('You have joined as Viewer').waitFor();
    expect(await findViolations(invited)).toEqual([]);
    await invited.getByLabel(/^What is your name/).fill('Nina New');
    await invited.getByRole('button', { name: 'Save name' }).click();
    await invited.getByRole('region', { name: 'Your name' }).waitFor({ state: 'detached' });
    await follow(invited, '/settings/account');
    await invited.getByRole('button', { name: /^Account Nina New/ }).waitFor();
    await invited.getByLabel('Name', { exact: true }).fill('Nina Newton');
    await invited.getByRole('button', { name: 'Save name' }).click();
    await invited.getByRole('button', { name: /^Account Nina Newton/ }).waitFor();
    await owner.reload();
    await owner.getByText('2 members', { exact: true }).waitFor();
    await owner.getByRole('button', { name: 'Role of Nina Newton: Viewer' }).click();
    await owner.getByRole('menuitem', { name: /^Admin/ }).click();
    await owner.getByText('Nina Newton is now Admin').waitFor();
    await owner.getByRole('button', { name: 'Actions for Nina Newton' }).click();
    await owner.getByRole('menuitem', { name: /Remove/ }).click();
    await owner.getByRole('button', { name: 'Remove', exact: true }).click();
    await owner.getByText('1 member', { exact: true }).waitFor();
    await invited.reload();
    await invited.getByRole('heading', { name: 'Sign in' }).waitFor();
  });

  // AUT-8
  it('a person with two workspaces switches between them, and finds nothing of one in the other', async () => {
    const { page: ada } = await open();
    await signUpByApi(ada, newAccount('Contoso'));
    await succeed(ada.request, '/api/engagements', { name: 'Of Contoso', client: 'C', brief: 'B' });
    const { page } = await open({ expected: [/^404 GET \/api\/engagements\/[^/]+/] });
    const otto = await signUpByApi(page, newAccount('Fabrikam'));
    const own = { name: 'Of Fabrikam', client: 'C', brief: 'B' };
    await succeed(page.request, '/api/engagements', own);
    await succeed(ada.request, '/api/team', { email: otto.email, role: 'member' });

    const [invitation = ''] = await mailedLinks(otto.email, signInPath);
    await page.goto(invitation);
    await firstPageIsShown(page);
    // Each workspace must be linked by its own mailed link. The link of Fabrikam is still missing
    // here.
    await succeed(page.request, '/api/auth/sign-in/magic-link', { email: otto.email });
    for (const link of await mailedLinks(otto.email, signInPath, 2)) await page.goto(link);
    await firstPageIsShown(page);
    await page.goto('/engagements');
    await page.getByRole('link', { name: /Of (Contoso|Fabrikam)/ }).waitFor();

    const inContoso = (await page.getByRole('link', { name: /Of Contoso/ }).count()) > 0;
    if (inContoso) {
      await openTenantMenu(page, /^Contoso/);
      await page.getByRole('menuitem', { name: /Fabrikam/ }).click();
    }
    // An owner's page asks for the walls late. After the switch the member would be refused.
    const [walls] = await Promise.all([
      page.waitForResponse((response) => new URL(response.url()).pathname === '/api/walls'),
      page.getByRole('link', { name: /Of Fabrikam/ }).click(),
    ]);
    expect(walls.status()).toBe(200);
    await page.getByRole('heading', { name: 'Of Fabrikam', level: 1 }).waitFor();
    await openTenantMenu(page, /Fabrikam/);
    await page.getByRole('menuitem', { name: /Contoso/ }).click();
    await page.getByText('You are now in Contoso').waitFor();
    await page.getByRole('link', { name: /Of Contoso/ }).waitFor();
    expect(await page.getByText('Of Fabrikam').count()).toBe(0);
    await page.goBack();
    await page.getByText('There is nothing here').waitFor();
    expect(await page.getByText('Of Fabrikam').count()).toBe(0);
  });

  it('a tab from before an update says what to do, and a sign-out reaches every tab', async () => {
    const { page, context } = await open({
      // The other tab may be reading when the session ends.
      expected: [/^404 GET \/assets\//, /dynamically imported module/, /^401 GET \/api\//],
    });
    await signUpByApi(page);
    await page.goto('/engagements');
    await listIsShown(page);
    await context.route(/\/assets\/webhooks-page-/, (route) => route.fulfill({ status: 404 }));
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('link', { name: 'Webhooks', exact: true }).click();
    await page.getByText('A newer version may have been installed').waitFor();
    await context.unroute(/\/assets\/webhooks-page-/);
    await page.getByRole('button', { name: 'Reload the page' }).click();
    await page.getByRole('heading', { name: 'Webhooks', exact: true }).waitFor();

    const other = await context.newPage();
    await other.goto('/templates');
    await other.getByRole('heading', { name: 'Your templates' }).waitFor();
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await other.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(new URL(other.url()).search).toContain('templates');
  });

  // AUT-5
  it('a session that ends during work loses no input, and a mailed link sets a new password', async () => {
    const { page, context } = await open({ expected: [/^401 /] });
    const { email, password } = await signUpByApi(page);
    await page.goto('/settings/team');
    await page.getByRole('button', { name: 'Invite' }).click();
    await page.getByLabel('Email', { exact: true }).fill('typed@example.com');
    await page.getByLabel('Name').fill('Typed Before');
    await context.clearCookies();
    await page.getByRole('button', { name: 'Send invitation' }).click();
    const again = page.getByRole('alertdialog', { name: 'Sign in to continue' });
    await again.waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await again.getByLabel('Password').fill(password);
    await page.keyboard.press('Enter');
    await again.waitFor({ state: 'detached' });
    await expect.poll(() => page.getByLabel('Name').inputValue()).toBe('Typed Before');
    await page.getByRole('button', { name: 'Send invitation' }).click();
    await page.getByText('typed@example.com is invited as Member').waitFor();

    await context.clearCookies();
    await page.goto('/forgot-password');
    await page.getByLabel('Work email').fill(email);
    await page.getByRole('button', { name: 'Send the link' }).click();
    const [link = ''] = await mailedLinks(email, '/reset-password');
    await page.goto(link);
    await page.getByLabel('New password').fill('another horse battery');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Your password has been changed').waitFor();
  });
});
