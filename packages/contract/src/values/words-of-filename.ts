/**
 * Turns a document's filename into words for want of its title: `market-scan.md` is “Market scan”.
 */
export function wordsOfFilename(filename: string): string {
  const words = filename.replace(/\.md$/i, '').replaceAll(/[-_]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
