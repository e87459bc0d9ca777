// Words that do not say what a task is about.
const stopWords = new Set(
  `a an and are as at be by for from has have how in into is it its of on or our per so than that the their them these this
  to up was we what when where which who why will with you your all any each must should can new make write prepare
  create build produce draft document report deliverable task`.split(/\s+/),
);

/** Removes common English endings, so that "pricing", "prices" and "price" match. */
function stem(word: string): string {
  const cut = word.replace(/(?:ations?|ing|ies|ers?|ed|es|s|e|y)$/, '');
  return cut.length >= 3 ? cut : word;
}

/** Returns the telling words of a text as lower-case stems without accents. Duplicates remain. */
export function splitWords(text: string): string[] {
  const words =
    text
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.filter((word) => word.length > 1 && !stopWords.has(word)).map(stem);
}
