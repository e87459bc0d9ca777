import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser } from './testing/browser.ts';
import { findViolations } from './testing/find-violations.ts';
import { follow } from './testing/follow.ts';
import { awaitFocus } from './testing/open-by-keys.ts';
import { press } from './testing/press.ts';
import { runWithEvidence } from './testing/product/evidence-run.ts';
import {
  citedWords,
  type ResearchProduct,
  runWithResearch,
  startResearchProduct,
} from './testing/product/research-run.ts';
import { signInByApi, signUpByApi } from './testing/product/sign-up-by-api.ts';
import { runWithSources } from './testing/product/sources-run.ts';
import { sidewaysPx } from './testing/sideways-px.ts';
import type { Account } from './testing/sign-up.ts';
import { usePeople } from './testing/use-people.ts';

const viewer = (page: Page) => page.getByRole('complementary', { name: 'Source' });
const call = (page: Page, number: number) =>
  page.getByRole('button', { name: new RegExp(`^Citation ${number}, `) });
const sourceOf = (page: Page) => new URL(page.url()).searchParams.get('source');
async function readScrollPx(page: Page): Promise<number> {
  return page.evaluate(() => Math.round(scrollY));
}
/** Returns the text of the element that has the focus. */
async function readFocus(page: Page): Promise<string | null | undefined> {
  return page.evaluate(() => document.activeElement?.textContent);
}

const checks = '2 citations verified, 1 open citation, 1 statement without a source';
const openPoints = (page: Page) => page.getByRole('region', { name: 'Open points' });

/** The edges of an element in the window. */
async function boxOf(element: Locator) {
  const { x, y, width, height } = (await element.boundingBox()) ?? {
    x: 0,
    y: 0,
    width: 0,
    height: 0,
  };
  return { left: x, top: y, right: x + width, bottom: y + height };
}

type Box = Awaited<ReturnType<typeof boxOf>>;
const overlap = (one: Box, other: Box) =>
  one.left < other.right &&
  other.left < one.right &&
  one.top < other.bottom &&
  other.top < one.bottom;

