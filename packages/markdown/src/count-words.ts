import { setImmediate as nextTurn } from 'node:timers/promises';

const words = new Intl.Segmenter('en', { granularity: 'word' });
/** A few milliseconds of work in any script. Other runs and requests proceed between two portions of a long document. */
const portionLength = 16_384;

/**
 * Counts the words of a document, also in scripts without spaces. This is the only count that lists, heads, PDFs and the
 * portal show, each of the markdown that its reader gets: headings, tables, footnotes and front matter count, marks of
 * the markdown do not. A number is a word, and so is each part of an address.
 */
export async function countWords(text: string): Promise<number> {
  let count = 0;
  for (let start = 0; start < text.length; ) {
    const end = portionEnd(text, start);
    for (const { isWordLike } of words.segment(text.slice(start, end))) if (isWordLike) count += 1;
    start = end;
    if (start < text.length) await nextTurn();
  }
  return count;
}

/**
 * Returns the position after the portion's last white space, so that no word is split. Without any, it is the limit.
 */
function portionEnd(text: string, start: number): number {
  const end = start + portionLength;
  if (end >= text.length) return text.length;
  const space = Math.max(text.lastIndexOf('\n', end), text.lastIndexOf(' ', end));
  return space > start ? space + 1 : end;
}
