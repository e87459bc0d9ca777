import { languagesByWord } from '@ecp/language/function-words';
import type { NumberStyle } from '@ecp/language/number-style';
import { type FoundFraction, readFractions } from '@ecp/language/read-fractions';
import { type FoundNumber, readNumbers } from '@ecp/language/read-numbers';
import { readPeriods } from '@ecp/language/read-periods';
import { readUnit } from '@ecp/language/read-units';
import { takePlaces } from '@ecp/language/take-places';
import { LRUCache } from 'lru-cache';
import type { TypedFigure } from './figure.ts';
import { readHedge } from './hedges.ts';
import { attachPeriods } from './period-of-figure.ts';

export type { TypedFigure } from './figure.ts';

/** The figures that were read with a style. A document and each part of a source have their own style object. */
const readBefore = new WeakMap<NumberStyle, LRUCache<string, TypedFigure[]>>();
/** A style keeps the figures of at most this many texts of at most this length. */
const kept = { texts: 256, textLength: 4_000 };

/**
 * Reads the figures of a text, without labels such as "Figure 2". Linear in the text's length. Several rules read the
 * same sentences and passages, so each is read once with a style object.
 */
export function readTyped(text: string, style: NumberStyle): TypedFigure[] {
  if (text.length > kept.textLength) return findFigures(text, style);
  const texts = readBefore.get(style) ?? new LRUCache<string, TypedFigure[]>({ max: kept.texts });
  readBefore.set(style, texts);
  const figures = texts.get(text) ?? findFigures(text, style);
  texts.set(text, figures);
  return figures.map((figure) => ({ ...figure }));
}

/** Reads the figures of a text without the marks of notes, which would part numbers from their units. */
function findFigures(text: string, style: NumberStyle): TypedFigure[] {
  const cuts = [...text.matchAll(noteMark)].map(({ index, 0: { length } }) => ({ index, length }));
  if (cuts.length === 0) return readFigures(text, style);
  let [bare, from] = ['', 0];
  const places = cuts.map(({ index, length }) => {
    bare += text.slice(from, index);
    from = index + length;
    return { at: bare.length, length };
  });
  const moved = (place: number, isEnd: boolean) => {
    let shift = 0;
    for (const { at, length } of places) {
      if (isEnd ? at >= place : at > place) break;
      shift += length;
    }
    return place + shift;
  };
  return readFigures(bare + text.slice(from), style).map((figure) => ({
    ...figure,
    start: moved(figure.start, false),
    end: moved(figure.end, true),
  }));
}

