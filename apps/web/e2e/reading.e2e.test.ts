import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { hasBrowser } from './testing/browser.ts';
import { findViolations } from './testing/find-violations.ts';
import { badDocument, surveyCase } from './testing/product/cited-case.ts';
import { finishEngagement } from './testing/product/finish-engagement.ts';
import { findSharedStage } from './testing/product/open-stage.ts';
import { signInByApi, signUpByApi } from './testing/product/sign-up-by-api.ts';
import { sidewaysPx } from './testing/sideways-px.ts';
import { usePeople } from './testing/use-people.ts';

const phone = { width: 360, height: 740 };
const evidence = (page: Page) => page.getByRole('dialog', { name: /^(Footnote|Quote)/ });
const calls = (page: Page) => page.getByRole('button', { name: /^Citation \d+,/ });
const fitsPhone = async (page: Page) => {
  await expect.poll(() => sidewaysPx(page)).toBeLessThanOrEqual(0);
};
const focusedName = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');

describe.runIf(hasBrowser())('reading a deliverable with verified citations', () => {
  const openPerson = usePeople();
  const names = { first: 'Costs and revenue of heat', second: 'How the tariff acts on customers' };

  /** Opens one of the two documents of the shared stage. */
  async function open(
    place: keyof typeof names,
    options?: Parameters<typeof openPerson>[0],
  ): Promise<Page> {
    const { page } = await openPerson(options);
    const { account, stage } = await findSharedStage(inject('webStarter'));
    await signInByApi(page, account);
    await page.goto(`/engagements/${stage.engagementId}/deliverables`);
    await page.getByRole('link', { name: names[place] }).first().click();
    await page.getByRole('article').waitFor();
    return page;
  }

  // MOD-7
  it('moves through sections and documents by keys, shows evidence on hover and on focus, all citations, and the provenance', async () => {
    const page = await open('first');
    await page.getByRole('heading', { name: names.first, level: 1 }).waitFor();
    await page
      .getByRole('button', {
        name: /^\d+ (citations, (all verified|\d+ not judged)|of \d+ citations not verified)/,
      })
      .waitFor();
    expect(await page.title()).toContain(names.first);

    const outline = page.getByRole('navigation', { name: 'Contents' });
    await outline.getByRole('link', { name: 'Facts' }).click();
    await outline.locator('a[aria-current=location]', { hasText: 'Facts' }).waitFor();
    expect(page.url()).toContain('#section-facts');
    await page.keyboard.press('[');
    await outline.locator('a[aria-current=location]', { hasText: 'The question' }).waitFor();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toBe('The question');

    await page.keyboard.press('?');
    await page
      .getByRole('dialog', { name: 'Keyboard shortcuts' })
      .getByText('Next section')
      .waitFor();

    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('j');
    await page.getByRole('heading', { name: names.second, level: 1 }).waitFor();
    await calls(page).first().hover();
    await evidence(page).getByText('Verified').waitFor();
    await evidence(page).locator('mark').first().waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await evidence(page).waitFor({ state: 'detached' });

    await page.mouse.move(0, 0);
    await page
      .locator('#section-the-question')
      .evaluate((heading) => heading.setAttribute('tabindex', '-1'));
    await page.locator('#section-the-question').focus();
    await page.keyboard.press('Tab');
    await evidence(page).waitFor();
    expect(await focusedName(page)).toMatch(/^Citation 1, verified/);
    const isInside = () =>
      page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null);
    const enter = async () => {
      if (!(await isInside())) await page.keyboard.press('Enter');
      return isInside();
    };
    // The panel takes keys one frame after it becomes visible.
    await expect.poll(enter).toBe(true);
    await page.keyboard.press('Escape');
    await evidence(page).waitFor({ state: 'detached' });
    expect(await focusedName(page)).toMatch(/^Citation 1, verified/);
    await page.keyboard.press('Tab');
    await page.getByRole('dialog', { name: 'Footnote 2' }).waitFor();

    await page.keyboard.press('Escape');
    await evidence(page).waitFor({ state: 'detached' });
    await calls(page).nth(4).click();
    await evidence(page).getByRole('button', { name: 'Show in the list' }).click();
    const panel = page.getByRole('complementary', { name: 'About this document' });
    const item = panel.locator('li[aria-current=true]');
    await item.getByText('Footnote 5').waitFor();
    await item.getByRole('button', { name: 'Show in the text' }).click();
    await page.waitForFunction(() =>
      document.activeElement?.getAttribute('aria-label')?.startsWith('Citation 5,'),
    );

    await panel.getByRole('tab', { name: 'Provenance' }).click();
    await panel.getByText('Customer Insight Researcher').waitFor();
    await panel.getByRole('button', { name: 'Report to the board' }).waitFor();
    await panel.getByRole('tab', { name: 'History' }).click();
    await panel.getByRole('heading', { name: 'Versions' }).waitFor();
  });

  it('works by touch on a phone', async () => {
    const page = await open('second', { viewport: phone, hasTouch: true });
    await calls(page).first().tap();
    await evidence(page).getByText('Verified').waitFor();
    await fitsPhone(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Contents/ }).tap();
    await page.getByRole('dialog', { name: 'Contents' }).getByRole('link', { name: 'Gaps' }).tap();
    await page.getByRole('button', { name: /^Contents Gaps/ }).waitFor();
    await page.getByRole('button', { name: 'Details' }).tap();
    const sheet = page.getByRole('dialog', { name: 'About this document' });
    await sheet.getByRole('button', { name: 'Show in the text' }).nth(3).tap();
    await page.waitForFunction(() =>
      document.activeElement?.getAttribute('aria-label')?.startsWith('Citation 4,'),
    );
    expect(await findViolations(page)).toEqual([]);
    await fitsPhone(page);
  });
});

