/** Articles and prepositions of the languages, which labels of the same figure may lack. */
const fillers = new Set(
  `the a an of in for our their its der die das den dem des ein eine im in von für unser unsere le la les l un une des du de d
  en pour notre nos el los las del al por para nuestro nuestra の`.split(/\s+/),
);

/**
 * Folds a label for comparison: its words in lower case without articles, plural and accents, in alphabetical order.
 */
export function foldLabel(label: string): string {
  const words =
    label
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return words
    .filter((word) => !fillers.has(word))
    .map((word) => (word.length > 3 ? word.replace(/(?:es|en|s|e|n)$/u, '') : word))
    .sort()
    .join(' ');
}
