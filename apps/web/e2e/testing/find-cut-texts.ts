import type { Page } from 'playwright-core';
import { awaitDrawing } from './settle.ts';

/**
 * Finds texts that begin with `mark` and of which their element hides a part: beside or below its
 * box.
 */
export async function findCutTexts(page: Page, mark: string): Promise<string[]> {
  await awaitDrawing(page);
  return await page.evaluate((start) => {
    const isShown = (element: Element) =>
      element.clientWidth > 2 && element.checkVisibility({ visibilityProperty: true });
    const ownText = (element: Element) =>
      [...element.childNodes]
        .map((node) => (node.nodeType === Node.TEXT_NODE ? (node.textContent ?? '') : ''))
        .join('');
    return [...document.body.querySelectorAll('*')].flatMap((element) => {
      const text = ownText(element).trim();
      if (!text.startsWith(start) || !isShown(element)) return [];
      const { overflowX, overflowY } = getComputedStyle(element);
      const isCut =
        (overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1) ||
        (overflowY !== 'visible' && element.scrollHeight > element.clientHeight + 2);
      return isCut ? [`${element.tagName.toLowerCase()}: ${text}`] : [];
    });
  }, mark);
}

/** Lists visible texts with words that do not begin with `mark`. */
export const findUnmarkedTexts = (page: Page, mark: string): Promise<string[]> =>
  page.evaluate((start) => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent?.trim() ?? '';
      const parent = node.parentElement;
      if (!/\p{L}{2,}/u.test(text) || text.includes(start) || !parent?.checkVisibility()) continue;
      if (parent.closest('script, style, svg, code, kbd')) continue;
      found.push(text);
    }
    return found;
  }, mark);
