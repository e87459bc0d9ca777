import type { Page, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasBrowser } from './testing/browser.ts';
import { findViolations } from './testing/find-violations.ts';
import { awaitFocus } from './testing/open-by-keys.ts';
import { press, usable } from './testing/press.ts';
import { openTeamMate } from './testing/product/open-team-mate.ts';
import { runToEnd } from './testing/product/run-to-end.ts';
import { signInByApi, signUpByApi } from './testing/product/sign-up-by-api.ts';
import { sidewaysPx } from './testing/sideways-px.ts';
import type { Account } from './testing/sign-up.ts';
import { succeed } from './testing/succeed.ts';
import { usePeople } from './testing/use-people.ts';

const body = {
  name: 'Bicycle repair on subscription',
  client: 'Spoke & Co',
  brief:
    'Spoke & Co repairs 5,200 bicycles a year in three workshops in Leeds, at an average price of £64 per repair. In a survey of 310 customers 22 percent said that they would subscribe. Should a subscription be offered?',
  tasks: [
    {
      id: 'demand',
      name: 'Demand analysis',
      description: 'Estimate who subscribes and what that earns.',
    },
    {
      id: 'offer',
      name: 'Subscription offer',
      description: 'Recommend the offer.',
      dependsOn: ['demand'],
    },
  ],
};

/** Creates an engagement in the session of the page and waits for its run. Returns its address. */
async function runEngagement(page: Page): Promise<string> {
  const { id } = await succeed<{ id: string }>(page.request, '/api/engagements', body);
  await runToEnd(page, id);
  return `/engagements/${id}/deliverables`;
}

const bar = (page: Page) => page.getByRole('region', { name: 'Review' });
const button = (page: Page, name: string) => bar(page).getByRole('button', { name });
/** Returns the action of the latest review of a document. */
const lastAction = async (page: Page, path: string) => {
  const answer = await page.request.get(`/api${path}/versions`);
  const { versions } = (await answer.json()) as { versions: { reviews: { action: string }[] }[] };
  return versions[0]?.reviews[0]?.action;
};

