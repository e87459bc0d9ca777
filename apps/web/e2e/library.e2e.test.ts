import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasBrowser } from './testing/browser.ts';
import { findViolations, findViolationsInBothThemes } from './testing/find-violations.ts';
import { finishEngagement } from './testing/product/finish-engagement.ts';
import { openTeamMate } from './testing/product/open-team-mate.ts';
import { signUpByApi } from './testing/product/sign-up-by-api.ts';
import { sidewaysPx } from './testing/sideways-px.ts';
import { succeed } from './testing/succeed.ts';
import { usePeople } from './testing/use-people.ts';

/** Approves a document of a finished engagement, which gives cards. */
async function approveDocument(page: Page): Promise<void> {
  const { id, filename } = await finishEngagement(page);
  await succeed(page.request, `/api/engagements/${id}/deliverables/${filename}/review`, { action: 'approve' });
}

async function openFirstCard(page: Page): Promise<void> {
  await page.goto('/library');
  const cards = page.getByRole('list', { name: 'Cards' }).getByRole('link');
  await expect
    .poll(async () => {
      if ((await cards.count()) === 0) await page.reload();
      return cards.count();
    })
    .toBeGreaterThan(0);
  await cards.first().click();
  await page.waitForURL(/card=/);
}

describe.runIf(hasBrowser())('the library', { timeout: 90_000 }, () => {
  const openPerson = usePeople();

  // LIB-4, LIB-6
  it('explains itself, then lets a person edit, release and withdraw a card', async () => {
    const { page } = await openPerson();
    await signUpByApi(page);
    await page.goto('/library');
    await page.getByRole('heading', { name: 'The library fills as you approve documents' }).waitFor();
    expect(await findViolationsInBothThemes(page)).toEqual([]);
    await approveDocument(page);
    await openFirstCard(page);
    const card = page.getByRole('article');
    await card.getByText('Nothing uses this card until it is released.').waitFor();

    await card.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Title', { exact: true }).fill('How to enter a market');
    await page.getByLabel('Text', { exact: true }).fill('Contoso asked 12 owners. “Come in spring”, they said.');
    expect(await findViolationsInBothThemes(page)).toEqual([]);
    await card.getByRole('button', { name: 'Save' }).click();
    await card.getByRole('heading', { name: 'How to enter a market' }).waitFor();
    await expect.poll(() => card.locator('mark').allTextContents()).toEqual(['Contoso', '12', '“Come in spring”']);
    const reveals = card.getByRole('list', { name: 'What this card may reveal' }).getByRole('listitem');
    await expect.poll(() => reveals.allTextContents()).toEqual(['1 client name', '1 figure', '1 quotation']);

    await card.getByRole('button', { name: 'Release' }).click();
    expect(await findViolationsInBothThemes(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Release' }).click();
    await card.getByText(/^Released by /).waitFor();
    await page.getByLabel('Status').selectOption('Proposed');
    await page.waitForURL(/status=proposed/);
    expect(await findViolationsInBothThemes(page)).toEqual([]);
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await findViolations(page)).toEqual([]);
    await expect.poll(() => sidewaysPx(page)).toBeLessThanOrEqual(0);

    await card.getByRole('button', { name: 'Withdraw' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
    await card.getByText('Withdrawn').waitFor();
    await card.getByRole('link', { name: 'All cards' }).click();
    await page.getByRole('searchbox').fill('no such thing');
    await page.getByRole('heading', { name: 'No card matches' }).waitFor();
    expect(await findViolations(page)).toEqual([]);
  });

  // LIB-7
  it('shows a text that someone else has changed before it can be released', async () => {
    const { page } = await openPerson({ expected: [/^409 PATCH \/api\/library\/cards\//] });
    await signUpByApi(page);
    await approveDocument(page);
    await openFirstCard(page);
    const id = new URL(page.url()).searchParams.get('card') ?? '';
    await page.getByRole('button', { name: 'Release' }).click();
    const changed = await page.request.patch(`/api/library/cards/${id}`, { data: { body: 'Another text' } });
    expect(changed.status()).toBe(200);
    await page.getByRole('dialog').getByRole('button', { name: 'Release' }).click();
    await page.getByRole('alert').filter({ hasText: 'Someone else has changed this card' }).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('article').getByText('Another text').waitFor();
  });

  // LIB-6
  it('lets a viewer read a card only', async () => {
    const owner = (await openPerson()).page;
    await signUpByApi(owner);
    await approveDocument(owner);
    const { page } = await openTeamMate(openPerson, owner, 'viewer');
    await openFirstCard(page);
    await page.getByRole('article').getByText('Used in').waitFor();
    for (const name of ['Release', 'Edit', 'Withdraw'])
      expect(await page.getByRole('button', { name }).count()).toBe(0);
  });
});