describe.runIf(hasBrowser())('the origin of a statement', () => {
  const openPerson = usePeople();
  let product: ResearchProduct;
  let owner: Account;
  beforeAll(async () => {
    product = await startResearchProduct();
  });
  afterAll(() => product?.close());

  // CON-7, EVP-1, EVP-2, EVP-3, EVP-4, EVP-5, REV-20, REV-25, SRC-3
  it('shows how a figure follows, leads through open points by keys to their decision, and approves despite open citations, but not when the dialog is left', async () => {
    const { page } = await openPerson({
      baseUrl: product.baseUrl,
      expected: [/^409 POST \/api\/.*\/review$/],
    });
    owner = await signUpByApi(page);
    const id = await runWithEvidence(page, product);
    const address = `/engagements/${id}/deliverables/survey.md`;
    // While the conflicts load, a step back would end at a citation instead.
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/conflicts', async (route) => {
      await isReleased;
      await route.continue();
    });
    await page.goto(address);
    await press(page.getByRole('button', { name: /^Citation 2, computed/ }), 'Enter');
    const evidence = page.getByRole('dialog', { name: 'Footnote 2' });
    await evidence.getByText('(900 EUR − 800 EUR) ÷ 800 EUR × 100 = 12.5').waitFor();
    await evidence.getByRole('link', { name: 'Footnote 1' }).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    // Single keys do nothing while a window is open.
    await page.waitForFunction(() => document.querySelector('[role=dialog]') === null);
    await openPoints(page).getByText(`${checks}, 1 conflict`).waitFor();
    await awaitFocus(call(page, 2));
    await call(page, 2).blur();
    await page.keyboard.press('b');
    expect(await openPoints(page).getByRole('button').count()).toBe(0);
    release();
    await openPoints(page).getByRole('button', { name: 'Next open point' }).waitFor();
    await page.keyboard.press('n');
    await openPoints(page).getByText('1 of 3').waitFor();
    await page.getByRole('dialog', { name: 'Footnote 3' }).waitFor();
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => document.querySelector('[role=dialog]') === null);
    // A window that the reader opens while the code of the step loads must stay open.
    const { promise: isLoaded, resolve: load } = Promise.withResolvers<void>();
    await page.route(/\/assets\/show-words-/, async (route) => {
      await isLoaded;
      await route.continue();
    });
    const stepCode = page.waitForResponse(/\/assets\/show-words-/);
    await page.keyboard.press('b');
    await openPoints(page).getByText('Conflict: Sales of the South').waitFor();
    await openPoints(page)
      .getByText(/950 in Price advice/)
      .waitFor();

    await page.getByRole('button', { name: /^Citation 1, verified/ }).click();
    await page.getByRole('dialog', { name: 'Footnote 1' }).waitFor();
    load();
    await (await stepCode).finished();
    await page
      .getByRole('dialog', { name: 'Footnote 1' })
      .getByRole('button', { name: 'Sales', exact: true })
      .click();
    await viewer(page).locator('tr[aria-current=true]').getByText('South').waitFor();
    await expect
      .poll(() => viewer(page).locator('mark').allInnerTexts())
      .toEqual(['South', '800', '900']);
    await viewer(page).getByRole('link', { name: 'Open in Data' }).click();
    await page.locator('tr[aria-current=true]').getByText('South').waitFor();
    expect(new URL(page.url()).searchParams.get('row')).toBe('2');

    await page.goto(address);
    await openPoints(page).getByRole('button', { name: 'Next open point' }).waitFor();
    await page.keyboard.press('b');
    // The step moves the focus into the text once its code has loaded. Enter must not come before
    // that.
    await page.waitForFunction(() =>
      document.querySelector('article')?.contains(document.activeElement),
    );
    await openPoints(page).getByRole('link', { name: 'Settle' }).press('Enter');
    await page.getByRole('heading', { name: '1 open conflict' }).waitFor();
    await page.getByText('1 of 1 figure in conflict').waitFor();
    await press(page.getByRole('button', { name: 'Settle Sales of the South' }), 'Enter');
    const form = page.getByRole('form', { name: 'Settle Sales of the South' });
    await press(form.getByRole('button', { name: 'Settle' }), 'Enter');
    await form.getByText('Choose a value, or none of them.').waitFor();
    await press(form.getByRole('radio').first(), 'Space');
    await form.getByLabel('Why').fill('The table says so.');
    expect(await findViolations(page)).toEqual([]);
    await page.setViewportSize({ width: 360, height: 740 });
    await expect.poll(() => sidewaysPx(page)).toBeLessThanOrEqual(0);
    await page.keyboard.press('Control+Enter');
    await page.getByRole('heading', { name: '1 settled' }).waitFor();
    await page.getByText('The table says so.').waitFor();
    const policy = await page.request.patch('/api/account/policies', {
      data: { requireVerifiedCitations: true },
    });
    expect(policy.ok()).toBe(true);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(address);
    await openPoints(page).getByText(checks, { exact: true }).waitFor();
    const bar = page.getByRole('region', { name: 'Review' });
    await bar.getByRole('button', { name: 'Approve' }).waitFor();
    await page.keyboard.press('a');
    const question = page.getByRole('dialog', { name: 'Approve version 1?' });
    await question.getByText('Altered: The West sold 350.').waitFor();
    await question.getByText('Uncited: The market doubles by 2030.').waitFor();
    expect(await findViolations(page)).toEqual([]);
    await awaitFocus(question);
    // No single key approves.
    for (const key of ['a', 'Enter']) await page.keyboard.press(key);
    await question.waitFor({ state: 'detached' });
    expect(await bar.getByText(/^by /).count()).toBe(0);
    await press(bar.getByRole('button', { name: 'Approve' }), 'Enter');
    await question
      .getByRole('link', { name: 'Show in the text: The market doubles by 2030.' })
      .press('Enter');
    await page.waitForURL(/words=The/);
    await page.waitForFunction(
      () => document.activeElement?.textContent === 'The market doubles by 2030.',
    );
    await page.keyboard.press('a');
    await question.getByText('Still open in this version:').waitFor();
    await awaitFocus(question);
    await page.keyboard.press('Control+Enter');
    await bar.getByRole('alert').getByText('This version has open citations').waitFor();
    const ask = bar.getByRole('button', { name: 'Approve anyway…' });
    await press(ask, 'Enter');
    const dialog = page.getByRole('dialog', { name: 'Approve despite open citations?' });
    const reason = dialog.getByLabel('Reason');
    await expect
      .poll(() => reason.evaluate((field) => field === document.activeElement))
      .toBe(true);
    // Keys of the page, such as `a` and `x`, are letters here.
    await page.keyboard.type('a fax');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => ask.evaluate((button) => button === document.activeElement)).toBe(true);
    expect(await bar.getByText(/^by /).count()).toBe(0);

    await page.keyboard.press('Enter');
    await expect
      .poll(() => reason.evaluate((field) => field === document.activeElement))
      .toBe(true);
    await page.keyboard.type('The client has the market study.');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText(/^Approved with \d+ open citation/).waitFor();
    // An approval opens the next document that waits for a review.
    await page.waitForURL(/advice\.md/);
    await page.goBack();
    await bar.getByText(/^by Ada Owner/).waitFor();
    const version = page.getByRole('button', { name: 'Version 1' });
    // The approval moves the button, and a click on its former place would be lost.
    await page.locator('header', { has: version }).getByText('Approved', { exact: true }).waitFor();
    await version.click();
    await page.getByText('Despite open citations: The client has the market study.').waitFor();
  });

  // SRC-1, SRC-2, SRC-3, SRC-4, SRC-5, SRC-6
  it('shows a source beside the text, which keeps its place, and Back closes it', async () => {
    const { page } = await openPerson({
      baseUrl: product.baseUrl,
      viewport: { width: 1440, height: 900 },
    });
    await signInByApi(page, owner);
    const id = await runWithSources(page, product);
    const address = `/engagements/${id}/deliverables/heat.md`;
    await page.goto(address);
    await press(call(page, 1), 'Enter');
    const evidence = page.getByRole('dialog', { name: 'Footnote 1' });
    await evidence.getByRole('button', { name: 'Show source' }).waitFor();
    const before = await boxOf(call(page, 1));
    await press(page.getByRole('button', { name: 'Show source' }), 'Enter');

    const drawn = viewer(page).getByRole('region', { name: 'Page 2 of 3' });
    await drawn.locator('.pdf-mark').first().waitFor();
    await expect.poll(() => drawn.locator('canvas').count()).toBe(1);
    const marks = await Promise.all((await drawn.locator('.pdf-mark').all()).map(boxOf));
    const line = await boxOf(drawn.getByText('1,270 households'));
    const otherLine = await boxOf(drawn.getByText('connection we do not know'));
    expect(marks.some((mark) => overlap(mark, line))).toBe(true);
    expect(marks.every((mark) => (mark.top + mark.bottom) / 2 < otherLine.top)).toBe(true);
    expect(sourceOf(page)).toBe('arrears');
    expect(Math.abs((await boxOf(call(page, 1))).top - before.top)).toBeLessThan(4);
    expect(await findViolations(page)).toEqual([]);
    await press(viewer(page).getByRole('button', { name: 'Zoom in' }), 'Enter');
    await press(viewer(page).getByRole('button', { name: 'Zoom to width' }), 'Enter');
    await press(viewer(page).getByRole('button', { name: 'Next page' }), 'Enter');
    await viewer(page)
      .getByRole('region', { name: 'Page 3 of 3' })
      .getByText('Block with 40 flats')
      .waitFor();
    await press(viewer(page).getByRole('button', { name: 'Back to page 2' }), 'Enter');
    await drawn.locator('.pdf-mark').first().waitFor();

    await page.keyboard.press('>');
    await viewer(page).locator('tr[aria-current=true]').getByText('Gas').waitFor();
    await expect
      .poll(() => viewer(page).locator('mark').allInnerTexts())
      .toEqual(['Gas', '3,960,000', '2,870,000', '3,340,000']);
    await press(viewer(page).getByRole('button', { name: 'Next citation' }), 'Enter');
    await viewer(page).getByRole('article').getByText('A flat of up to 40 square metres').waitFor();
    await expect
      .poll(() => viewer(page).locator('mark').innerText())
      .toMatch(/^The fixed charge made up 44 percent/);
    await page.keyboard.press('>');
    await viewer(page).getByText('This source was deleted or never stored').waitFor();
    await viewer(page).getByText('The schools were not asked.').waitFor();
    await page.goBack();
    await viewer(page).waitFor({ state: 'detached' });
    expect(sourceOf(page)).toBe(null);
    expect(Math.abs((await boxOf(call(page, 1))).top - before.top)).toBeLessThan(4);
    await expect
      .poll(() => call(page, 4).evaluate((button) => button === document.activeElement))
      .toBe(true);

    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${address}?source=gas`);
    await viewer(page).locator('tr[aria-current=true]').getByText('Gas').waitFor();
    const sheet = await boxOf(viewer(page));
    await expect.poll(async () => (await boxOf(call(page, 2))).bottom).toBeLessThan(sheet.top);
    expect((await boxOf(call(page, 2))).top).toBeGreaterThan(90);
    await expect.poll(() => sidewaysPx(page)).toBeLessThanOrEqual(0);
    await page.keyboard.press('Escape');
    await viewer(page).waitFor({ state: 'detached' });
    expect(sourceOf(page)).toBe(null);

    // The evidence leaves the whole sentence free, and the bar with the decision.
    const sentence = page.getByText('Many households owe two months.');
    for (const viewport of [
      { width: 390, height: 844 },
      { width: 1280, height: 640 },
    ]) {
      await page.setViewportSize(viewport);
      for (const block of ['start', 'end'] as const) {
        await sentence.evaluate(
          (element, place) => element.scrollIntoView({ block: place }),
          block,
        );
        await call(page, 1).click();
        const shown = evidence.getByRole('button', { name: 'Show source' });
        await shown.waitFor();
        const box = await boxOf(evidence);
        const words = await sentence.evaluate((element) => {
          const range = document.createRange();
          range.selectNode(element.firstChild ?? element);
          const { left, top, right, bottom } = range.getBoundingClientRect();
          return { left, top, right, bottom };
        });
        expect(overlap(box, words)).toBe(false);
        expect(overlap(box, await boxOf(call(page, 1)))).toBe(false);
        expect(
          overlap(box, await boxOf(page.getByRole('region', { name: 'Review', exact: true }))),
        ).toBe(false);
        expect(box.top).toBeGreaterThanOrEqual(0);
        await page.keyboard.press('Escape');
        await evidence.waitFor({ state: 'detached' });
      }
    }
  });

  // RES-18, SYN-3, SYN-4, SYN-6
  it('shows research and opens a citation in the archived page, shows objections, and writes the board paper', async () => {
    const { page } = await openPerson({ baseUrl: product.baseUrl });
    await signInByApi(page, owner);
    const id = await runWithResearch(page, product);
    await page.goto(`/engagements/${id}/research`);
    await page.getByText('1 search, 1 page, 1 refused').waitFor();
    await page.getByRole('cell', { name: 'ferry engines' }).waitFor();
    await page.getByText('Only addresses from the brief', { exact: false }).waitFor();
    await page
      .getByRole('list', { name: 'Pages read' })
      .getByRole('link', { name: 'Fleet', exact: true })
      .waitFor();

    await follow(page, `/engagements/${id}/deliverables/fleet.md`);
    await press(page.getByRole('button', { name: /^Citation 1, verified/ }), 'Enter');
    const before = await readScrollPx(page);
    expect(before).toBeGreaterThan(200);
    const evidence = page.getByRole('dialog', { name: 'Footnote 1' });
    await evidence.getByText(/archived on/).waitFor();
    await evidence.getByRole('link', { name: /^Our fleet/ }).press('Enter');
    const mark = page.locator('mark');
    await mark.waitFor();
    await expect.poll(() => mark.innerText()).toBe(citedWords.slice(0, -1));
    // Links of the page are plain characters here.
    const text = page.getByRole('article', { name: 'Text of the page as archived' });
    await text.getByText('[Routes and crossings](').waitFor();
    expect(await text.getByRole('link').count()).toBe(0);
    expect(await findViolations(page)).toEqual([]);
    await page.setViewportSize({ width: 360, height: 740 });
    await expect.poll(() => sidewaysPx(page)).toBeLessThanOrEqual(0);
    await page.setViewportSize({ width: 1280, height: 800 });
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download original' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('Our-fleet.html');
    await page.getByRole('link', { name: 'Back to Fleet' }).press('Enter');
    await page.getByRole('button', { name: /^Citation 1, verified/ }).waitFor();
    await expect.poll(() => readScrollPx(page)).toBe(before);

    await page.getByRole('button', { name: '2 objections' }).click();
    const list = page.getByRole('list', { name: 'Objections' });
    await list.getByText('The renewal is due in 2029, and named now.').waitFor();
    await list.getByText('Agent says: partly').waitFor();
    await list.getByText('No answer from the writer').waitFor();
    await list.getByRole('button', { name: 'Show in the text' }).first().click();
    await expect.poll(() => readFocus(page)).toContain('The others can wait.');

    await follow(page, `/engagements/${id}/deliverables`);
    await page.getByRole('button', { name: 'Write the board paper' }).click();
    const dialog = page.getByRole('dialog', { name: 'Write the board paper?' });
    await dialog.getByText('One agent reads the document').waitFor();
    await dialog.getByText(/^\$\d/).first().waitFor();
    await press(dialog.getByRole('button', { name: 'Write it' }), 'Enter');
    await page.getByText('Writing the board paper').waitFor();
  });
});
