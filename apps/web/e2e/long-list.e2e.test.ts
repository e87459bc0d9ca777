import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasBrowser } from './testing/browser.ts';
import { makeEngagement } from './testing/product/make-engagement.ts';
import { signUpByApi } from './testing/product/sign-up-by-api.ts';
import { usePeople } from './testing/use-people.ts';

const others = 120;
const atOnce = 30;

/**
 * Gives a tenant a billing plan without a monthly limit, one old engagement and many newer ones.
 */
async function fill(page: Page): Promise<void> {
  await signUpByApi(page);
  const checkout = await page.request.post('/api/billing/checkout', {
    data: { plan: 'enterprise' },
  });
  if (!checkout.ok()) throw new Error(`The plan was refused: ${await checkout.text()}`);
  await makeEngagement(page, 'The oldest one');
  for (let made = 0; made < others; made += atOnce) {
    const names = Array.from(
      { length: atOnce },
      (_, index) => `Engagement number ${made + index + 1}`,
    );
    await Promise.all(names.map((name) => makeEngagement(page, name)));
  }
}

const listOf = (page: Page) => page.getByRole('list', { name: 'Engagements', exact: true });
const rowsOf = (page: Page) => listOf(page).getByRole('listitem');
const toEnd = (page: Page) =>
  listOf(page).evaluate((list) =>
    list.parentElement?.scrollTo({ top: list.parentElement.scrollHeight }),
  );

describe.runIf(hasBrowser())('a long list of engagements', () => {
  const openPerson = usePeople();

  it('loads while scrolling, renders few rows, keeps its position on Back, and announces its length', async () => {
    const { page } = await openPerson();
    await fill(page);
    // Later pages are shorter than the app asks for, so that fewer engagements fill three of them.
    await page.route(/\/api\/engagement-summaries\?/, (route) =>
      route.continue({ url: route.request().url().replace('limit=200', 'limit=40') }),
    );
    await page.goto('/engagements');
    await rowsOf(page).first().waitFor();
    await expect.poll(() => rowsOf(page).first().getAttribute('aria-setsize')).toBe('-1');

    const nextPages = /\/api\/engagement-summaries\?.*cursor=/;
    await page.route(nextPages, (route) => route.abort());
    const failure = page.getByRole('alert');
    // The list ignores a scroll that comes before it listens for one.
    await expect.poll(() => toEnd(page).then(() => failure.isVisible())).toBe(true);
    await expect.poll(() => rowsOf(page).count()).toBeGreaterThan(10);
    await page.unroute(nextPages);
    await failure.getByRole('button', { name: 'Try again' }).click();
    await failure.waitFor({ state: 'detached' });

    const oldest = page.getByRole('link', { name: /^The oldest one/ });
    await expect.poll(() => toEnd(page).then(() => oldest.isVisible())).toBe(true);
    await expect
      .poll(() => rowsOf(page).last().getAttribute('aria-setsize'))
      .toBe(String(others + 1));
    await expect
      .poll(() => rowsOf(page).last().getAttribute('aria-posinset'))
      .toBe(String(others + 1));
    await expect.poll(() => rowsOf(page).count()).toBeLessThan(60);
    await page
      .getByRole('status')
      .filter({ hasText: `${others + 1} engagements` })
      .waitFor();

    await oldest.click();
    await page.getByRole('heading', { name: 'The oldest one', level: 1 }).waitFor();
    await page.goBack();
    await oldest.waitFor();
    await expect
      .poll(() => rowsOf(page).last().getAttribute('aria-posinset'))
      .toBe(String(others + 1));

    await page.getByRole('searchbox').fill('number 113');
    await page.waitForURL(/q=number/);
    await page.getByRole('link', { name: /^Engagement number 113/ }).waitFor();
    await expect.poll(() => rowsOf(page).count()).toBe(1);
  });
});
