/**
 * Marks a document that another model wrote and this one changed as revised offline (MOD-7). Others stay unchanged.
 */
export function markOffline<Document extends { frontMatter: string }>(document: Document): Document {
  const { frontMatter } = document;
  if (/^(?:offline|revisedOffline): true\s*$/m.test(frontMatter)) return document;
  const marked = frontMatter.replace(/\r?\n---[ \t]*(\r?\n\s*)$/, '\nrevisedOffline: true\n---$1');
  return { ...document, frontMatter: frontMatter === '' ? '---\nrevisedOffline: true\n---\n\n' : marked };
}
