import type { NumberStyle } from '@ecp/language/number-style';
import { type FoundFraction, readFractions } from '@ecp/language/read-fractions';
import { type FoundNumber, readNumbers } from '@ecp/language/read-numbers';
import { readPeriods } from '@ecp/language/read-periods';
import { readUnit } from '@ecp/language/read-units';
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

function findFigures(text: string, style: NumberStyle): TypedFigure[] {
  const flat = text.replaceAll('\n', ' ');
  const fractions = readFractions(flat);
  const isFraction = ({ start, end }: { start: number; end: number }) =>
    fractions.some((fraction) => start < fraction.end && fraction.start < end);
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
  const unit = isYear ? null : readUnit(text, start, end);
  const isCents = unit === null && cents.test(text.slice(end, end + 14));
  const kind = isYear && unit === null ? 'year' : (unit?.kind ?? 'plain');
  return {
    ...{ shown: shown.trim(), start, end, value: isCents ? value / 100 : value },
    values: isCents ? [value / 100, value] : values,
    unit: unit?.unit ?? null,
    kind,
    rounding: roundingOf(value, text.slice(start, end)) / (isCents ? 100 : 1),
    hedge: readHedge(text, start, end),
    period: null,
    sign: readSign(text, start),
    form: isWord(number) ? 'word' : 'digits',
    cell: null,
  };
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

function readSign(text: string, start: number): -1 | 0 | 1 {
  const before = text.slice(Math.max(0, start - 12), start);
  if (/(?:^|[\s(（|,;:])[-−–]\s?(?:[$€£¥]|[A-Z]{3}\s)?$/u.test(before) && !/\d\s?[-−–]\s?$/.test(before)) return -1;
  if (/(?:minus|moins|menos|マイナス|▲|△)\s?$/iu.test(before)) return -1;
  return /(?:[+＋]|plus|プラス)\s?$/iu.test(before) ? 1 : 0;
}
