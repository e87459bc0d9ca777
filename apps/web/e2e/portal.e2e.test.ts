import type { Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasBrowser } from './testing/browser.ts';
import { findViolationsInBothThemes } from './testing/find-violations.ts';
import { finishEngagement } from './testing/product/finish-engagement.ts';
import { signInByApi, signUpByApi } from './testing/product/sign-up-by-api.ts';
import { sidewaysPx } from './testing/sideways-px.ts';
import type { Account } from './testing/sign-up.ts';
import { usePeople } from './testing/use-people.ts';

/** A brand colour on which white text is illegible. */
const paleYellow = '#ffd84d';
const phone = { width: 360, height: 740 };

describe.runIf(hasBrowser())('the client portal', { timeout: 60_000 }, () => {
  const openPerson = usePeople();
  let owner: Account;
  let engagementId: string;
  let link: string;

  it('leads from a shared link to a comment and an approval, which the team sees', async () => {
    const { page: team } = await openPerson();
    owner = await signUpByApi(team);
    await team.request.patch('/api/account/branding', { data: { primaryColor: paleYellow } });
    engagementId = (await finishEngagement(team)).id;

    const made = await team.request.post(`/api/engagements/${engagementId}/portal-tokens`, {
      data: { label: 'Clara at Contoso' },
    });
    ({ url: link } = (await made.json()) as { url: string });
    await team.goto(`/engagements/${engagementId}/clients`);
    await team.getByRole('cell', { name: 'Every latest version' }).waitFor();

    // A new visitor with nothing but the link.
    const { page: client } = await openPerson();
    await client.goto(new URL(link).pathname);
    await client.getByRole('heading', { name: 'Nordic market entry', level: 1 }).waitFor();
    await client.getByText('Prepared for Contoso by Northwind Advisory').waitFor();
    await client.getByRole('link', { name: /Market scan/ }).click();
    await client.getByRole('heading', { name: 'Market scan', level: 1 }).waitFor();

    await client.getByLabel('Your name').fill('Clara Client');
    await client.getByLabel('Comment', { exact: true }).fill('Please add Iceland.');
    await client.getByRole('button', { name: 'Send comment' }).click();
    await client.getByRole('listitem').filter({ hasText: 'Please add Iceland.' }).waitFor();

    await client.getByRole('button', { name: 'Approve' }).click();
    const dialog = client.getByRole('dialog', { name: 'Approve version 1' });
    // The name was given with the comment.
    await dialog.getByText('As Clara Client').waitFor();
    await dialog.getByLabel(/Note/).fill('Fine with us.');
    // An accidental click outside the dialog.
    await client.mouse.click(4, 4);
    await expect.poll(() => dialog.getByLabel(/Note/).inputValue()).toBe('Fine with us.');
    await dialog.getByRole('button', { name: 'Approve' }).click();
    await client.getByText(/^Approved by Clara Client on/).waitFor();

    await team.reload();
    await team.getByRole('listitem').filter({ hasText: 'Clara Client approved Market scan, version 1' }).waitFor();
    await team.getByText('Fine with us.').waitFor();
    await team.getByText('Please add Iceland.').waitFor();
    await expect.poll(() => team.getByText('New', { exact: true }).count()).toBe(2);
    await team.reload();
    await team.getByText('Please add Iceland.').waitFor();
    await expect.poll(() => team.getByText('New', { exact: true }).count()).toBe(0);
    await team.getByRole('link', { name: 'Market scan' }).first().click();
    const review = team.getByRole('region', { name: 'Review' });
    await review.getByText(/^by Clara Client,/).waitFor();
    await review.getByText('Client', { exact: true }).waitFor();
  });

  it('shows a comment even if an older response arrives after it', async () => {
    const { page: client } = await openPerson();
    await client.clock.install();
    await client.goto(new URL(link).pathname);
    await client.getByLabel('Your name').fill('Clara Client');
    await client.getByLabel('Comment', { exact: true }).fill('When do we meet?');
    // The page polls. This response is made before the comment and arrives after it.
    const [isMade, mayCome, hasCome] = [0, 1, 2].map(() => Promise.withResolvers<void>());
    const late = async (route: Route) => {
      const response = await route.fetch();
      isMade?.resolve();
      await mayCome?.promise;
      await route.fulfill({ response });
      hasCome?.resolve();
    };
    await client.route('**/api/portal', late, { times: 1 });
    await client.clock.fastForward(31_000);
    await isMade?.promise;
    const sent = client.waitForResponse('**/api/portal/comments');
    await client.getByRole('button', { name: 'Send comment' }).click();
    await sent;
    mayCome?.resolve();
    await hasCome?.promise;
    const comment = client.getByRole('listitem').filter({ hasText: 'When do we meet?' });
    await comment.waitFor();
    await expect.poll(() => comment.count()).toBe(1);
  });

  it('does not leak its secret address, and asks before an answer is changed', async () => {
    const { page } = await openPerson();
    await page.goto(new URL(link).pathname);
    await page.getByRole('link', { name: /Market scan/ }).click();
    await page.getByText(/^Approved by Clara Client on/).waitFor();
    expect(await page.title()).toBe('Market scan · Documents from Northwind Advisory');
    await expect.poll(() => page.locator('meta[name=referrer]').getAttribute('content')).toBe('no-referrer');
    const kept = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
    );
    expect(kept).not.toContain('svc_portal_');

    await page.getByRole('button', { name: 'Change the answer' }).click();
    await page.getByRole('button', { name: 'Reject' }).click();
    const dialog = page.getByRole('dialog', { name: 'Reject version 1' });
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.getByText(/^Approved by Clara Client on/).waitFor();
  });

  it('is accessible in both themes, also with a pale brand colour, and fits a phone', async () => {
    const { page: client } = await openPerson({ viewport: phone });
    await client.goto(new URL(link).pathname);
    await client.getByRole('link', { name: /Market scan/ }).waitFor();
    expect(await findViolationsInBothThemes(client)).toEqual([]);
    await expect.poll(() => sidewaysPx(client)).toBeLessThanOrEqual(0);
    await client.getByRole('link', { name: /Market scan/ }).click();
    await client.getByRole('heading', { name: 'Market scan', level: 1 }).waitFor();
    expect(await findViolationsInBothThemes(client)).toEqual([]);
    await expect.poll(() => sidewaysPx(client)).toBeLessThanOrEqual(0);
    await client.getByRole('button', { name: 'Change the answer' }).click();
    await client.getByRole('button', { name: 'Reject' }).click();
    await client.getByRole('dialog').waitFor();
    expect(await findViolationsInBothThemes(client)).toEqual([]);
    await client.keyboard.press('Escape');
    await client.setViewportSize({ width: 1280, height: 800 });
    expect(await findViolationsInBothThemes(client)).toEqual([]);

    const { page: team } = await openPerson();
    await signInByApi(team, owner);
    await team.goto(`/engagements/${engagementId}/clients`);
    await team.getByText('Please add Iceland.').waitFor();
    expect(await findViolationsInBothThemes(team)).toEqual([]);
    await team.setViewportSize(phone);
    await expect.poll(() => sidewaysPx(team)).toBeLessThanOrEqual(0);
  });

  it('previews the client’s view in a new tab, by a read-only link', async () => {
    const { page: team, context } = await openPerson();
    await signInByApi(team, owner);
    await team.goto(`/engagements/${engagementId}/clients`);
    await team.getByRole('button', { name: 'Actions for Clara at Contoso' }).click();
    const [tab] = await Promise.all([
      context.waitForEvent('page'),
      team.getByRole('menuitem', { name: 'See what they see' }).click(),
    ]);
    await tab.getByRole('heading', { name: 'Nordic market entry', level: 1 }).waitFor();
    await tab.getByRole('link', { name: /Market scan/ }).click();
    await tab.getByRole('heading', { name: 'Market scan', level: 1 }).waitFor();
    expect(await tab.getByRole('button', { name: 'Approve' }).count()).toBe(0);
    expect(await tab.getByRole('button', { name: 'Send comment' }).count()).toBe(0);
  });

  it('explains politely that a revoked, mistyped or unknown link opens nothing', async () => {
    const { page: team } = await openPerson();
    await signInByApi(team, owner);
    await team.goto(`/engagements/${engagementId}/clients`);
    await team.getByRole('button', { name: 'Actions for Clara at Contoso' }).click();
    await team.getByRole('menuitem', { name: 'Revoke…' }).click();
    await team.getByRole('dialog').getByRole('button', { name: 'Revoke the link' }).click();
    await team.getByRole('cell', { name: 'Clara at Contoso', exact: true }).waitFor({ state: 'hidden' });

    const { page: client } = await openPerson({ expected: [/^404 GET \/portal\//, /^401 GET \/api\/portal$/] });
    const unknown = `/portal/svc_portal_${'0'.repeat(32)}`;
    for (const path of [new URL(link).pathname, unknown, '/portal/svc_portal_cut']) {
      await client.goto(path);
      await client.getByRole('heading', { name: 'This link does not work' }).waitFor();
    }
    expect(await findViolationsInBothThemes(client)).toEqual([]);
  });
});
