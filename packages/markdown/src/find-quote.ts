import { foldSpaces, type RenderedText } from './rendered-text.ts';
import { foldTitle, titleOf } from './sectioned-document.ts';

export interface TextRange {
  start: number;
  end: number;
}

/**
 * A quote with the words around it, which select one of several places (W3C Web Annotation,
 * TextQuoteSelector).
 */
interface QuoteSelector {
  quote: string;
  prefix?: string;
  suffix?: string;
}

export interface SqueezedText {
  letters: string;
  at: Uint32Array;
}

/** Characters before and after a passage that are stored with it. */
const contextLength = 32;
/** Limits the places of a quote that are compared. */
const maxPlaces = 2_000;
const footnoteMark = /\[\^[^[\]\s]+\]/g;

/** Removes white space, which pages, cells and lines set differently. */
export function squeeze(text: string): SqueezedText {
  const at = new Uint32Array(text.length);
  let length = 0;
  const letters = text.replace(/\S+/g, (word, start: number) => {
    for (let index = 0; index < word.length; index += 1) at[length + index] = start + index;
    length += word.length;
    return word;
  });
  return { letters: letters.replace(/\s+/g, ''), at: at.subarray(0, length) };
}

/**
 * Finds the passage that a quote selects, or null. Of several, the best fit of prefix and suffix
 * counts, else the first.
 */
export function findQuote({ text }: RenderedText, selector: QuoteSelector): TextRange | null {
  return findInSqueezed(squeeze(text), selector);
}

/** Finds a passage like `findQuote`, in a text that is squeezed once for many searches. */
export function findInSqueezed(squeezed: SqueezedText, selector: QuoteSelector): TextRange | null {
  const places = findPlaces(squeezed.letters, selector.quote);
  const prefix = squeeze(selector.prefix ?? '').letters;
  const suffix = squeeze(selector.suffix ?? '').letters;
  const scored = places.map((place) => ({
    ...place,
    score:
      agreeBackwards(squeezed.letters, place.start, prefix) +
      agreeForwards(squeezed.letters, place.end, suffix),
  }));
  const best = scored.toSorted((a, b) => b.score - a.score || a.start - b.start)[0];
  return best ? rangeOf(squeezed, best) : null;
}

/** Finds the only place with exactly these words, prefix and suffix, or null. */
export function findWithContext(
  squeezed: SqueezedText,
  selector: Required<QuoteSelector>,
): TextRange | null {
  const [prefix, quote, suffix] = [selector.prefix, selector.quote, selector.suffix].map(
    (part) => squeeze(part).letters,
  );
  if (!quote || prefix === undefined || suffix === undefined) return null;
  const wanted = prefix + quote + suffix;
  const found = squeezed.letters.indexOf(wanted);
  if (found === -1 || squeezed.letters.includes(wanted, found + 1)) return null;
  const start = found + prefix.length;
  return rangeOf(squeezed, { start, end: start + quote.length });
}

/** Returns the words of a passage and around it, on one line. */
export function selectorOf(
  { text }: RenderedText,
  { start, end }: TextRange,
): Required<QuoteSelector> {
  return {
    quote: foldSpaces(text.slice(start, end)),
    prefix: foldSpaces(text.slice(Math.max(0, start - contextLength), start)),
    suffix: foldSpaces(text.slice(end, end + contextLength)),
  };
}

function findPlaces(letters: string, quote: string): TextRange[] {
  for (const given of [quote, quote.replace(footnoteMark, '')]) {
    const wanted = squeeze(given).letters;
    const places: TextRange[] = [];
    let from = wanted === '' ? -1 : letters.indexOf(wanted);
    for (; from !== -1 && places.length < maxPlaces; from = letters.indexOf(wanted, from + 1)) {
      places.push({ start: from, end: from + wanted.length });
    }
    if (places.length > 0) return places;
  }
  return [];
}

function rangeOf({ at }: SqueezedText, { start, end }: TextRange): TextRange {
  return { start: at[start] ?? 0, end: (at[end - 1] ?? 0) + 1 };
}

function agreeBackwards(letters: string, from: number, prefix: string): number {
  let count = 0;
  while (count < prefix.length && letters[from - 1 - count] === prefix[prefix.length - 1 - count])
    count += 1;
  return count;
}

function agreeForwards(letters: string, from: number, suffix: string): number {
  let count = 0;
  while (count < suffix.length && letters[from + count] === suffix[count]) count += 1;
  return count;
}

const quotes = /["“„«]([^"“”„«»]+)["”“»]|「([^「」]+)」/g;
/** Sets the least number of characters of quoted words that identify a passage. */
const shortestQuote = 12;

/**
 * True if a note has the section's heading or quotes it. More is not guessed, because a person's
 * text is at risk.
 */
export function isAbout(note: string, section: string): boolean {
  const title = foldTitle(titleOf(section) ?? '');
  if (title !== '' && ` ${foldWords(note)} `.includes(` ${title} `)) return true;
  const words = foldWords(section);
  return [...note.matchAll(quotes)].some(([, quoted, inCorners]) => {
    const told = foldWords(quoted ?? inCorners ?? '');
    return told.length >= shortestQuote && words.includes(told);
  });
}

function foldWords(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
