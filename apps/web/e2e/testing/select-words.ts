import type { Page } from 'playwright-core';

/**
 * Selects words of the document on the page, from the first occurrence of `from` to the next end of
 * `to`.
 */
export async function selectWords(page: Page, from: string, to: string = from): Promise<void> {
  await page.evaluate(
    ([first, last]) => {
      const article = document.querySelector('main article');
      if (!article) throw new Error('The page shows no document');
      // A press of the pointer in the text takes the focus away, too.
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      const walker = document.createTreeWalker(article, NodeFilter.SHOW_TEXT);
      let start: { node: Text; offset: number } | null = null;
      for (let node = walker.nextNode(); node instanceof Text; node = walker.nextNode()) {
        const at: number = start ? -1 : node.data.indexOf(first ?? '');
        if (at !== -1) start = { node, offset: at };
        const end = node.data.indexOf(last ?? '', at === -1 ? 0 : at);
        if (!start || end === -1) continue;
        getSelection()?.setBaseAndExtent(start.node, start.offset, node, end + (last ?? '').length);
        start.node.parentElement?.scrollIntoView({ block: 'center' });
        return;
      }
      throw new Error(`The document lacks “${first}”`);
    },
    [from, to],
  );
}

/**
 * Selects between two places of the document's text, each as a share of its nodes and of the
 * letters of one node. Returns the selected words.
 */
export async function selectBetween(page: Page, from: number, to: number): Promise<string> {
  return page.evaluate(
    ([start = 0, end = 0]) => {
      const walker = document.createTreeWalker(
        document.querySelector('main article') ?? document,
        NodeFilter.SHOW_TEXT,
      );
      const nodes: Text[] = [];
      for (let node = walker.nextNode(); node instanceof Text; node = walker.nextNode())
        nodes.push(node);
      const place = (share: number) => {
        const node = nodes[Math.floor(share * nodes.length)];
        if (!node) throw new Error('The document has no text');
        return { node, offset: Math.floor(((share * nodes.length) % 1) * node.data.length) };
      };
      const [first, last] = [place(start), place(end)];
      getSelection()?.setBaseAndExtent(first.node, first.offset, last.node, last.offset);
      return String(getSelection());
    },
    [from, to],
  );
}
