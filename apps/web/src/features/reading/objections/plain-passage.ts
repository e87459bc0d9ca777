/**
 * Returns the words of a passage as a reader sees them. The adversary quotes the document's Markdown, in which footnote
 * calls, links and emphasis stand between the words.
 */
export const plainPassage = (passage: string): string =>
  passage
    .replace(/\[\^[^\]\s]{1,100}\]/g, '')
    .replace(/!?\[([^\]]*)\]\([^)\s]*\)/g, '$1')
    .replace(/[*`]|^\s{0,3}(?:#{1,6}|>|[-+]|\d{1,9}\.)\s+/gm, '')
    .replace(/\s+/g, ' ')
    .trim();
