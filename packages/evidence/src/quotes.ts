import type { TimeSlice } from '@ecp/semaphore/semaphore';
import { decodeNamedCharacterReference } from 'decode-named-character-reference';
import { mayStartNote, measureNoteMarks } from './note-marks.ts';
import { mayOmit } from './omissions.ts';

/** The place of quoted words in a text, as indices of the original. */
export interface TextRange {
  start: number;
  end: number;
}

/** Limits the gap between the parts of a quote, in folded units. */
const maxGap = 3_000;
/** Limits the places of a part that are tried within one gap. */
const maxPlaces = 12;
/** Units of a folded text that are searched in one go. */
const searchLength = 1_000_000;

/** A part of a quote between two omissions, folded for comparison. */
export interface QuotePart {
  folded: string;
  /** The words in brackets that the quote sets before this part. Empty for none. */
  insertion: string;
  /** The part before this one is shown as the end of a sentence. */
  followsEnd: boolean;
  /** It begins with a capital letter, or in a script without them. */
  startsSentence: boolean;
}

/** A mark of an omission, words in brackets, or a single letter whose case was changed: “[T]he”. */
const omissionMark =
  /(?:(?<=\p{L})\[(?<ending>\p{L})\]|\[(?<letter>\p{L})\](?=\p{L}))|\[(?<words>[^\]]{0,120})\]|…|&hellip;|\.{3,}|(?:\. ){2,}\./gu;