/** The mark of a note behind a word or a number: `12.5[3]`, `12.5³`. Powers of ten are none. */
const noteMark =
  /(?<=[\p{L}\p{N}%).,;:!?"”’])\\?\[\d{1,3}(?:\s?[,;–-]\s?\d{1,3}){0,9}\\?\](?!\()|(?<=\d)(?<!(?<![\d.,])10)[⁰¹²³⁴-⁹]+/gu;

function readFigures(text: string, style: NumberStyle): TypedFigure[] {
  const flat = text.replaceAll('\n', ' ');
  const fractions = readFractions(flat);
  const taken = takePlaces(flat.length);
  for (const { start, end } of fractions) taken.add(start, end);
  const isFraction = ({ start, end }: { start: number; end: number }) => taken.has(start, end);
  const figures = readNumbers(flat, style)
    .filter((number) => (!number.isLabel || isWord(number)) && !isFraction(number))
    .map((number) => toTyped(number, flat))
    .concat(fractions.map((fraction) => toFractionFigure(fraction, flat)))
    .sort((one, other) => one.start - other.start);
  shareScales(figures, flat);
  attachPeriods(figures, flat, style.language, readPeriods(flat));
  return figures;
}

/** Words between two figures of one pair: "from 66.3 to 70.6 million". */
const pair =
  /^\s?(?:%|[€$£¥])?\s?(?:to|and|or|bis|auf|und|oder|à|et|ou|a|y|o|against|gegenüber|contre|frente a|から|と|[-–—])\s?(?:[€$£¥]|[A-Z]{3}\s|DKK\s)?$/u;

/**
 * Gives the first figure of a pair the scale and unit of the second, which is written once: "from 66.3 to 70.6
 * million".
 */
function shareScales(figures: TypedFigure[], text: string): void {
  for (const [index, figure] of figures.entries()) {
    const next = figures[index + 1];
    if (!next || figure.form !== 'digits' || next.form !== 'digits' || figure.kind === 'year' || next.kind === 'year')
      continue;
    if (!pair.test(text.slice(figure.end, next.start)) || (figure.unit !== null && figure.unit !== next.unit)) continue;
    if (figure.unit === null && next.unit !== null) Object.assign(figure, { unit: next.unit, kind: next.kind });
    const spelled = (one: TypedFigure) => Math.floor(Math.log10(Math.abs(one.value) || 1));
    const factor = scaleOf(next, text);
    if (factor === 1 || scaleOf(figure, text) !== 1 || spelled(figure) >= Math.log10(factor)) continue;
    Object.assign(figure, {
      ...{ value: figure.value * factor, values: [...figure.values.map((value) => value * factor), ...figure.values] },
      rounding: figure.rounding * factor,
    });
  }
}

/** Returns the power of a thousand between the digits of a figure and its value. */
function scaleOf({ value, start, end }: TypedFigure, text: string): number {
  const digits = text.slice(start, end).replace(/[^\d.,]/g, '');
  const whole = digits.replace(/[.,]\d{1,2}$/, '').replace(/\D/g, '').length;
  const size = Math.floor(Math.log10(Math.abs(value) || 1) + 1e-9) + 1;
  const power = size - whole;
  return power >= 3 && power % 3 === 0 ? 10 ** power : 1;
}

/** Small number words count something in prose ("three shops"): they are inputs, and are not checked themselves. */
const isWord = ({ shown, isLabel, values }: FoundNumber) =>
  isLabel && !/\d/.test(shown) && values.length === 1 && (values[0] ?? 0) >= 2;

/** Words are loose: "a third" may be 31 %. */
const looseShare = 0.03;
const looseTimes = 0.15;

function toFractionFigure({ start, end, kind, value }: FoundFraction, text: string): TypedFigure {
  const isShare = kind === 'share';
  return {
    ...{ shown: text.slice(start, end), start, end, form: 'fraction', period: null, sign: 0, cell: null },
    value: isShare ? value * 100 : value,
    values: isShare ? [value * 100, value] : [value],
    unit: isShare ? '%' : 'x',
    kind: isShare ? 'percent' : 'times',
    rounding: isShare ? 100 * Math.min(looseShare, value * 0.1) : value * looseTimes,
    hedge: readHedge(text, start, end),
  };
}

function toTyped(number: FoundNumber, text: string): TypedFigure {
  const { shown, start, end, values } = number;
  const [value = 0] = values;
  const isYear = isYearNumber(value, text.slice(start, end));
  const isBracketed = text.charAt(start - 1) === '(' && text.charAt(end) === ')';
  const unit = isYear ? null : readUnit(text, start, isBracketed ? end + 1 : end);
  const isCents = unit === null && cents.test(text.slice(end, end + 14));
  const kind = isYear && unit === null ? 'year' : (unit?.kind ?? 'plain');
  return {
    ...{ shown: shown.trim(), start, end, value: isCents ? value / 100 : value },
    // Points are never told as a share: 250 points are no 2.5.
    values: isCents ? [value / 100, value] : kind === 'points' ? values.slice(0, 1) : values,
    unit: unit?.unit ?? null,
    kind,
    rounding: roundingOf(value, text.slice(start, end)) / (isCents ? 100 : 1),
    hedge: readHedge(text, start, end),
    period: null,
    ...(unit === null && kind === 'plain' && value !== 1 && !isWord(number) && countsNoun(text, start, shown)
      ? { counts: true }
      : {}),
    sign: readSign(text, start, end),
    form: isWord(number) ? 'word' : 'digits',
    cell: null,
  };
}

/** Returns true if a number stands before a noun: the next word tells more than how a sentence is built. */
function countsNoun(text: string, start: number, shown: string): boolean {
  const behind = text.slice(start + shown.length, start + shown.length + 28);
  if (/^(?:[かヶカヵ][国所]|\p{Script=Han}{1,3}|\p{Script=Katakana}{2})/u.test(behind))
    return !/^[年月日時分倍割万億兆千百円]/u.test(behind);
  const word = /^[\s\u00a0\u202f](\p{L}{3,})(?![.]?\p{L})/u.exec(behind)?.[1];
  return word !== undefined && !languagesByWord.has(word.toLowerCase());
}

/** Hundredths of a currency. */
const cents =
  /^[\s\u00a0]?(?:cents?|pence|p(?![\p{L}.])|Rappen|Rp\.|centimes?|céntimos?|centavos?|øre|セント)(?!\p{L})/u;

function isYearNumber(value: number, written: string): boolean {
  return (
    Number.isInteger(value) &&
    value >= 1900 &&
    value <= 2100 &&
    (/^\d{4}$/.test(written) || /\p{L}|[-/年]/u.test(written))
  );
}

/** Returns half of the last digit that is shown: 0.05 million for "4.8 million". */
export function roundingOf(value: number, written: string): number {
  if (value === 0) return 0.5;
  const digits = written.replace(/\D/g, '').replace(/^0+/, '');
  if (digits === '') return 0;
  return 10 ** (Math.floor(Math.log10(Math.abs(value)) + 1e-9) - digits.length + 1) / 2;
}

const moneyBefore = '(?:US\\$|[$€£¥]|[A-Z]{3}\\s?)?';
/** A minus stands at its figure or its currency; only the mathematical one may have a space behind it. */
const minus = new RegExp(
  `(?:^|[\\s(（|,;:=]|[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}]|[A-Z]{3}|[$€£¥])(?:[-−–]|−\\s)${moneyBefore}$|[:|(（]\\s?[-–]\\s${moneyBefore}$`,
  'u',
);
/** A sign between two figures subtracts or joins them: "500 −640", "2019–2024". */
const joins = new RegExp(`[\\d%€$£¥)]\\s?(?:\\p{L}{1,9}\\.?\\s)?[-−–]\\s?${moneyBefore}$`, 'u');
const afterYear = new RegExp(`(?<!\\d)(?:19|20)\\d{2}\\s[-−–]${moneyBefore}$`, 'u');
const minusWord = new RegExp(
  `(?<!(?:\\bau|\\bal|\\bo|\\bou|\\bdu|\\d|\\d%|\\d \\p{L}{1,9})\\s)(?:\\bminus|\\bmoins|\\bmenos|\\bnegati(?:ve|v|f|vo)(?:\\s(?:at|of|bei|à|de|en))?)\\s${moneyBefore}$|(?:マイナス|▲|△)\\s?[¥￥]?$`,
  'iu',
);
const plusWord = new RegExp(`(?:[+＋]|(?<![\\p{L}])plus\\s|プラス)\\s?${moneyBefore}$`, 'iu');
/** An amount in brackets is negative where its currency or scale stands outside of them: "$(75) thousand". */
const outside =
  /^\)\s?(?:thousand|million|billion|Tausend|Tsd|Mio|Mrd|Millionen|milli|mille|mil(?!\p{L})|[km]€|[€$£¥]|EUR|USD|GBP|CHF|euros?|dollars?)/iu;

function readSign(text: string, start: number, end: number): -1 | 0 | 1 {
  const before = text.slice(Math.max(0, start - 24), start);
  if (/[(（]$/.test(before) && /^[)）]/.test(text.slice(end))) {
    const isAmount =
      /(?:US\$|[$€£¥]|(?<!\p{L})[A-Z]{3}\s?)[(（]$/u.test(before) || outside.test(text.slice(end, end + 16));
    return isAmount ? -1 : 0;
  }
  const isJoint = joins.test(before) && !afterYear.test(before);
  if (minusWord.test(before) || (minus.test(before) && !isJoint)) return -1;
  return plusWord.test(before) ? 1 : 0;
}
