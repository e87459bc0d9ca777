import type { Page } from 'playwright-core';

/** Waits until the page has its heading and nothing on it is still loading. */
export async function settle(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  // Playwright polls at each frame by default, which makes the browser draw frames for nothing.
  await page.waitForFunction(
    () => document.querySelector('[data-loading], [aria-busy="true"]') === null,
    undefined,
    { polling: 50 },
  );
  await page.evaluate(() => document.fonts.ready);
}

/**
 * Waits until the page is drawn in the size of its window. Until the next frame after a change of
 * that size, its styles follow the new size, but the parts that a script chooses by media queries
 * are those of the old one. What a script measures comes in the frame after that.
 */
export async function awaitDrawing(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (const _frame of [1, 2]) await new Promise(requestAnimationFrame);
  });
}
