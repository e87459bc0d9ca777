/** The name of a source as names are compared: in any case, with any quotation marks, dashes and spaces. */
export function foldName(name: string): string {
  return stripMarks(name)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_\p{Pd}]+/gu, ' ')
    .trim();
}

/** Text without quotation marks and emphasis, its white space single. */
export function stripMarks(text: string): string {
  return text
    .replace(/[“”„"«»‘’*`]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}
