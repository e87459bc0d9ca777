import { findWords } from '../../../domain/markdown/fold-words.ts';

/** Elements inside the text that are not part of its words. */
const between = '[data-citation], .call, .unverified, .sr-only';

/** Finds words in an element, ignoring footnote numbers. Returns null if they do not occur. */
export function findInElement(root: Element, words: string): Range | null {
  const nodes: { node: Text; start: number }[] = [];
  let text = '';
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (!(node instanceof Text) || node.parentElement?.closest(between)) continue;
    nodes.push({ node, start: text.length });
    text += node.data;
  }
  const spans = findWords(text, words);
  const [first, last] = [spans[0], spans.at(-1)];
  if (!first || !last) return null;
  const place = (offset: number) => nodes.findLast(({ start }) => start <= offset);
  const [from, to] = [place(first.start), place(last.end - 1)];
  if (!from || !to) return null;
  const range = document.createRange();
  range.setStart(from.node, first.start - from.start);
  range.setEnd(to.node, last.end - to.start);
  return range;
}
