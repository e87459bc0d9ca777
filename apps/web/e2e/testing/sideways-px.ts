import type { Page } from 'playwright-core';
import { awaitDrawing } from './settle.ts';

/** By how many CSS pixels the page or its content scrolls sideways or is cut off. */
export async function sidewaysPx(page: Page): Promise<number> {
  await awaitDrawing(page);
  return await page.evaluate(() => {
    const parts = [document.documentElement, ...document.querySelectorAll('main')];
    return Math.max(...parts.map((part) => part.scrollWidth - part.clientWidth));
  });
}
