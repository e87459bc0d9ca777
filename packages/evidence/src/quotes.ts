import type { TimeSlice } from '@ecp/semaphore/semaphore';
import { decodeNamedCharacterReference } from 'decode-named-character-reference';

/** The place of quoted words in a text, as indices of the original. */
export interface TextRange {
  start: number;
  end: number;
}

/** Limits the gap between the parts of a quote, in folded units. */
const maxGap = 3_000;
/** Limits the places of the first part that are tried. */
const maxTries = 200;

/** Splits a quote at ellipses and bracketed insertions into folded parts. Empty for a quote without words. */
export function foldQuote(quote: string): string[] {
  return quote
    .replace(/\[(\p{L})\]/gu, '$1')
    .replace(/\[[^\]]{0,120}\]/g, '…')
    .split(/…|\.{3,}|(?:\. ){2,}\./)
    .map((part) => trimEdges(foldShort(part.replace(/&hellip;/g, ''))))
    .filter((part) => part !== '');
}

/** Finds quoted words: whole parts in order, close together, at word boundaries, the first letter in any case. */
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

/** Its first letter may have either case. */
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

/** True if neither end splits a word or a number of the original. */
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

/** A text in the form in which quotes are compared, with the position of each unit in the original. */
export interface FoldedText {
  original: string;
  folded: string;
  /** Index in `original` for each unit of `folded`. */
  origins: Uint32Array;
}

const dropped = new Set(' \t\n\r\v\f"\'`*_|~\\[]');
const dashes = new Set('-‐‑‒–—−―');
const foreignDropped = /[\s\p{Cf}\p{Pi}\p{Pf}„‚´′″「」『』…]/u;
const markOrForeign = /^(?:[^\p{M}])\p{M}+/u;
/** Units that are folded between two checks of the time slice: about a millisecond of work. */
const stretch = 8_192;

/**
 * Removes what typography may change in a quote, in linear time: white space, hyphenation, quotation marks, dashes,
 * markdown, HTML, composition (NFKC), note marks (12.5[3], 12.5³), digit grouping. Letters, digits, case and other
 * punctuation stay; separate numbers stay separate.
 */
export async function foldText(text: string, slice: TimeSlice): Promise<FoldedText> {
  const sink = createSink(text);
  for (let at = 0, due = stretch; at < text.length; ) {
    at = foldAt(text, at, sink);
    if (at < due) continue;
    due = at + stretch;
    sink.flush();
    if (slice.isUsedUp()) await slice.yieldToEventLoop();
  }
  return sink.end();
}

export function foldShort(text: string): string {
  const sink = createSink(text);
  for (let at = 0; at < text.length; ) at = foldAt(text, at, sink);
  return sink.end().folded;
}

interface Sink {
  push: (units: string, origin: number) => void;
  flush: () => void;
  end: () => FoldedText;
}

function createSink(original: string): Sink {
  let origins = new Uint32Array(original.length + 64);
  let length = 0;
  const parts: string[] = [];
  let part = '';
  return {
    push(units, origin) {
      if (length + units.length > origins.length) {
        const larger = new Uint32Array(origins.length * 2 + units.length);
        larger.set(origins);
        origins = larger;
      }
      origins.fill(origin, length, length + units.length);
      length += units.length;
      part += units;
    },
    flush() {
      parts.push(part);
      part = '';
    },
    end: () => ({ original, folded: parts.join('') + part, origins: origins.subarray(0, length) }),
  };
}

function foldAt(text: string, at: number, sink: Sink): number {
  const unit = text.charAt(at);
  if (betweenNumbers.test(unit) && isDigit(text.charAt(at - 1))) {
    const end = foldGap(text, at, sink);
    if (end > at) return end;
  }
  if (unit === '[' || unit === ']' || unit === '<' || unit === '&') return foldMarkup(text, at, unit, sink);
  if (dropped.has(unit)) return at + 1;
  if (dashes.has(unit)) {
    if (/^\s*\d/.test(text.slice(at + 1, at + 6))) sink.push('-', at);
    return at + 1;
  }
  if (unit === '.' || unit === ',') return foldSeparator(text, at, unit, sink);
  if ((unit === '#' || unit === '>') && isLineStart(text, at)) return at + 1;
  if (unit < '\x7f' && !(text.charCodeAt(at + 1) >= 0x300)) {
    sink.push(unit, at);
    return at + 1;
  }
  return foldForeign(text, at, sink);
}

const betweenNumbers = /[\s|~]/;

