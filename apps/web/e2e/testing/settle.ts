import type { Page } from 'playwright-core';

/** Waits until the page has its heading and nothing on it is still loading. */
export async function settle(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForFunction(() => document.querySelector('[data-loading], [aria-busy="true"]') === null);
  await page.evaluate(() => document.fonts.ready);
}
