/** Double marks in pairs, by language; straight ones open no quotation behind a letter or a digit, where they are inches. */
const pairs = /“([^“”]*)”|„([^„“”]*)[“”]|«\s?([^«»]*?)\s?»|(?<![\p{L}\p{N}])"(?=\S)([^"]*?)(?<=\S)"(?![\p{L}\p{N}])/gu;
const isOnePair = new RegExp(`^(?:${pairs.source})$`, 'u');

/** Puts quotation marks around words of the material: “words”. Quotations inside them get single marks. */
export function quoteText(words: string): string {
  return `“${nestQuotes(words)}”`;
}

/** The words as they stand between quotation marks: only the marks inside them change, as in print. */
export function nestQuotes(words: string): string {
  const [, ...inner] = isOnePair.exec(words) ?? [];
  const alone = inner.find((part) => part !== undefined);
  if (alone !== undefined) return alone;
  return words.replace(pairs, (_all, ...parts: (string | undefined)[]) => {
    return `‘${parts.slice(0, 4).find((part) => part !== undefined) ?? ''}’`;
  });
}
