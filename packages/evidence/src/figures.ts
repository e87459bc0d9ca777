import { type DateSpan, readDates } from '@ecp/language/dates';
import { languagesByWord } from '@ecp/language/function-words';
import { findSentenceUnits, type SentenceUnit } from '@ecp/language/head-units';
import type { Language } from '@ecp/language/language';
import type { NumberStyle } from '@ecp/language/number-style';
import { isNumberWord } from '@ecp/language/number-words';
import { type Quantity, readQuantities } from '@ecp/language/quantities';
import { type Measure, readPerBefore, readPerBehind } from '@ecp/language/units';
import { LRUCache } from 'lru-cache';

/** The period of a figure. `isSure` if no other period is near. */
export type AttachedPeriod = Pick<FoundPeriod, 'fiscal' | 'calendar' | 'until'> & {
  name: string;
  isSure: boolean;
};

/** A number of a text with what it counts, when, and how exactly it is shown. */
export interface TypedFigure extends Pick<Quantity, 'start' | 'end' | 'sign'> {
  /** Its digits with scale and unit, without sign and currency before them. */
  shown: string;
  /** The most likely reading, in whole units: 12 for 12 %. */
  value: number;
  values: number[];
  /**
   * Where a table or a sentence names its scale once: the readings without it, which match only
   * figures without a unit.
   */
  bare?: { values: number[]; words: string };
  unit: string | null;
  /** Per what it is: `kg` of "EUR 12 per kg", `mo` of "a month". */
  per?: string;
  kind: Measure['kind'] | 'plain' | 'year';
  /** Half of the last digit that is shown, in whole units. */
  rounding: number;
  /** The period that the text attaches to it. */
  period: AttachedPeriod | null;
  /** True in prose for a number without a unit before the noun that it counts: "60 trucks". */
  counts?: boolean;
  /**
   * How it is written: in digits, as a small number word, or as a share or multiple in words ("a
   * third", "twice").
   */
  form: 'digits' | 'word' | 'fraction';
  cell: { row: string; column: string } | null;
  /**
   * True for a cell of a table with a scale that its row does not take: an amount per share, a
   * count.
   */
  isUnscaled?: boolean;
}

/**
 * The figures that were read with a style. A document and each part of a source have their own
 * style object.
 */
const readBefore = new WeakMap<NumberStyle, LRUCache<string, TypedFigure[]>>();
/** Limits the texts whose figures are kept for a style, and the characters of such a text. */
const kept = { texts: 256, textLength: 4_000 };