/** Keeps two numbers apart, unless the gap may group the digits of one. Returns the same index if no number follows. */
function foldGap(text: string, at: number, sink: Sink): number {
  const gap = /^[\s|~]+(?=\d)/.exec(text.slice(at, at + 40))?.[0].length ?? 0;
  if (gap === 0) return at;
  const mayGroup =
    /(?:^|\D)\d{1,3}$/.test(text.slice(Math.max(0, at - 4), at)) &&
    /^\d{3}(?!\d)/.test(text.slice(at + gap, at + gap + 4));
  if (!mayGroup) sink.push(' ', at);
  return at + gap;
}

/** Folds points and commas inside numbers: thousands separators are removed, any other becomes a decimal point. */
function foldSeparator(text: string, at: number, unit: string, sink: Sink): number {
  if (text.startsWith('...', at)) return at + 3;
  const between = isDigit(text.charAt(at - 1)) && isDigit(text.charAt(at + 1));
  if (!between) sink.push(unit, at);
  else if (!/^\d{3}(?!\d)/.test(text.slice(at + 1, at + 5))) sink.push('.', at);
  return at + 1;
}

/** Keeps the words of links and addresses in angle brackets, removes footnote references and tags, and decodes entities. */
function foldMarkup(text: string, at: number, unit: string, sink: Sink): number {
  const ahead = text.slice(at, at + 300);
  const noteMark = unit === '[' ? findNoteMark(text, at) : 0;
  if (noteMark > 0) return at + noteMark;
  if (unit === '[') return at + (/^\[\^[^\]\s]{1,40}\]/.exec(ahead)?.[0].length ?? 1);
  if (unit === ']') return at + (/^\]\([^()\s]*\)/.exec(ahead)?.[0].length ?? 1);
  if (unit === '<') {
    const address = /^<(https?:\/\/[^<>\s]+)>/i.exec(ahead);
    if (address?.[1] !== undefined) {
      sink.push(foldShort(address[1]), at);
      return at + address[0].length;
    }
    const tag = /^<\/?[a-zA-Z][^<>]*>/.exec(ahead)?.[0];
    if (tag === undefined) sink.push(unit, at);
    return at + (tag?.length ?? 1);
  }
  const entity = /^&(#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,30});/.exec(ahead);
  const decoded = entity?.[1] === undefined ? false : decodeEntity(entity[1]);
  if (!entity || decoded === false) {
    sink.push(unit, at);
    return at + 1;
  }
  const folded = decoded === '&' || decoded === '<' ? decoded : foldShort(decoded);
  sink.push(folded, at);
  return at + entity[0].length;
}

function decodeEntity(name: string): string | false {
  if (!name.startsWith('#')) return decodeNamedCharacterReference(name);
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : false;
}

/** Returns the length of a note's mark in brackets behind a word or a number: `12.5[3]`, also escaped; else 0. */
function findNoteMark(text: string, at: number): number {
  const before = text.slice(Math.max(0, at - 2), at).replace(/\\$/, '');
  if (!/[\p{L}\p{N}%).,;:!?"”’]$/u.test(before)) return 0;
  return /^\[\d{1,3}(?:\s?[,;–-]\s?\d{1,3}){0,9}\\?\](?!\()/.exec(text.slice(at, at + 80))?.[0].length ?? 0;
}

/** Raised digits behind a number are the mark of a note, except for powers of ten. */
const raisedDigits = /[⁰¹²³⁴-⁹]/;
const raisedBehindNumber = /(\d)[⁰¹²³⁴-⁹]*$/;
const powerOfTen = /(?:^|[^\d.,])10[⁰¹²³⁴-⁹]*$/;

function foldForeign(text: string, at: number, sink: Sink): number {
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
  const cluster = markOrForeign.exec(text.slice(at, at + 12))?.[0] ?? character;
  if (foreignDropped.test(character)) return at + character.length;
  const before = raisedDigits.test(character) ? text.slice(Math.max(0, at - 12), at) : '';
  if (raisedBehindNumber.test(before)) {
    if (powerOfTen.test(before)) sink.push(character, at);
    return at + character.length;
  }
  for (const composed of cluster.normalize('NFKC')) {
    if (!dropped.has(composed) && !foreignDropped.test(composed)) sink.push(composed, at);
  }
  return at + cluster.length;
}

function isLineStart(text: string, at: number): boolean {
  return /(?:^|\n)[\s>#]*$/.test(text.slice(Math.max(0, at - 12), at));
}

function isDigit(unit: string): boolean {
  return unit >= '0' && unit <= '9';
}

/** Removes case, quotation marks, dashes and spaces from the name of a source. */
export function foldName(name: string): string {
  return stripMarks(name)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_\p{Pd}]+/gu, ' ')
    .trim();
}

/** Removes quotation marks and emphasis, and collapses white space. */
export function stripMarks(text: string): string {
  return text
    .replace(/[“”„"«»‘’*`]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}
