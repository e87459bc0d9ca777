import { recommendationOf } from '@ecp/markdown/page-one';
import { readDocument, toPlainText } from '../markdown/read-document.ts';

/** What opens a block that is no paragraph: a heading, table, picture, quote, code, footnote, rule or HTML. */
const noParagraph = /^(?:#{1,6}\s|\||!\[|>|`{3}|~{3}|\[\^[^\]]+\]:|[-*_]{3,}\s*$|<)/;
const listMark = /^\s*(?:[-*+]|\d{1,9}[.)])\s+/;

/** Returns the words of a document's recommendation, else of its first paragraph or list; empty if it has none. */
export function firstLines(markdown: string): string {
  const recommendation = recommendationOf(markdown);
  if (recommendation !== null) return toPlainText(recommendation);
  const blocks = readDocument(markdown)
    .body.split(/\n[ \t]*\n/)
    .map((block) => block.trim())
    .filter((block) => block !== '' && !noParagraph.test(block) && !/\n\s*\|?[ \t]*:?-+:?[ \t]*\|/.test(block));
  const first = blocks.find((block) => !listMark.test(block)) ?? blocks[0] ?? '';
  const lines = first.split('\n').map((line) => line.replace(listMark, '').trim());
  return toPlainText(lines.join(' '));
}
