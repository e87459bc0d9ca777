/**
 * The words of the mark after a citation that is not verified, by the language of the document:
 * `**[not verified: …]**`. Stored documents keep the words that they were written with. When a word changes,
 * `citationMark` must match the old word too.
 */
export const citationMarkWords = {
  en: 'not verified',
  de: 'nicht belegt',
  fr: 'non vérifié',
  es: 'no verificado',
  ja: '未確認',
} as const;

const words = Object.values(citationMarkWords).join('|');

/** Matches a mark in any of the languages; its group is the reason. Use it with `matchAll` or `replace` only. */
export const citationMark = new RegExp(String.raw`\*\*\[(?:${words}): ([^\]\n]{1,200})\]\*\*`, 'g');

/** Matches the whole text of a mark without its asterisks; its group is the reason. */
export const citationMarkText = new RegExp(String.raw`^\[(?:${words}): (.*)\]$`, 's');
