/** Turns the filename of a document into words, where its title is not at hand: `market-scan.md` is “Market scan”. */
export function wordsOfFilename(filename: string): string {
  const words = filename.replace(/\.md$/i, '').replaceAll(/[-_]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
