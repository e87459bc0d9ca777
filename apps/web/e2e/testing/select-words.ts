import type { Page } from 'playwright-core';

/** Selects words of the text on a page, as a person does with a pointer. They stand in one piece of it. */
export async function selectWords(page: Page, words: string): Promise<void> {
  await page.getByRole('article').getByText(words).first().scrollIntoViewIfNeeded();
  await page.evaluate((searched) => {
    const walker = document.createTreeWalker(document.querySelector('article') ?? document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const start = node.textContent?.indexOf(searched) ?? -1;
      if (start !== -1) return getSelection()?.setBaseAndExtent(node, start, node, start + searched.length);
    }
    throw new Error(`The text does not have “${searched}”`);
  }, words);
}
