const word = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:[.,'’](?=\p{N})[\p{N}]+)*/gu;
/**
 * Scripts without spaces between words, or with particles attached to words. They are searched by pairs of characters.
 */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const maxWordLength = 40;
const maxRunLength = 2_000;
/** Words of at least this length may be compounds. Their last part is searched as well. */
const compoundLength = 9;
const minStemLength = 4;
/** Most stems of a query, because each term costs time. */
const maxQueryStems = 24;

/** Marks a reversed word. A prefix search for reversed words finds the ends of compounds. */
export const reversedTermMark = '~';

/** Returns the terms that find a text, including repeats. Long words are also included in reverse. */
export function readTerms(text: string): string[] {
  const terms: string[] = [];
  for (const term of readStems(text)) {
    terms.push(term);
    if (term.length >= compoundLength && isAlphabetic(term)) terms.push(reverse(term));
  }
  return terms;
}

/** Returns the terms of a query, each once. */
export function readQueryTerms(query: string): string[] {
  const stems = new Set(readStems(query));
  return [...stems]
    .slice(0, maxQueryStems)
    .flatMap((stem) => (isPrefixSearchable(stem) && isAlphabetic(stem) ? [stem, reverse(stem)] : [stem]));
}

/** Returns true for a term that is worth searching as a prefix. */
export function isPrefixSearchable(term: string): boolean {
  return term.length >= minStemLength;
}

function* readStems(text: string): Generator<string> {
  for (const [found] of text.normalize('NFKC').toLowerCase().matchAll(word)) {
    if (/^\p{N}/u.test(found)) yield found.replace(/[.,'’]/g, '').slice(0, maxWordLength);
    else if (unspaced.test(found)) yield* readPairs(found.slice(0, maxRunLength));
    else yield stemWord(fold(found.slice(0, maxWordLength)));
  }
}

function* readPairs(run: string): Generator<string> {
  const characters = [...run];
  if (characters.length === 1) yield run;
  for (let index = 0; index + 1 < characters.length; index += 1) yield `${characters[index]}${characters[index + 1]}`;
}

/** Removes accents, so that naïve equals naive and Größe equals Grosse. */
function fold(lower: string): string {
  return lower.normalize('NFKD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss').replaceAll('ø', 'o').replaceAll('ł', 'l');
}

/** Reduces English and German forms of a word to one stem: prices and priced, Kosten and Kost. */
function stemWord(folded: string): string {
  let stem = folded.replace(/ies$/, 'y');
  for (;;) {
    const ending = /(?:ing|ed|en|er|em|es|e|n|s)$/.exec(stem)?.[0].length ?? 0;
    if (ending === 0 || stem.length - ending < minStemLength) return stem;
    stem = stem.slice(0, -ending);
  }
}

function reverse(term: string): string {
  return reversedTermMark + [...term].reverse().join('');
}

function isAlphabetic(term: string): boolean {
  return /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]+$/u.test(term);
}
