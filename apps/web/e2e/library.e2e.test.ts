import type { LibraryCard } from '@ecp/contract/work/cards';
import { pollUntil } from '@ecp/testing/poll-until';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasBrowser } from './testing/browser.ts';
import { chooseOption } from './testing/choose-option.ts';
import { findViolations } from './testing/find-violations.ts';
import { finishEngagement } from './testing/product/finish-engagement.ts';
import { signUpByApi } from './testing/product/sign-up-by-api.ts';
import { showAsRole } from './testing/show-as-role.ts';
import { succeed } from './testing/succeed.ts';
import { usePeople } from './testing/use-people.ts';

/** Approves a document of a finished engagement and waits for its cards. Returns the id of one. */
async function makeCard(page: Page): Promise<string> {
  const { id, filename } = await finishEngagement(page);
  await succeed(page.request, `/api/engagements/${id}/deliverables/${filename}/review`, {
    action: 'approve',
  });
  const read = async () =>
    (await (await page.request.get('/api/library/cards')).json()) as { cards: LibraryCard[] };
  const { cards } = await pollUntil(read, (found) => found.cards.length > 0);
  return cards[0]?.id ?? '';
}

describe.runIf(hasBrowser())('the library', () => {
  const openPerson = usePeople();

  // LIB-4, LIB-6, LIB-7
  it('explains itself, overwrites nothing of a colleague, and lets a person edit, release and withdraw, a viewer read', async () => {
    const { page } = await openPerson({ expected: [/^409 PATCH \/api\/library\/cards\//] });
    await signUpByApi(page);
    await page.goto('/library');
    await page
      .getByRole('heading', { name: 'The library fills as you approve documents' })
      .waitFor();
    const cardId = await makeCard(page);
    const changeElsewhere = async (body: string) => {
      const changed = await page.request.patch(`/api/library/cards/${cardId}`, { data: { body } });
      expect(changed.status()).toBe(200);
    };
    await page.goto(`/library?card=${cardId}`);
    await page.getByRole('button', { name: 'Release' }).click();
    await changeElsewhere('Another text');
    const release = page.getByRole('dialog').getByRole('button', { name: 'Release' });
    const refusal = page
      .getByRole('alert')
      .filter({ hasText: 'Someone else has changed this card' });
    const answered = page.waitForResponse((response) => response.request().method() === 'PATCH');
    await release.click();
    expect((await answered).status()).toBe(409);
    await refusal.waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('article').getByText('Another text').waitFor();

    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Text', { exact: true }).fill('My text');
    await changeElsewhere('A third text');
    await page.getByRole('button', { name: 'Save' }).click();
    await refusal.waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('article').getByText('A third text').waitFor();

    const card = page.getByRole('article');
    await card.getByText('Nothing uses this card until it is released.').waitFor();

    await card.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Title', { exact: true }).fill('How to enter a market');
    await page
      .getByLabel('Text', { exact: true })
      .fill('Contoso asked 12 owners. “Come in spring”, they said.');
    expect(await findViolations(page)).toEqual([]);
    page.on('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await card.getByRole('button', { name: 'Edit' }).click();
    await card.getByText('Your unsaved text has been restored.').waitFor();
    await card.getByRole('button', { name: 'Save' }).click();
    await card.locator('h2:focus', { hasText: 'How to enter a market' }).waitFor();
    await expect
      .poll(() => card.locator('mark').allTextContents())
      .toEqual(['Contoso', '12', '“Come in spring”']);
    const reveals = card
      .getByRole('list', { name: 'Details that this card may reveal' })
      .getByRole('listitem');
    await expect
      .poll(() => reveals.allTextContents())
      .toEqual(['1 client name', '1 figure', '1 quotation']);

    await card.getByRole('button', { name: 'Release' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Release' }).click();
    await card.getByText(/^Released by /).waitFor();
    await card.locator('h2:focus').waitFor();
    await chooseOption(page.getByRole('combobox', { name: 'Status' }), 'Proposed');
    await page.waitForURL(/status=proposed/);
    await page.setViewportSize({ width: 375, height: 740 });
    await card.getByRole('button', { name: 'Withdraw' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
    await card.getByText('Withdrawn').waitFor();
    await card.getByRole('link', { name: 'All cards' }).click();
    await page.getByRole('searchbox').fill('no such thing');
    await page.getByRole('heading', { name: 'No card matches' }).waitFor();

    await showAsRole(page, 'viewer');
    await page.goto(`/library?card=${cardId}`);
    await card.getByText('Used in').waitFor();
    for (const name of ['Release', 'Edit', 'Withdraw'])
      expect(await page.getByRole('button', { name }).count()).toBe(0);
  });
});