/**
 * Reads figures and years, without labels such as "Figure 2" and days, in linear time. Each text is
 * read once with a style object, because several steps read the same sentences.
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
  const dates = readDates(flat, style.language);
  const quantities = readQuantities(text, style, dates).filter(({ names }) => names === null);
  const units = quantities.length === 0 ? [] : findSentenceUnits(text, style.language);
  const figures = [
    ...quantities.map((quantity) =>
      withSentenceUnit(toTyped(quantity, flat, style.language), units),
    ),
    ...dates.flatMap((date) => toYear(date, flat)),
  ];
  figures.sort((one, other) => one.start - other.start);
  attachPeriods(figures, flat, style.language, listPeriods(dates, flat));
  return figures;
}

/** The first number of a text as it is written, with its marks of thousands. */
export const writtenNumber = /\d(?:[\d.,’'\u00a0\u202f\u2009 ]*\d)?/u;
const noteMark = /\\?\[\^?\d{1,3}(?:\s?[,;–-]\s?\d{1,3}){0,9}\\?\]|[⁰¹²³⁴-⁹]+$/gu;

/**
 * Reads digits in groups of three, such as 325.000, as a whole number. Other figures stay as they
 * are.
 */
export function asWhole(figure: TypedFigure): TypedFigure {
  if (figure.values.length < 2 || !/^\d{1,3}(?:[.,]\d{3})+$/u.test(figure.shown)) return figure;
  const value = Math.max(...figure.values);
  return { ...figure, value, values: [value], rounding: 0.5 };
}

/** Reads per what a number is, behind it and up to two nouns, or before a Japanese number. */
function readRate(
  { measure, start, end }: Quantity,
  text: string,
  language: Language | null,
): string | null {
  if (measure?.per) return measure.per;
  const own = readPerBehind(text, end, language);
  if (own) return own.per;
  const nouns =
    /^(?:[ \u00a0]\p{L}{2,24}){1,2}(?=[ \u00a0/])/u.exec(text.slice(end, end + 56))?.[0] ?? '';
  for (const skipped of [/^[ \u00a0]\p{L}+/u.exec(nouns)?.[0] ?? '', nouns]) {
    const found = skipped === '' ? null : readPerBehind(text, end + skipped.length, language);
    if (found && rateSign.test(text.slice(end + skipped.length, found.at))) return found.per;
  }
  return language === 'ja' || /[\p{Script=Han}]$/u.test(text.slice(Math.max(0, start - 1), start))
    ? readPerBefore(text, start)
    : null;
}

const rateSign = /^[ \u00a0]?(?:per|a|an|pro|je|par|por|al|each|every|\/)[ \u00a0]?/iu;

function toTyped(quantity: Quantity, text: string, language: Language | null): TypedFigure {
  const { measure, form, sign, others, scale } = quantity;
  const per = readRate(quantity, text, language);
  const isCents = measure?.unit === 'cent';
  const size = isCents ? 100 : 1;
  const number = form === 'digits' ? writtenNumber.exec(quantity.text) : null;
  const start = quantity.start + (number?.index ?? 0);
  const end = number === null ? quantity.end : start + number[0].length;
  const values = [quantity, ...others].map(({ value }) => Math.abs(value) / size);
  const shares = measure?.kind === 'percent' ? values.map((value) => value / 100) : [];
  const isPlain =
    measure === null &&
    form === 'digits' &&
    scale === 1 &&
    values[0] !== 1 &&
    Number.isInteger(values[0]);
  const shown = text
    .slice(start, quantity.end)
    .replace(noteMark, '')
    .replace(/(?<=\p{L})2$/u, '²')
    .replace(/(?<=\p{L})3$/u, '³');
  return {
    shown: shown.trim(),
    start,
    end,
    value: values[0] ?? 0,
    values: [...new Set([...values, ...shares])],
    unit: measure === null || isCents ? null : measure.unit === 'point' ? 'pp' : measure.unit,
    kind: measure === null || isCents ? 'plain' : measure.kind,
    rounding: quantity.step / 2 / size,
    period: null,
    ...(isPlain && countsNoun(text, end) ? { counts: true } : {}),
    ...(per === null ? {} : { per }),
    sign,
    form: form === 'ratio' ? 'digits' : form,
    cell: null,
  };
}

/**
 * Gives a plain number the unit that its sentence names once. A number before a noun counts things.
 */
function withSentenceUnit(figure: TypedFigure, units: readonly SentenceUnit[]): TypedFigure {
  const own = units.find(({ from, to }) => figure.start >= from && figure.end <= to);
  const isPlain = figure.kind === 'plain' && figure.form === 'digits' && !figure.counts;
  if (own === undefined || !isPlain || /\p{L}/u.test(figure.shown)) return figure;
  const { named, words } = own;
  // "2,900" beside a scale is no number with three decimals.
  const read = asWhole(figure);
  const scaled = scaleFigure(read, named.scale);
  const measured =
    named.unit === null ? scaled : { ...scaled, unit: named.unit.unit, kind: named.unit.kind };
  return { ...measured, bare: { values: read.values, words } };
}

function toYear({ year, start, end, months }: DateSpan, text: string): TypedFigure[] {
  const at = text.slice(start, end).search(/(?:19|20)\d{2}/u);
  if (year === null || (at === -1 && months !== null)) return [];
  const bounds = at === -1 ? { start, end } : { start: start + at, end: start + at + 4 };
  return [
    {
      ...bounds,
      shown: String(year),
      value: year,
      values: [year],
      unit: null,
      kind: 'year',
      rounding: 0.5,
      period: null,
      sign: 0,
      form: 'digits',
      cell: null,
    },
  ];
}

/** True for a number before a noun: the next word is no function word. */
function countsNoun(text: string, end: number): boolean {
  const behind = text.slice(end, end + 28);
  if (/^(?:[かヶカヵ][国所]|\p{Script=Han}{1,3}|\p{Script=Katakana}{2})/u.test(behind))
    return !/^[年月日時分倍割万億兆千百円]/u.test(behind);
  const word = /^[\s\u00a0\u202f](\p{L}{3,})(?![.]?\p{L})/u.exec(behind)?.[1];
  // "At 110,000 none, at 112,000 two": a number counts no number.
  return (
    word !== undefined &&
    !languagesByWord.has(word.toLowerCase()) &&
    !isNumberWord(word.toLowerCase(), null)
  );
}

interface PlacedNumber {
  text: string;
  bare: Quantity | null;
  row: string;
  column: string;
  periods: readonly DateSpan[];
  isUnscaled: boolean;
}

/** Makes a table cell's figure from its number, in the scale and unit of its place and without. */
export function toCellFigure(
  { text, bare, row, column, periods, isUnscaled }: PlacedNumber,
  quantity: Quantity,
  caption: string,
): TypedFigure {
  const { value, others, step, scale, measure, sign, form } = quantity;
  const values = [...new Set([quantity, ...others].map((reading) => Math.abs(reading.value)))];
  const own = bare === null ? [] : [bare, ...bare.others].map((reading) => Math.abs(reading.value));
  const isScaled = scale !== 1 && bare !== null && bare.scale === 1;
  const labelled = readPeriods(column)[0] ?? readPeriods(row)[0];
  const date = periods[0];
  const name = date ? periodOf(date) : labelled?.period;
  const fiscal = date ? date.fiscal : (labelled?.fiscal ?? false);
  const isSure = isOfOne(column) ?? isOfOne(row) ?? true;
  return {
    shown: text.trim(),
    start: 0,
    end: 0,
    value,
    values,
    rounding: step / 2,
    ...(isScaled
      ? {
          bare: {
            values: own,
            words: [column, row, caption].filter((one) => one !== '').join(', '),
          },
        }
      : {}),
    ...(isUnscaled ? { isUnscaled } : {}),
    ...(measure?.per ? { per: measure.per } : {}),
    unit: measure === null ? null : measure.unit,
    kind: measure === null ? 'plain' : measure.kind,
    period: name ? { name, isSure, fiscal, calendar: labelled?.calendar ?? [], until: null } : null,
    sign,
    form: form === 'digits' || form === 'word' ? form : 'fraction',
    cell: { row, column },
  };
}

/**
 * False for a label of several periods, or of the time since one. Null for one without a period.
 */
function isOfOne(label: string): boolean | null {
  const text = label.replaceAll('_', ' ');
  const [first, second] = /\d/.test(text) ? readPeriods(text) : [];
  if (first === undefined) return null;
  const isSpan =
    /^from\s(?:the\s)?$/iu.test(text.slice(0, first.start)) ||
    isOnlyStandard(first, text, undefined);
  return second === undefined && !isSpan;
}

/** Returns a figure in another scale: 4.8 for 4.8 million and a factor of a millionth. */
export function scaleFigure(figure: TypedFigure, factor: number): TypedFigure {
  const values = figure.values.map((value) => value * factor);
  return { ...figure, value: figure.value * factor, values, rounding: figure.rounding * factor };
}

export interface FoundPeriod {
  start: number;
  end: number;
  /** `2025`, `2025-Q2`, `2025-H1`, `2025-06`, `Q2`, `H1`. A fiscal year `2024/25` is `2024/25`. */
  period: string;
  fiscal: boolean;
  /** The names of the calendar periods that the text says a fiscal period is, or ends with. */
  calendar: readonly string[];
  /** The last period of a range that begins with this one: 2024 of "from 2022 to 2024". */
  until: string | null;
  /** The first period of a range that ends with this one. */
  since: string | null;
}

/** Finds the years, quarters, halves and months of a text, in order. A day names its month. */
export function readPeriods(text: string): FoundPeriod[] {
  return listPeriods(readDates(text, null), text);
}

/** "February and March 2008" names the year once. */
function listPeriods(dates: readonly DateSpan[], text: string): FoundPeriod[] {
  const found: FoundPeriod[] = [];
  let next = 0;
  for (const [index, date] of dates.entries()) {
    if (index < next) continue;
    next = index + 1;
    const after = dates[next];
    const isShared =
      date.year === null && after?.months && rangeJoint.test(text.slice(date.end, after.start));
    const period = periodOf(isShared ? { ...date, year: after.year } : date);
    if (period === null) continue;
    const own = {
      start: date.start,
      end: date.end,
      period,
      fiscal: date.fiscal,
      calendar: [],
      until: null,
      since: null,
    };
    const related = date.fiscal ? listRelated(dates, next, text, date.end) : [];
    const last = related.at(-1);
    if (last === undefined) found.push(own);
    else {
      found.push({ ...own, end: last.end, calendar: namesOf(related) });
      next += related.length;
    }
  }
  markSpans(found, text);
  return found;
}

const spanJoint =
  /^,?\s?(?:to|through|bis|à|a|au|hasta|al|-|–|—|から|〜|～|~)\s?(?:the |le |el )?(?:fiscal |FY ?)?$/u;
const pairJoint = /^\s(?:and|und|et|y)\s(?:the |le |el )?(?:fiscal |FY ?)?$/u;
const beforePair = /(?<!\p{L})(?:between|zwischen|entre)\s(?:the |le |el )?(?:fiscal |FY ?)?$/iu;

/**
 * Marks the first and the last year of each range: "from 2022 to 2024", "between 2022 and 2024".
 */
function markSpans(found: FoundPeriod[], text: string): void {
  for (const [index, first] of found.entries()) {
    const last = found[index + 1];
    if (last === undefined || !/^\d{4}/.test(first.period) || !/^\d{4}/.test(last.period)) continue;
    if (last.start < first.end || first.period === last.period) continue;
    const joint = text.slice(first.end, last.start);
    const isPair =
      pairJoint.test(joint) &&
      beforePair.test(text.slice(Math.max(0, first.start - 24), first.start));
    if (!isPair && !spanJoint.test(joint)) continue;
    first.until = last.period;
    last.since = first.period;
  }
}

/**
 * Words between a fiscal period and the calendar dates that say what it is: "(July to", ", which
 * ended on".
 */
const relation =
  /^(?:\s?[（(](?:\p{L}+[\s,]+){0,5}|\s?=\s?|,?\s(?:\p{L}+\s){0,3}(?:ended|ending|ends|endete|endet|endend|bis|clos|close|terminé|achevé|terminado|finalizado|cerrado|hasta|until|to)\s(?:\p{L}+\s){0,2}|\s?[、，,]?\s?)$/iu;

/**
 * Returns the dates behind a fiscal period that say which part of the calendar it is, one or the
 * two of a range.
 */
function listRelated(
  dates: readonly DateSpan[],
  from: number,
  text: string,
  at: number,
): DateSpan[] {
  const [first, second] = [dates[from], dates[from + 1]];
  if (first === undefined || first.fiscal || first.months === null) return [];
  const between = text.slice(at, first.start);
  if (between.length > 60 || !relation.test(between) || !/[^\s、，,]/u.test(between)) return [];
  const isRange = second?.months != null && first.range !== null && first.range === second.range;
  return isRange ? [first, second] : [first];
}

/**
 * Names one date, or a range of months: as a quarter, half or year where it is one, and its last
 * month.
 */
function namesOf([first, last = first]: readonly DateSpan[]): string[] {
  if (!first?.months || !last?.months) return [];
  const [year, end] = [first.year ?? last.year, last.year];
  if (year === null || end === null) return [];
  const two = (month: number) => String(month).padStart(2, '0');
  const months: [number, number] = [first.months[0], last.months[1]];
  const part = partOf(months);
  const ofYear =
    months[0] === 1 && months[1] === 12 ? [`${year}`] : part === null ? [] : [`${year}-${part}`];
  return [...(year === end ? ofYear : []), `${year}-${two(months[0])}`, `${end}-${two(months[1])}`];
}

/** Null for a weekday, and for a month or day without a year. */
function periodOf({ year, until, months }: DateSpan): string | null {
  const part = months === null ? null : partOf(months);
  if (year === null) return part === null || /^\d/.test(part) ? null : part;
  const name = until === null ? String(year) : `${year}/${String(until).slice(-2)}`;
  return part === null ? name : `${name}-${part}`;
}

function partOf([first, last]: readonly [number, number]): string | null {
  const length = last - first + 1;
  if (length === 1) return String(first).padStart(2, '0');
  if (length === 3) return `Q${Math.ceil(first / 3)}`;
  return length === 6 ? `H${first === 1 ? 1 : 2}` : null;
}

/**
 * True unless two periods exclude each other: 2025 and 2025-Q2 may be the same figure's, Q1 and Q2
 * may not.
 */
export function mayAgree(one: string, other: string): boolean {
  if (one === other || one.includes(other) || other.includes(one)) return true;
  const [left, right] = [splitPeriod(one), splitPeriod(other)];
  const areFiscal = (left.year?.includes('/') ?? false) && (right.year?.includes('/') ?? false);
  const sameYear =
    left.year === null ||
    right.year === null ||
    left.year === right.year ||
    (!areFiscal &&
      (yearsOf(left.year).includes(right.year) || yearsOf(right.year).includes(left.year)));
  return sameYear && (left.part === null || right.part === null || left.part === right.part);
}

/** A fiscal year may be called by either of its years. */
function yearsOf(of: string | null): string[] {
  const [first = '', last] = (of ?? '').split('/');
  return last === undefined ? [first] : [first, `${first.slice(0, 2)}${last}`];
}

function splitPeriod(period: string): { year: string | null; part: string | null } {
  const [, of = null, part = null] = /^(\d{4}(?:\/\d{2})?)?-?(.+)?$/.exec(period) ?? [];
  return { year: of, part: part === '' ? null : part };
}

/**
 * Limits the characters between a figure and its period behind it: "4,812 million in the year
 * 2025".
 */
const maxBehind = 34;
const stop =
  /[.;:!?。]|\b(?:from|to|and|but|while|after|against|versus|than|below|above|von|unter|über|auf|und|aber|nach|gegenüber|als|à|et|mais|contre|que|a|y|pero|frente)\b/u;

/**
 * A figure's period is the one behind it in its phrase, else the nearest before it. In Japanese it
 * stands before.
 */
function attachPeriods(
  figures: TypedFigure[],
  text: string,
  language: Language | null,
  periods: FoundPeriod[],
): void {
  if (periods.length === 0) return;
  const counted = figures.filter(({ kind }) => kind !== 'year');
  const closing = periods.map((period, index) => readPlace(period, index, counted, text, periods));
  let [behind, ahead, last] = [0, -1, 0];
  for (const [index, figure] of counted.entries()) {
    while ((periods[behind]?.start ?? Number.POSITIVE_INFINITY) < figure.end) behind += 1;
    while ((periods[ahead + 1]?.end ?? Number.POSITIVE_INFINITY) <= figure.start) ahead += 1;
    while ((counted[last]?.start ?? Number.POSITIVE_INFINITY) < (periods[ahead]?.end ?? 0))
      last += 1;
    const found =
      language === 'ja'
        ? null
        : findBehind(figure, counted[index + 1], text, periods.slice(behind, behind + 2));
    figure.period = found ?? findAhead(figure, last < index, text, closing[ahead]);
  }
}

interface PlacedPeriod {
  period: FoundPeriod;
  closes: boolean;
  isStandard: boolean;
}

function readPlace(
  period: FoundPeriod,
  index: number,
  figures: TypedFigure[],
  text: string,
  periods: FoundPeriod[],
): PlacedPeriod {
  // A period that closes the phrase of another figure belongs to that one: "4,655 in 2024 to
  // 4,812".
  let [low, high] = [0, figures.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((figures[middle]?.start ?? 0) < period.start) low = middle + 1;
    else high = middle;
  }
  const closes = figures
    .slice(Math.max(0, low - 3), low)
    .some(
      ({ end }) =>
        end <= period.start &&
        period.start - end < 8 &&
        !/[.;。]/u.test(text.slice(end, period.start)),
    );
  return { period, closes, isStandard: isOnlyStandard(period, text, periods[index - 1]) };
}

function findBehind(
  figure: TypedFigure,
  following: TypedFigure | undefined,
  text: string,
  [next, afterNext]: FoundPeriod[],
): AttachedPeriod | null {
  if (!next || next.start - (figure.start + figure.shown.length) > maxBehind) return null;
  const between = text.slice(figure.end, next.start);
  if (following && following.start >= figure.end && following.end <= next.start) return null;
  if (next.until !== null && beforeSpan.test(between))
    return { ...next, name: next.period, isSure: true };
  if (stop.test(between.replace(/\b\p{L}{1,4}\./gu, ''))) return null;
  const second =
    afterNext && afterNext.start >= next.end && afterNext.start <= next.end + 14
      ? afterNext
      : undefined;
  const joint = second ? text.slice(next.end, second.start) : '';
  // "36.4 million (2023: 33.1 million)": the period stands before another figure.
  if (
    /^\s?(?:[:：=]|was |war )\s?\D{0,8}\d/u.test(text.slice(next.end, next.end + 24)) &&
    !/^\s*$/u.test(between)
  )
    return null;
  const isRange =
    (second !== undefined &&
      /^\s?(?:to|bis|à|a|hasta|and|und|et|y|-|–|—)\s?(?:the |le |el )?(?:fiscal |FY ?)?$/u.test(
        joint,
      )) ||
    /\b(?:between|zwischen|entre)\b/u.test(between);
  return isRange
    ? null
    : { ...next, name: next.period, isSure: /^[^,]*$/u.test(between), until: null };
}

/** Words between a figure and a range of periods that belongs to it. */
const beforeSpan =
  /^[\s,]{0,2}(?:[%％€$£¥]\s?)?(?:\p{L}+\.?\s){0,4}(?:from|between|over|during|von|zwischen|in|de|du|entre|desde)\s(?:the |le |el )?$/iu;

/** Limits the characters between a period and a figure behind it. */
const maxAhead = 600;

function findAhead(
  figure: TypedFigure,
  hasOthers: boolean,
  text: string,
  last: PlacedPeriod | undefined,
): AttachedPeriod | null {
  if (!last || figure.start - last.period.end > maxAhead) return null;
  const between = text.slice(last.period.end, figure.start);
  if (/[.!?。]\s/u.test(between)) return null;
  const isSure = !hasOthers && !last.closes && between.length < 90 && !last.isStandard;
  const { since, period } = last.period;
  const isOfSpan = since !== null && !hasOthers && between.length < 90;
  if (isOfSpan) return { ...last.period, name: since, until: period, isSure: true };
  return { ...last.period, name: period, until: null, isSure };
}

/** Words for a part of a period: "the end of 2021", "Ende 2021", "fin 2021". */
const edge =
  '(?:(?:the )?(?:end|beginning|start|middle) of |early |late |mid-|Ende |Anfang |Mitte |(?:la )?fin |(?:le )?début |mi-|(?:finales|principios|mediados) de )?';

/** Words before a period that a figure is compared with, or since which a thing exists. */
const standard = new RegExp(
  String.raw`(?<!\p{L})(?:compar\p{L}+ (?:with|to)|(?:up|down) (?:from|on)|than (?:in|for)?|below|above|versus|vs\.?|against|relative to|since|founded in|opened in|after|seit|ab|verglichen mit|im Vergleich (?:zu|mit|zum Jahr)|gegenüber(?: dem Jahr)?|als|nach|gegründet|par rapport à|comparé à|contre|depuis|fondée? en|après|frente a|(?:en )?comparación con|comparado con|respecto a|desde|fundad[ao] en|que en|tras)\s(?:(?:the|den|dem|der|dem Jahr|l.année|el año)\s)?${edge}$`,
  'iu',
);
const standardBehind =
  /^年?(?:度)?(?:末|初め?)?(?:と比べ|に比べ|比で|から|以来|以降|の創業|に創業)/u;
const rangeJoint = new RegExp(
  String.raw`^,?\s?(?:to|bis|und|and|à|a|et|y|hasta|-|–|—|から|と|〜|～)\s?(?:the |le |el |l.)?${edge}$`,
  'u',
);

/**
 * True for a period that only sets a standard, or ends a range: "since 2019", "compared with 2023".
 */
function isOnlyStandard(
  period: FoundPeriod,
  text: string,
  before: FoundPeriod | undefined,
): boolean {
  if (standard.test(text.slice(Math.max(0, period.start - 40), period.start))) return true;
  if (standardBehind.test(text.slice(period.end, period.end + 8))) return true;
  return before !== undefined && rangeJoint.test(text.slice(before.end, period.start));
}
