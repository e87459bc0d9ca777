import { findWords, type Span } from './fold-words.ts';

/** Elements inside the text that are not part of its words. */
const between = '[data-citation], .call, .unverified, .sr-only';

/** Finds words in an element, ignoring footnote numbers. Returns null if they do not occur. */
export function findInElement(root: Element, words: string): Range | null {
  const { text, rangeOf } = readElement(root);
  const spans = findWords(text, words);
  const [first, last] = [spans[0], spans.at(-1)];
  return first && last ? rangeOf({ start: first.start, end: last.end }) : null;
}

/** Reads the words of an element, and makes ranges of them. */
export function readElement(root: Element): { text: string; rangeOf: (span: Span) => Range | null } {
  const nodes: { node: Text; start: number }[] = [];
  let text = '';
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (!(node instanceof Text) || node.parentElement?.closest(between)) continue;
    nodes.push({ node, start: text.length });
    text += node.data;
  }
  const place = (offset: number) => nodes.findLast(({ start }) => start <= offset);
  const rangeOf = ({ start, end }: Span): Range | null => {
    const [from, to] = [place(start), place(end - 1)];
    if (!from || !to) return null;
    const range = document.createRange();
    range.setStart(from.node, start - from.start);
    range.setEnd(to.node, end - to.start);
    return range;
  };
  return { text, rangeOf };
}
