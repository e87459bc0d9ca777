import { type FoldedText, foldShort, isDigit } from './fold-text.ts';

/** The place of quoted words in a text, as indices of the original. */
export interface TextRange {
  start: number;
  end: number;
}

/** Longest gap between the parts of a quote, in folded units. */
const maxGap = 3_000;
/** Most places of the first part that are tried. */
const maxTries = 200;

/**
 * Splits a quote at ellipses and bracketed insertions into folded parts for the search. Empty for a quote without
 * words.
 */
export function foldQuote(quote: string): string[] {
  return quote
    .replace(/\[(\p{L})\]/gu, '$1')
    .replace(/\[[^\]]{0,120}\]/g, '…')
    .split(/…|\.{3,}|(?:\. ){2,}\./)
    .map((part) => trimEdges(foldShort(part.replace(/&hellip;/g, ''))))
    .filter((part) => part !== '');
}

/**
 * Finds quoted words in a text: all parts whole, in order and close together. The first letter of a part may have
 * either case. Parts must begin and end at boundaries of words and numbers. Returns null if the text does not contain
 * them.
 */
export function findQuote(text: FoldedText, parts: string[]): TextRange | null {
  const [first, ...rest] = parts;
  if (first === undefined) return null;
  for (let from = 0, tries = 0; tries < maxTries; tries += 1) {
    const start = findPart(text, first, from, text.folded.length);
    if (start === null) return null;
    const end = followParts(text, rest, start + first.length);
    if (end !== null) return { start: text.origins[start] ?? 0, end: originEnd(text, end) };
    from = start + 1;
  }
  return null;
}

function followParts(text: FoldedText, parts: string[], from: number): number | null {
  let end = from;
  for (const part of parts) {
    const start = findPart(text, part, end, end + maxGap);
    if (start === null) return null;
    end = start + part.length;
  }
  return end;
}

/** Returns the index of a part in the folded text between two indices. Its first letter may have either case. */
function findPart(text: FoldedText, part: string, from: number, to: number): number | null {
  const rest = part.slice(1);
  const forms = [...new Set([part, part.charAt(0).toUpperCase() + rest, part.charAt(0).toLowerCase() + rest])];
  const found = forms.flatMap((form) => findWhole(text, form, from, to) ?? []);
  return found.length === 0 ? null : Math.min(...found);
}

function findWhole(text: FoldedText, part: string, from: number, to: number): number | null {
  const haystack = to - from > 2 * maxGap ? text.folded : text.folded.slice(from, to + part.length);
  const base = haystack === text.folded ? 0 : from;
  for (let at = haystack.indexOf(part, from - base); at !== -1; at = haystack.indexOf(part, at + 1)) {
    if (isWhole(text, base + at, base + at + part.length)) return base + at;
  }
  return null;
}

const wordUnit = /[\p{L}\p{N}]/u;
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** Returns true if neither end splits a word or a number of the original. */
function isWhole({ original, origins }: FoldedText, start: number, end: number): boolean {
  const first = origins[start] ?? 0;
  const last = origins[end - 1] ?? 0;
  return !cuts(original, first) && !cuts(original, last + characterLength(original, last));
}

function cuts(text: string, at: number): boolean {
  const [before, after] = [text.charAt(at - 1), text.charAt(at)];
  if (wordUnit.test(before) && wordUnit.test(after)) return !(unspaced.test(before) || unspaced.test(after));
  if (/[.,]/.test(after) && isDigit(before)) return isDigit(text.charAt(at + 1));
  return /[.,]/.test(before) && isDigit(after) && isDigit(text.charAt(at - 2));
}

function originEnd({ original, origins }: FoldedText, end: number): number {
  const last = origins[end - 1] ?? 0;
  return last + characterLength(original, last);
}

function characterLength(text: string, at: number): number {
  const marks = /^.\p{M}*/su.exec(text.slice(at, at + 12))?.[0].length ?? 1;
  return (text.codePointAt(at) ?? 0) > 0xffff ? Math.max(2, marks) : marks;
}

function trimEdges(part: string): string {
  return part.replace(/^[.,;:!?)\]-]+|[.,;:!?([-]+$/g, '');
}