describe.runIf(hasBrowser())('reading a deliverable with invented citations', () => {
  const openPerson = usePeople();

  // EXP-24
  it('marks failed citations clearly, shows both wordings, and executes nothing in the text', async () => {
    const { page } = await openPerson();
    await signUpByApi(page);
    const { id, filename } = await finishEngagement(page, surveyCase);
    const address = `/engagements/${id}/deliverables/${filename}`;
    const put = await page.request.put(`/api${address}`, {
      data: { content: badDocument, baseVersion: 1 },
    });
    expect(put.status()).toBe(201);
    await page.goto(address);
    await page.getByRole('button', { name: /^\d of \d citations not verified/ }).click();
    const panel = page.getByRole('complementary', { name: 'About this document' });
    await panel.getByRole('button', { name: /^Missing/ }).click();
    await panel.getByText('Gartner Outlook').waitFor();
    await expect.poll(() => panel.getByText('Altered').count()).toBe(1);

    await page.getByRole('button', { name: 'Download', exact: true }).click();
    await page.getByRole('menuitem', { name: 'PDF for the client' }).click();
    const asks = page.getByRole('dialog', { name: 'Something is open in what the client gets' });
    await asks.getByText('Altered:').first().waitFor();
    const saved = page.waitForEvent('download');
    await asks.getByRole('button', { name: 'Download anyway' }).click();
    expect((await readFile(await (await saved).path())).subarray(0, 5).toString()).toBe('%PDF-');

    await page.getByRole('button', { name: 'Download', exact: true }).click();
    const written = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Markdown without footnotes' }).click();
    const plain = await readFile(await (await written).path(), 'utf8');
    expect(plain).toContain('Subscriber survey');
    expect(plain).not.toContain('[^');

    await page.getByRole('button', { name: /^Citation 1, not judged/ }).waitFor();
    await page.getByRole('button', { name: /^Citation 3, missing source/ }).waitFor();
    await page.getByRole('button', { name: /^Citation 2, altered/ }).focus();
    await page.getByRole('button', { name: /^Citation 2, altered/ }).click();
    await evidence(page).getByText('47 does not occur in the cited passage.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Statement, altered' }).click();
    const quote = page.getByRole('dialog', { name: 'Quote' });
    await quote.getByText('The document says').waitFor();
    await expect.poll(() => quote.locator('mark', { hasText: 'larger' }).count()).toBe(1);
    await expect.poll(() => quote.locator('mark', { hasText: 'smaller' }).count()).toBe(1);
    expect(await findViolations(page)).toEqual([]);

    await page.keyboard.press('Escape');
    expect(await page.title()).toContain('Subscriber survey');
    expect(await page.getByRole('article').locator('script, img, b').count()).toBe(0);
    await page.setViewportSize(phone);
    await fitsPhone(page);
    expect(
      await page.locator('.table-box').evaluate((box) => box.scrollWidth > box.clientWidth),
    ).toBe(true);
  });
});
