/** A space beside a Chinese or Japanese character. Text from PDFs has such spaces. */
const idleSpace =
  /(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}、。]) | (?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}、。])/gu;

/**
 * Returns a text in the form in which keys and papers are compared: lower case, one form for widths, spaces, dashes,
 * quotation marks and apostrophes, and no spaces between Chinese or Japanese characters.
 */
export const foldText = (text: string): string => unifyText(text).toLowerCase();

/** Returns a text as `foldText` does, in the letters' own case, which tells units apart. */
export function unifyText(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[‘’ʼ`´]/g, "'")
    .replace(/[“”„«»]/g, '"')
    .replace(/[‐‑‒]/g, '-')
    .replace(/\s+/g, ' ')
    .replace(idleSpace, '')
    .trim();
}
