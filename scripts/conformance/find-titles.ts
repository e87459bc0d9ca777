/** The first argument of a test, a group, or the call that follows an `each`. */
const titled = /(?:\b(?:it|test|describe)(?:\.\w+)*(?:<[^>]*>)?|\))\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1\s*,/g;

/** The titles of tests and groups in a source text; those of `each` as the template that they are. */
export function findTitles(source: string): string[] {
  return [...source.matchAll(titled)].map(([, , title = '']) => title.replace(/\\(.)/g, '$1'));
}
