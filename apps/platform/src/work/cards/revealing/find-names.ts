import { type ClientName, type FoldedWord, readWords } from './client-names.ts';

/** A place of a text; `end` is the index after it. */
export interface Place {
  start: number;
  end: number;
}

/** Names are found at the beginning of longer words (“Nordwindwerk”) from this length. */
const shortestPrefix = 5;
/** Longest ending of a name in a text, such as a genitive. */
const longestEnding = 2;
/** Most words of a name that are compared. */
const longestName = 8;
/** Most characters between two words of a name. */
const longestGap = 3;
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/**
 * Finds the places where names stand in a text, in any spelling of upper and lower case and accents, inflected, and at
 * the beginning of compounds. Scripts without spaces are searched for the characters of the name. Its time grows with
 * the text and the number of names, not with their product.
 */
export function findNames(text: string, names: readonly ClientName[]): Place[] {
  const found: Place[] = [];
  const spaced = indexNames(names.filter(({ words }) => !isUnspaced(words)));
  const words = readWords(text);
  for (const [at, word] of words.entries()) {
    let before = '';
    for (let index = at; index < at + spaced.mostWords; index += 1) {
      const [last, previous] = [words[index], words[index - 1]];
      if (!last || (index > at && previous && last.start - previous.end > longestGap)) break;
      if (endsName(spaced, before, last)) found.push({ start: word.start, end: last.end });
      before += `${last.fold} `;
    }
  }
  for (const { words: name } of names.filter((one) => isUnspaced(one.words))) {
    found.push(...findCharacters(text, name.map(({ word }) => word).join('')));
  }
  return mergePlaces(found);
}

/** Names by their folded words. */
interface NameIndex {
  folded: ReadonlySet<string>;
  exact: ReadonlySet<string>;
  mostWords: number;
}

function indexNames(names: readonly ClientName[]): NameIndex {
  const cut = names.map(({ words, isExact }) => ({ words: words.slice(0, longestName), isExact }));
  const folded = cut.filter(({ isExact }) => !isExact);
  return {
    folded: new Set(folded.map(({ words }) => words.map(({ fold }) => fold).join(' '))),
    exact: new Set(cut.filter(({ isExact }) => isExact).map(({ words }) => words[0]?.word ?? '')),
    mostWords: Math.max(0, ...cut.map(({ words }) => words.length)),
  };
}

/** Returns true if a name consists of the words before, and of the last one, its beginning or its stem. */
function endsName({ folded, exact }: NameIndex, before: string, { fold, word }: FoldedWord): boolean {
  if (before === '' && exact.has(word)) return true;
  for (let length = fold.length; length > 0; length -= 1) {
    if (length < shortestPrefix && length < fold.length - longestEnding) return false;
    if (folded.has(before + fold.slice(0, length))) return true;
  }
  return false;
}

/** Joins places that overlap, in the order of the text. */
export function mergePlaces(places: readonly Place[]): Place[] {
  const merged: Place[] = [];
  for (const { start, end } of places.toSorted((one, other) => one.start - other.start)) {
    const last = merged.at(-1);
    if (last && start < last.end) last.end = Math.max(last.end, end);
    else merged.push({ start, end });
  }
  return merged;
}

const isUnspaced = (words: ClientName['words']) => words.some(({ word }) => unspaced.test(word));

function findCharacters(text: string, name: string): Place[] {
  const found: Place[] = [];
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + name.length)) {
    found.push({ start: at, end: at + name.length });
  }
  return found;
}
