import type { ParsedDocument } from './parse-document.ts';
import { findQuotedSpans } from './quoted-spans.ts';

/** Characters that tell how a document writes its numbers. */
const ownLength = 12_000;

/** Returns the beginning of the text without quotes: they are in the languages of the sources. */
export function readOwnWords({ blocks }: ParsedDocument): string {
  let words = '';
  for (const { text } of blocks) {
    if (words.length >= ownLength) break;
    let [from, own] = [0, ''];
    for (const { start, end } of findQuotedSpans(text)) {
      own += `${text.slice(from, start)} `;
      from = end;
    }
    words += `${own}${text.slice(from)}\n`;
  }
  return words;
}
