import type { Page } from 'playwright-core';

/** By how many CSS pixels the page or its content scrolls sideways or is cut off. */
export const sidewaysPx = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const parts = [document.documentElement, ...document.querySelectorAll('main')];
    return Math.max(...parts.map((part) => part.scrollWidth - part.clientWidth));
  });
