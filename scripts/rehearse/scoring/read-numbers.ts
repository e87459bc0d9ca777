import type { Language } from '@ecp/language/language';
import { readSpelling } from '@ecp/language/number-style';
import type { Unit } from '../key-file.ts';

/** A number of a text in whole units, without its sign. `unit` is null if the text shows none of `units` beside it. */
export interface ReadNumber {
  value: number;
  unit: Unit | null;
  /** The number as it stands in the text, with scale and unit. */
  shown: string;
  /** The characters before and after it, at most 20 each. */
  before: string;
  after: string;
}

/** A number with its place in the text. */
interface PlacedNumber {
  value: number;
  unit: Unit | null;
  scale: number;
  start: number;
  end: number;
}

/** Scale and unit that the head of a column gives to its numbers. */
export interface Measure {
  scale: number;
  unit: Unit | null;
}

type Words<T> = [word: string, meaning: T][];
const spell = <T>(list: [T, string][]): Words<T> =>
  list
    .flatMap(([meaning, words]) => words.split('|').map((word): [string, T] => [word, meaning]))
    .sort(([a], [b]) => b.length - a.length);

const scales = spell<number>([
  [1e9, 'billions|billion|bn|milliarden|milliarde|milliards|milliard|mrd.|mrd|mil millones|十億'],
  [1e8, '億'],
  [1e6, 'millions|million|millionen|millones|millón|mio.|mio|mn|m|百万'],
  [1e4, '万'],
  [1e3, 'thousand|tausend|tsd.|tsd|milliers|mille|mil|k|t|千'],
]);
const unitWords = spell<Unit>([
  ['percent', '%|percent|per cent|prozent|pour cent|por ciento|パーセント'],
  ['EUR', "€|eur|euros|euro|d'euros"],
  ['GBP', '£|gbp|pounds'],
  ['USD', 'us$|$|usd|dollars|dollar'],
  ['JPY', '円|¥|jpy|yen'],
]);
const prefixes = unitWords.filter(([word]) => /^(?:[€£$¥]|us\$|eur|gbp|usd|jpy)$/.test(word));

const numeral = /(?<![\d.,])(?:\d{1,3}(?:[ ']\d{3})+(?!\d)(?:[.,]\d+)?|\d+(?:[.,]\d+)*)/g;
const money = /^ ?(?:[€£$¥]|eur|gbp|usd|jpy)/;

/**
 * Reads the numbers of a folded text (`foldText`) in the form of its language, with words for scales and for the units
 * of a key. Dates with two points and numbers of versions are left out.
 */
export function readNumbers(text: string, language: Language): ReadNumber[] {
  const found: PlacedNumber[] = [];
  for (const { 0: digits, index: at } of text.matchAll(numeral)) {
    const plain = parseNumeral(digits, language);
    if (plain === null) continue;
    const number = placeNumber(text, { plain, at, after: at + digits.length });
    const last = found.at(-1);
    // Japanese writes one number in parts: 2億3,162万円.
    if (last?.end === at && last.scale > number.scale) {
      found[found.length - 1] = { ...number, value: last.value + number.value, start: last.start };
    } else found.push(number);
  }
  return found.map(({ value, unit, start, end }) => ({
    value,
    unit,
    shown: text.slice(start, end),
    before: text.slice(Math.max(0, start - 20), start),
    after: text.slice(end, end + 20),
  }));
}

function placeNumber(text: string, { plain, at, after }: { plain: number; at: number; after: number }): PlacedNumber {
  const before = unitBefore(text, at);
  const scale = wordAfter(text, after, scales, before !== null);
  const unit = wordAfter(text, scale?.end ?? after, unitWords);
  return {
    value: plain * (scale?.meaning ?? before?.scale ?? 1),
    unit: unit?.meaning ?? before?.unit ?? null,
    scale: scale?.meaning ?? 1,
    start: before?.start ?? at,
    end: unit?.end ?? scale?.end ?? after,
  };
}

/** Reads the scale and the unit of a column from its head: `Revenue (EUR 000)`, `Umsatz in T€`, `売上（千円）`. */
export function readMeasure(foldedHead: string): Measure {
  const head = ` ${foldedHead.replace(/(?<!\p{L})([tkm])(?=€|eur)/gu, '$1 ')} `;
  const has = (word: string) =>
    /^[a-z']/.test(word)
      ? new RegExp(`(?<!\\p{L})${word.replace('.', '\\.')}(?!\\p{L})`, 'u').test(head)
      : head.includes(word);
  const unit = unitWords.find(([word]) => has(word))?.[1] ?? null;
  if (/(?<![\d.,])'?000(?!\d)/.test(head)) return { scale: 1e3, unit };
  const known = scales.filter(([word]) => (word.length > 1 || !/[a-z]/.test(word) || unit !== null) && has(word));
  return { scale: known[0]?.[1] ?? 1, unit };
}

const repeatedMark = /^\d+([.,])\d+(?:\1\d+)+$/;
const groups = /^[1-9]\d{0,2}(?:[.,]\d{3})+$/;

function parseNumeral(digits: string, language: Language): number | null {
  const compact = digits.replace(/[ ']/g, '');
  if (repeatedMark.test(compact) && !groups.test(compact)) return null;
  return readSpelling(compact, language === 'en' || language === 'ja' ? '.' : ',')[0] ?? null;
}

/** Finds a word directly after an index, or after a space or hyphen. `t`, `k` and `m` are scales beside money only. */
function wordAfter<T>(text: string, at: number, words: Words<T>, isMoney = false): { meaning: T; end: number } | null {
  const start = /[ -]/.test(text.charAt(at)) ? at + 1 : at;
  const found = words.find(([word]) => {
    if (!text.startsWith(word, start)) return false;
    const rest = text.slice(start + word.length, start + word.length + 6);
    if (/^[tkm]$/.test(word)) return money.test(rest) || (isMoney && !/^\p{L}/u.test(rest));
    return !/[a-zé]$/.test(word) || !/^\p{Script=Latin}/u.test(rest);
  });
  return found === undefined ? null : { meaning: found[1], end: start + found[0].length };
}

/** Finds a currency directly before an index: `€`, `EUR`, `T€`, `k€`. */
function unitBefore(text: string, at: number): (Measure & { start: number }) | null {
  const before = text.slice(Math.max(0, at - 6), at).trimEnd();
  const found = prefixes.find(([word]) => before.endsWith(word));
  if (found === undefined) return null;
  const letter = /(?<!\p{L})[tkm]$/u.exec(before.slice(0, -found[0].length))?.[0] ?? '';
  const scale = letter === '' ? 1 : letter === 'm' ? 1e6 : 1e3;
  return { scale, unit: found[1], start: text.lastIndexOf(letter + found[0], at) };
}