describe.runIf(hasBrowser())('reviewing deliverables', () => {
  const openPerson = usePeople();
  let account: Account;
  let list: string;

  // REV-20, REV-22, REV-23, REV-24, REV-25, REV-26
  it('leads from points through a priced rerun to the changes, to an approval, on to the next document and back', async () => {
    const { page } = await openPerson();
    account = await signUpByApi(page);
    list = await runEngagement(page);
    await page.goto(list);
    await page.getByText('0 of 2 documents approved').waitFor();
    await page.getByRole('link', { name: /Demand analysis/ }).click();

    await usable(button(page, 'Request revision')).focus();
    for (const key of ['a', 'x', 'r']) await page.keyboard.press(key);
    expect(await page.getByText(/^Approved “/).count()).toBe(0);
    expect(await page.getByLabel('Point 1', { exact: true }).count()).toBe(0);
    await button(page, 'Request revision').blur();
    await page.keyboard.press('r');
    await bar(page)
      .getByText(/^A rerun costs/)
      .waitFor();
    await page.getByLabel('Point 1', { exact: true }).fill('Name an owner for each measure.');
    await page.keyboard.press('Enter');
    await awaitFocus(page.getByLabel('Point 2', { exact: true }));
    await page.keyboard.type('Mention the price of a repair.');
    await page.reload();
    await button(page, 'Draft saved').click();
    await expect
      .poll(() => page.getByLabel('Point 2', { exact: true }).inputValue())
      .toBe('Mention the price of a repair.');
    await button(page, 'Request and rerun').waitFor();
    await button(page, 'Request revision').click();
    await bar(page)
      .getByText(/^by Ada Owner/)
      .waitFor();

    await button(page, 'Rerun with 2 points').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Mention the price of a repair.').waitFor();
    await dialog.getByText(/^A rerun costs/).waitFor();
    await dialog.getByRole('button', { name: 'Start rerun' }).click();

    const news = 'Version 2 is ready. You are still reading version 1.';
    await bar(page).getByText(news).waitFor();
    expect(page.url()).toMatch(/demand-analysis\.md$/);
    await page.getByRole('link', { name: 'Compare with latest' }).click();
    await page.getByRole('heading', { name: 'How the points were addressed' }).waitFor();
    await page.getByRole('table').locator('ins').first().waitFor();
    await page.keyboard.press('n');
    await page.getByText(/^Change 1 of/).waitFor();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-change')))
      .toBe('0');
    await page.getByRole('button', { name: 'Inline' }).click();
    await page.getByRole('button', { name: 'Inline' }).blur();
    await page.getByRole('columnheader', { name: 'Version 1' }).waitFor({ state: 'detached' });
    await button(page, 'Approve').click();
    await page.waitForURL(/subscription-offer\.md$/);
    expect(await lastAction(page, `${list}/demand-analysis.md`)).toBe('approve');
    await page.getByText('Approved “Demand analysis”').waitFor();
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await page.waitForURL(/demand-analysis\.md$/);
    await button(page, 'Change decision').click();
    await page.getByRole('menuitem', { name: 'Reject' }).click();
    await button(page, 'Reject').click();
    await bar(page).getByText('Rejected').waitFor();
    // The live event may show it before the request ends, which then gives up the keys.
    await button(page, 'Reject').waitFor({ state: 'detached' });
    await page.keyboard.press('a');
    await page.getByRole('button', { name: 'Not yet' }).click();
    expect(await lastAction(page, `${list}/demand-analysis.md`)).toBe('reject');
    await page.keyboard.press('a');
    const question = page.getByRole('dialog', { name: 'Approve version 2?' });
    await press(question.getByRole('button', { name: 'Approve' }), 'Enter');
    await page.waitForURL(/subscription-offer\.md$/);
    expect(await lastAction(page, `${list}/demand-analysis.md`)).toBe('approve');
  });

  it('tells two people what the other one did, loses no input, and shows a viewer the status alone', async () => {
    const { page: owner } = await openPerson();
    await signInByApi(owner, account);
    const { page: member } = await openTeamMate(openPerson, owner, 'member');
    const offer = `${list}/subscription-offer.md/compare`;
    await Promise.all([owner.goto(offer), member.goto(offer)]);

    await button(member, 'Request revision').click();
    await member.getByLabel('Point 1', { exact: true }).fill('Keep these words.');
    await button(owner, 'Approve').click();
    await bar(owner)
      .getByText(/^by Ada Owner/)
      .waitFor();
    await member.getByRole('alert').getByText('Ada Owner approved this version').waitFor();
    await expect
      .poll(() => member.getByLabel('Point 1', { exact: true }).inputValue())
      .toBe('Keep these words.');
    expect(await findViolations(member)).toEqual([]);
    await button(member, 'Request anyway').click();
    await bar(member).getByText('Revision requested').waitFor();
    await bar(owner).getByText('Revision requested').waitFor();
    await button(owner, 'Rerun with 1 point').waitFor();

    // A viewer sees the status and no button to change it.
    const me = (await (await member.request.get('/api/me')).json()) as { user: { id: string } };
    const data = { role: 'viewer' };
    expect((await owner.request.patch(`/api/team/${me.user.id}`, { data })).ok()).toBe(true);
    await member.setViewportSize({ width: 360, height: 740 });
    await member.reload();
    await bar(member).getByText('Revision requested').waitFor();
    expect(await bar(member).getByRole('button').count()).toBe(0);
    await expect.poll(() => sidewaysPx(member)).toBeLessThanOrEqual(0);
  });

  // REV-21
  it('keeps its menu where it is, offers an approval once it knows what is open, stops one of a version that changed, and loses no review', async () => {
    const { page } = await openPerson({ expected: [/^409 POST \/api\/.*\/review$/] });
    await signInByApi(page, account);
    await page.goto(`${list}/demand-analysis.md`);
    // A menu that moves with the page and back, as the page scrolls to it, moves from under a
    // press.
    await page.getByRole('button', { name: 'Release to client' }).waitFor();
    const item = (name: string) => page.getByRole('menuitem', { name });
    const hasFocus = (name: string) =>
      expect.poll(() => item(name).evaluate((it) => it === document.activeElement));
    await press(button(page, 'Change decision'), 'Enter');
    await hasFocus('Request revision').toBe(true);
    await page.keyboard.press('ArrowDown');
    await hasFocus('Reject').toBe(true);
    const [before, after] = await item('Reject').evaluate((it) => {
      const { top } = it.getBoundingClientRect();
      it.scrollIntoView({ block: 'nearest' });
      return [top, it.getBoundingClientRect().top];
    });
    expect(after).toBe(before);
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await press(item('Reject'), 'Enter');
    await button(page, 'Reject').waitFor();
    await page.keyboard.press('Escape');
    await button(page, 'Reject').waitFor({ state: 'detached' });

    const known = Promise.withResolvers<void>();
    await page.route('**/conflicts', async (route) => {
      await known.promise;
      await route.continue();
    });
    const asked = page.waitForRequest('**/conflicts');
    await page.goto(`${list}/subscription-offer.md/compare`);
    await asked;
    await button(page, 'Change decision').waitFor();
    expect(await button(page, 'Change decision').isDisabled()).toBe(true);
    known.resolve();
    await button(page, 'Change decision').click();
    await page.getByRole('menuitem', { name: 'Approve' }).click();
    await bar(page).getByText('Approved').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await button(page, 'Change decision').click();
    await page.getByRole('menuitem', { name: 'Request revision' }).click();
    await page.getByLabel('Point 1', { exact: true }).fill('Say the price.');
    await button(page, 'Request revision').click();
    await bar(page).getByText('Revision requested').waitFor();

    const path = `/api${list}/subscription-offer.md/review`;
    // Another review reaches the service just before the approval does.
    const rejectFirst = async (route: Route) => {
      expect(
        (
          await page.request.post(path, { data: { action: 'reject', notes: 'Too long.' } })
        ).status(),
      ).toBe(200);
      await route.continue();
    };
    await page.route('**/review', rejectFirst, { times: 1 });
    await button(page, 'Change decision').click();
    await page.getByRole('menuitem', { name: 'Approve' }).click();
    await page.getByRole('alert').getByText('Ada Owner rejected this version').waitFor();
    await button(page, 'Leave it').click();
    await bar(page).getByText('Rejected').waitFor();
    expect(await lastAction(page, `${list}/subscription-offer.md`)).toBe('reject');

    const offer = `${list}/subscription-offer.md`;
    const last = () => lastAction(page, offer);
    await button(page, 'Change decision').click();
    await page.getByRole('menuitem', { name: 'Approve' }).evaluate((item) => {
      (item as HTMLElement).click();
      location.assign('/library');
    });
    await page.waitForURL('**/library');
    await expect.poll(last).toBe('approve');

    await page.goto(`${offer}/compare`);
    await button(page, 'Change decision').click();
    await page.getByRole('menuitem', { name: 'Request revision' }).click();
    await page.getByLabel('Point 1', { exact: true }).fill('Say what it costs.');
    // The response arrives after the page is left and opened again.
    const held = Promise.withResolvers<void>();
    await page.route('**/review', async (route) => {
      await held.promise;
      await route.continue();
    });
    await button(page, 'Request revision').click();
    await page.getByRole('link', { name: 'Library' }).click();
    await page.getByRole('heading', { name: 'Library', level: 1 }).waitFor();
    await page.goBack();
    await button(page, 'Draft saved').waitFor();
    held.resolve();
    await expect.poll(last).toBe('request_revision');
    await bar(page).getByText('Revision requested').waitFor();
    await button(page, 'Draft saved').waitFor({ state: 'hidden' });
  });
});
