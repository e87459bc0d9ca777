/** Double quotation marks by language. A straight mark after a letter or digit means inches and opens no quotation. */
const pairs = /“([^“”]*)”|„([^„“”]*)[“”]|«\s?([^«»]*?)\s?»|(?<![\p{L}\p{N}])"(?=\S)([^"]*?)(?<=\S)"(?![\p{L}\p{N}])/gu;
const isOnePair = new RegExp(`^(?:${pairs.source})$`, 'u');

/** Puts quotation marks around words of the material: “words”. Inner quotations get single marks. */
export function quoteText(words: string): string {
  return `“${nestQuotes(words)}”`;
}

/** Prepares words for quotation marks: only the marks inside them change, as in print. */
export function nestQuotes(words: string): string {
  const [, ...inner] = isOnePair.exec(words) ?? [];
  const alone = inner.find((part) => part !== undefined);
  if (alone !== undefined) return alone;
  return words.replace(pairs, (_all, ...parts: (string | undefined)[]) => {
    return `‘${parts.slice(0, 4).find((part) => part !== undefined) ?? ''}’`;
  });
}
