/** The letters and digits of a text, with the position of each. */
export interface FoldedText {
  letters: string;
  at: number[];
}

interface Span {
  start: number;
  end: number;
}

/**
 * Normalises a text, because a quote may differ in case, accents, spaces and punctuation
 * (docs/evidence.md).
 */
export function foldText(text: string): FoldedText {
  let letters = '';
  const at: number[] = [];
  let offset = 0;
  for (const character of text) {
    if (character <= '\u007f') {
      // Fast path for most characters. The general path below is about ten times slower.
      if (/[A-Za-z0-9]/.test(character)) {
        letters += character.toLowerCase();
        at.push(offset);
      }
      offset += 1;
      continue;
    }
    for (const unit of character.normalize('NFKD').toLowerCase()) {
      if (!/[\p{L}\p{N}]/u.test(unit)) continue;
      letters += unit;
      for (let index = 0; index < unit.length; index += 1) at.push(offset);
    }
    offset += character.length;
  }
  return { letters, at };
}

/**
 * Finds the quoted words in a text: one span for each piece between ellipses, or none if a piece is
 * missing.
 */
export const findWords = (text: string, words: string): Span[] => findFolded(foldText(text), words);

/** Finds words like `findWords`, in a text that is folded once for many searches. */
export function findFolded(folded: FoldedText, words: string): Span[] {
  const spans: Span[] = [];
  let from = 0;
  for (const piece of words.split(/\[?(?:…|\.{3})\]?/)) {
    const { letters } = foldText(piece);
    if (letters === '') continue;
    const found = folded.letters.indexOf(letters, from);
    if (found === -1) return [];
    from = found + letters.length;
    const start = folded.at[found] ?? 0;
    spans.push({ start, end: (folded.at[from - 1] ?? start) + 1 });
  }
  return spans;
}

/**
 * Finds words from the place on where the text continues with `near`; one span for each piece
 * between ellipses.
 */
export function findNear(text: string, { words, near }: { words: string; near: string }): Span[] {
  const folded = foldText(text);
  const [place] = findFolded(folded, near);
  const from = place ? folded.at.indexOf(place.start) : 0;
  return findFolded({ letters: folded.letters.slice(from), at: folded.at.slice(from) }, words);
}

/** Elements inside the text that are not part of its words. */
const between = '[data-citation], .call, .sr-only';

/** Finds words in an element, ignoring footnote numbers. Returns null if they do not occur. */
export function findInElement(root: Element, words: string): Range | null {
  const { text, rangeOf } = readElement(root);
  const spans = findWords(text, words);
  const [first, last] = [spans[0], spans.at(-1)];
  return first && last ? rangeOf({ start: first.start, end: last.end }) : null;
}

/** Reads the words of an element, and makes ranges of them. */
export function readElement(root: Element): {
  text: string;
  rangeOf: (span: Span) => Range | null;
} {
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

/** Scrolls to an element and focuses it, so that keyboard navigation continues there. */
export function jumpTo(element: HTMLElement, place: ScrollLogicalPosition = 'start'): void {
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  element.scrollIntoView({ block: place, behavior: calm ? 'auto' : 'smooth' });
  if (element.tabIndex < 0 && !element.hasAttribute('tabindex'))
    element.setAttribute('tabindex', '-1');
  element.focus({ preventScroll: true });
}
