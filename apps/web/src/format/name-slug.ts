/** Turns a slug or filename into words: `market-scan` or `market-scan.md` into “Market scan”. */
export function nameSlug(slug: string): string {
  const words = slug.replace(/\.md$/, '').replaceAll(/[-_]+/g, ' ').trim();
  return words === '' ? slug : `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
