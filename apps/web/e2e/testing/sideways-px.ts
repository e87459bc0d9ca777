import type { Page } from 'playwright-core';

/** How far the page, or what it holds, can be scrolled sideways or is cut off, in CSS pixels. */
export const sidewaysPx = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const parts = [document.documentElement, ...document.querySelectorAll('main')];
    return Math.max(...parts.map((part) => part.scrollWidth - part.clientWidth));
  });
