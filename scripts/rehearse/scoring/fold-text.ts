/**
 * Returns a text in the form in which keys and papers are compared: lower case, one form for widths, spaces, dashes,
 * quotation marks and apostrophes.
 */
export function foldText(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[‘’ʼ`´]/g, "'")
    .replace(/[“”„«»]/g, '"')
    .replace(/[‐‑‒]/g, '-')
    .replace(/\s+/g, ' ')
    .toLowerCase()
    .trim();
}
