/**
 * Makes a text one line without active markdown. Quotation marks become plain ones, because words of a note or an
 * answer are not quotes from a source and must not be checked as such.
 */
export function inertText(text: string, maxLength: number): string {
  const flat = text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/["“”„«»‘‚「」『』]/g, "'");
  return cutText(flat, maxLength)
    .replace(/\[\^[^\]]*\]/g, '')
    .replace(/[\\`*[\]<>|_~&#]/g, '\\$&');
}

/** Cuts a text at a length in characters and marks the cut. */
export function cutText(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength - 2).toWellFormed()} …`;
}
