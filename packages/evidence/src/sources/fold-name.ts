/** Folds the name of a source for comparison, so that case, quotation marks, dashes and spaces do not matter. */
export function foldName(name: string): string {
  return stripMarks(name)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_\p{Pd}]+/gu, ' ')
    .trim();
}

/** Removes quotation marks and emphasis, and collapses white space. */
export function stripMarks(text: string): string {
  return text
    .replace(/[“”„"«»‘’*`]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}
