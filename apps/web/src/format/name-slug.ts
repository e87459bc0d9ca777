/** A slug or file name as words: `pricing-strategist` is “Pricing strategist”, `market-scan.md` is “Market scan”. */
export function nameSlug(slug: string): string {
  const words = slug.replace(/\.md$/, '').replaceAll(/[-_]+/g, ' ').trim();
  return words === '' ? slug : `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
