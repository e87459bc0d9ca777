import { citationMark } from '@ecp/contract/values/citation-counts';

/** Blocks of code, with the charts in them, which name records of the engagement. */
const codeBlock = /^ {0,3}(```+|~~~+)[\s\S]*?^ {0,3}\1[ \t]*$/gm;
const footnote = /^\[\^[^\]\s]+\]:.*(?:\n(?: {4}|\t).*)*$/gm;

/** Removes the parts of a passage that need its document: footnotes, marks, pictures, comments, code. */
export function cleanPassage(markdown: string): string {
  return markdown
    .replace(codeBlock, '')
    .replace(footnote, '')
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/!\[[^\]\n]*\]\([^)\n]*\)/g, '')
    .replace(citationMark, '')
    .replace(/\[\^[^\]\s]+\]/g, '')
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Cuts a text to at most `length` characters: after a paragraph if one ends in its second half, else after a word. */
export function cutAtParagraph(text: string, length: number): string {
  if (text.length <= length) return text;
  const start = text.slice(0, length - 2).toWellFormed();
  const paragraph = start.lastIndexOf('\n\n');
  if (paragraph > length / 2) return `${start.slice(0, paragraph)}\n\n…`;
  return `${start.slice(0, Math.max(start.lastIndexOf(' '), start.lastIndexOf('\n'), 1)).trimEnd()} …`;
}
