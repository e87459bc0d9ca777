/** Returns a sentence as two programs write it alike: without footnote marks, markup, gaps and its last sign. */
export function normalizeSentence(sentence: string): string {
  return sentence
    .replaceAll(/\[\^[^\]]+\]/g, '')
    .replaceAll(/[*_`\\|]/g, ' ')
    .replaceAll(/^\s*(?:[-+]|\d+\.)\s+/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/[.。!?]$/, '')
    .trim();
}