/** Signs that end a sentence, with the quotation marks and notes behind them. */
const sentenceEnd = /[.!?。！？]["”“»’)\]]*\s*$/u;

/**
 * Splits a quote at its marks of omission and bracketed insertions. Empty for a quote without
 * words.
 */
export function foldQuote(quote: string): QuotePart[] {
  const parts: QuotePart[] = [];
  let written = '';
  let from = 0;
  let [insertion, followsEnd] = ['', false];
  const close = () => {
    const folded = trimEdges(foldShort(written));
    if (folded === '') return;
    parts.push({
      folded,
      insertion,
      followsEnd,
      startsSentence: !/^[^\p{L}]*\p{Ll}/u.test(written),
    });
    [insertion, followsEnd] = ['', false];
  };
  for (const match of quote.matchAll(omissionMark)) {
    written += quote.slice(from, match.index);
    from = match.index + match[0].length;
    const letter = match.groups?.['letter'] ?? match.groups?.['ending'];
    if (letter !== undefined) {
      written += letter;
      continue;
    }
    close();
    insertion = `${insertion} ${(match.groups?.['words'] ?? '').replace(/[….]/gu, '')}`.trim();
    // The first of four points ends a sentence.
    followsEnd ||= sentenceEnd.test(written) || /^\.{4}/.test(match[0]);
    written = '';
  }
  written += quote.slice(from);
  close();
  return parts;
}

/**
 * Finds quoted words in the whole of a text: whole parts in order, close together, at word
 * boundaries, the first letter in any case. What the quote leaves out between them changes no
 * meaning (see `mayOmit`).
 */
export async function findQuote(
  text: FoldedText,
  parts: readonly QuotePart[],
  slice: TimeSlice,
): Promise<TextRange | null> {
  const [first, ...rest] = parts;
  if (first === undefined) return null;
  const next = listForms(first.folded).map((form) => ({ form, at: -2 }));
  for (let from = 0; ; ) {
    for (const one of next)
      if (one.at !== -1 && one.at < from) one.at = await searchAll(text, one.form, from, slice);
    const places = next.map(({ at }) => at).filter((at) => at !== -1);
    if (places.length === 0) return null;
    const start = Math.min(...places);
    if (slice.isUsedUp()) await slice.yieldToEventLoop();
    const end = await followParts(text, rest, start + first.folded.length, slice);
    if (end !== null) return { start: text.origins[start] ?? 0, end: originEnd(text, end) };
    from = start + 1;
  }
}

/** Finds the first whole place of words from an index on; -1 for none. */
async function searchAll(
  text: FoldedText,
  words: string,
  from: number,
  slice: TimeSlice,
): Promise<number> {
  for (let at = from; at < text.folded.length; at += searchLength) {
    const start = findWhole(text, words, at, at + searchLength);
    if (start !== null) return start;
    if (slice.isUsedUp()) await slice.yieldToEventLoop();
  }
  return -1;
}

/**
 * Finds the other parts of a quote behind an index. Returns the index behind the last one, or null.
 */
async function followParts(
  text: FoldedText,
  parts: readonly QuotePart[],
  from: number,
  slice: TimeSlice,
): Promise<number | null> {
  let ends = [from];
  for (const part of parts) {
    const next = new Set<number>();
    for (const end of ends) {
      for (const start of listPlaces(text, part, end)) next.add(start + part.folded.length);
      if (slice.isUsedUp()) await slice.yieldToEventLoop();
    }
    ends = [...next].slice(0, maxPlaces);
  }
  return ends[0] ?? null;
}

/** Lists the places close behind an index where a part may follow. */
function listPlaces(text: FoldedText, part: QuotePart, from: number): number[] {
  const start = originEnd(text, from);
  const places: number[] = [];
  let at = findPart(text, part.folded, from, from + maxGap);
  for (let tries = 0; at !== null && tries < maxPlaces; tries += 1) {
    const omission = {
      start,
      end: text.origins[at] ?? start,
      insertion: part.insertion,
      endsSentence: part.followsEnd,
      startsSentence: part.startsSentence,
    };
    if (mayOmit(text.original, omission)) places.push(at);
    at = findPart(text, part.folded, at + 1, from + maxGap);
  }
  return places;
}

/** The first letter of a part may have either case. */
function listForms(part: string): string[] {
  const rest = part.slice(1);
  return [
    ...new Set([part, part.charAt(0).toUpperCase() + rest, part.charAt(0).toLowerCase() + rest]),
  ];
}

function findPart(text: FoldedText, part: string, from: number, to: number): number | null {
  const places = listForms(part).flatMap((form) => findWhole(text, form, from, to) ?? []);
  return places.length === 0 ? null : Math.min(...places);
}

/** Finds the first place between two indices where words begin. */
function findWhole(text: FoldedText, words: string, from: number, to: number): number | null {
  const haystack = text.folded.slice(from, to + words.length);
  for (let at = haystack.indexOf(words); at !== -1; at = haystack.indexOf(words, at + 1)) {
    if (isWhole(text, from + at, from + at + words.length)) return from + at;
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
  if (wordUnit.test(before) && wordUnit.test(after))
    return !(unspaced.test(before) || unspaced.test(after));
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

/**
 * A text in the form in which quotes are compared, with the position of each unit in the original.
 */
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
 * Removes what typography may change in a quote, in linear time: white space, hyphenation,
 * quotation marks, dashes, markdown, HTML, composition (NFKC), note marks (12.5[3], 12.5³), digit
 * grouping. Letters, digits, case and other punctuation stay; separate numbers stay separate.
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
  const marks = mayStartNote(unit) ? measureNoteMarks(text, at) : 0;
  if (marks > 0) {
    const isBetweenNumbers =
      isDigit(text.charAt(at - 1)) && /^\s*\d/.test(text.slice(at + marks, at + marks + 8));
    if (isBetweenNumbers) sink.push(' ', at);
    return at + marks;
  }
  if (betweenNumbers.test(unit) && isDigit(text.charAt(at - 1))) {
    const end = foldGap(text, at, sink);
    if (end > at) return end;
  }
  if (unit === '[' || unit === ']' || unit === '<' || unit === '&')
    return foldMarkup(text, at, unit, sink);
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

/**
 * Keeps two numbers apart, unless the gap may group the digits of one. Returns the same index if no
 * number follows.
 */
function foldGap(text: string, at: number, sink: Sink): number {
  const gap = /^[\s|~]+(?=\d)/.exec(text.slice(at, at + 40))?.[0].length ?? 0;
  if (gap === 0) return at;
  const mayGroup =
    /(?:^|\D)\d{1,3}$/.test(text.slice(Math.max(0, at - 4), at)) &&
    /^\d{3}(?!\d)/.test(text.slice(at + gap, at + gap + 4));
  if (!mayGroup) sink.push(' ', at);
  return at + gap;
}

/**
 * Folds points and commas inside numbers: thousands separators are removed, any other becomes a
 * decimal point.
 */
function foldSeparator(text: string, at: number, unit: string, sink: Sink): number {
  if (text.startsWith('...', at)) return at + 3;
  const between = isDigit(text.charAt(at - 1)) && isDigit(text.charAt(at + 1));
  if (!between) sink.push(unit, at);
  else if (!/^\d{3}(?!\d)/.test(text.slice(at + 1, at + 5))) sink.push('.', at);
  return at + 1;
}

/** A tag of HTML. Other words in angle brackets are words of the text. */
const htmlTag =
  /^<\/?(?:a|abbr|article|aside|b|big|blockquote|body|br|caption|center|cite|code|col|colgroup|dd|del|details|dfn|div|dl|dt|em|figcaption|figure|font|footer|h[1-6]|head|header|hr|html|i|img|ins|kbd|label|li|main|mark|nav|ol|p|pre|q|rp|rt|ruby|s|samp|section|small|span|strike|strong|sub|summary|sup|table|tbody|td|tfoot|th|thead|time|title|tr|tt|u|ul|var|wbr)(?:\s[^<>]*)?\/?>/i;

/**
 * Keeps the words of links and addresses in angle brackets, removes footnote references and tags,
 * and decodes entities.
 */
function foldMarkup(text: string, at: number, unit: string, sink: Sink): number {
  const ahead = text.slice(at, at + 300);
  if (unit === '[') return at + 1;
  if (unit === ']') return at + (/^\]\([^()\s]*\)/.exec(ahead)?.[0].length ?? 1);
  if (unit === '<') {
    const address = /^<(https?:\/\/[^<>\s]+)>/i.exec(ahead);
    if (address?.[1] !== undefined) {
      sink.push(foldShort(address[1]), at);
      return at + address[0].length;
    }
    const tag = htmlTag.exec(ahead)?.[0];
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
  const code = /^#x/i.test(name)
    ? Number.parseInt(name.slice(2), 16)
    : Number.parseInt(name.slice(1), 10);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : false;
}

function foldForeign(text: string, at: number, sink: Sink): number {
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
  const cluster = markOrForeign.exec(text.slice(at, at + 12))?.[0] ?? character;
  if (foreignDropped.test(character)) return at + character.length;
  // A raised digit that marks no note joins no number: 10³ is not 103.
  if (/[⁰¹²³⁴-⁹]/.test(character) && /\d[⁰¹²³⁴-⁹]*$/.test(text.slice(Math.max(0, at - 12), at))) {
    sink.push(character, at);
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
