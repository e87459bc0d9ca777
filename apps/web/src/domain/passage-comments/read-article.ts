import { type SqueezedText, squeeze } from '@ecp/markdown/find-quote';

/** The words of an article with their places on the page. */
export interface ArticleWords {
  /** One line for each block. */
  text: string;
  squeezed: SqueezedText;
  /** Returns the letters of a range of the page, as indexes `from` to `to`, without `to`; null for none. */
  lettersOf(range: Range): { from: number; to: number } | null;
  /** Returns the range of the page that shows these letters. */
  rangeOf(letters: { from: number; to: number }): Range;
}

/** Elements in a text that show nothing of its words: marks of footnotes and citations, charts, notes of the page. */
const besideWords = '.call, [data-citation], .unverified, .sr-only, .chart, [data-beside-words]';
const blocks = 'p, li, td, th, h1, h2, h3, h4, h5, h6, pre';

interface Piece {
  node: Text;
  start: number;
}

/** Reads the words that an article shows (CMT-15). */
export function readArticle(article: Element): ArticleWords {
  const pieces: Piece[] = [];
  const parts: string[] = [];
  let length = 0;
  let block: Element | null = null;
  const walker = document.createTreeWalker(article, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (!(node instanceof Text) || !parent || parent.closest(besideWords)) continue;
    const around = parent.closest(blocks);
    if (around !== block) {
      parts.push('\n');
      length += 1;
      block = around;
    }
    pieces.push({ node, start: length });
    parts.push(node.data);
    length += node.data.length;
  }
  const text = parts.join('');
  const squeezed = squeeze(text);
  return {
    text,
    squeezed,
    lettersOf: (range) => lettersOf(range, pieces, squeezed),
    rangeOf: (letters) => rangeOf(letters, pieces, squeezed),
  };
}

function lettersOf(range: Range, pieces: readonly Piece[], { at }: SqueezedText) {
  const touched = pieces.filter(({ node }) => range.intersectsNode(node));
  const [first, last] = [touched[0], touched.at(-1)];
  if (!first || !last) return null;
  const { startContainer, startOffset, endContainer, endOffset } = range;
  const start = first.start + (first.node === startContainer ? startOffset : 0);
  const end = last.start + (last.node === endContainer ? endOffset : last.node.data.length);
  const [from, to] = [firstAtOrAfter(at, start), firstAtOrAfter(at, end)];
  return from < to ? { from, to } : null;
}

function rangeOf({ from, to }: { from: number; to: number }, pieces: readonly Piece[], { at }: SqueezedText): Range {
  const range = document.createRange();
  const [start, end] = [at[from] ?? 0, at[to - 1] ?? 0];
  const [first, last] = [pieceAt(pieces, start), pieceAt(pieces, end)];
  if (first) range.setStart(first.node, start - first.start);
  if (last) range.setEnd(last.node, end + 1 - last.start);
  return range;
}

function pieceAt(pieces: readonly Piece[], offset: number): Piece | undefined {
  let [low, high] = [0, pieces.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((pieces[middle]?.start ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return pieces[low];
}

/** Returns the index of the first letter at or after an offset of the text. */
export function firstAtOrAfter(at: Uint32Array, offset: number): number {
  let [low, high] = [0, at.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((at[middle] ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
