const word = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:[.,'’](?=\p{N})[\p{N}]+)*/gu;
/** Scripts whose words are not set apart by spaces, or carry their particles: pairs of characters find them. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const maxWordLength = 40;
const maxRunLength = 2_000;
/** Words from this length on may be compounds, whose last part is looked for as well. */
const compoundLength = 9;
const minStemLength = 4;
/** A query of more words is a paragraph: each term costs time. */
const maxQueryStems = 24;

/** Marks a word that is written backwards, so that a search for its beginning finds ends of compounds. */
export const reversedTermMark = '~';

/** The terms under which a text is found, repeats included. Long words stand there backwards too. */
export function readTerms(text: string): string[] {
  const terms: string[] = [];
  for (const term of readStems(text)) {
    terms.push(term);
    if (term.length >= compoundLength && isAlphabetic(term)) terms.push(reverse(term));
  }
  return terms;
}

/** The terms that a query looks for, each once. */
export function readQueryTerms(query: string): string[] {
  const stems = new Set(readStems(query));
  return [...stems]
    .slice(0, maxQueryStems)
    .flatMap((stem) => (isPrefixSearchable(stem) && isAlphabetic(stem) ? [stem, reverse(stem)] : [stem]));
}

/** True for a term that is worth looking for as the beginning of longer ones. */
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

/** Takes accents off: naïve and naive, Größe and Grosse are one. */
function fold(lower: string): string {
  return lower.normalize('NFKD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss').replaceAll('ø', 'o').replaceAll('ł', 'l');
}

/** Brings the forms of a word together in English and German: prices and priced, Kosten and Kost. */
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
