import { mayBeSame, unitOfCode } from '@ecp/language/units';
import { scaleFigure, type TypedFigure, writtenNumber } from './figures.ts';
import type { SourceTable } from './tables.ts';

export interface HeldFigure {
  figure: TypedFigure;
  citation: string | null;
  /**
   * Its place: the cited words, around them, elsewhere in their source, a calculation, the
   * document, the assignment.
   */
  origin: 'passage' | 'around' | 'source' | 'calculation' | 'document' | 'given';
  table?: SourceTable;
  /** The result of a calculation whose sources name the scale. */
  isExactScale?: boolean;
  isSet?: boolean;
}

const closeTo = (one: number, other: number) =>
  Math.abs(one - other) <= Math.max(Math.abs(one), Math.abs(other)) * 1e-9;

/**
 * Returns the dimension of a measure and its size in the dimension's base unit. Undefined for
 * anything else.
 */
export function dimensionOf(unit: string | null): { name: string; factor: number } | undefined {
  const found = unitOfCode(unit ?? '');
  return found?.kind === 'unit' ? { name: found.dimension, factor: found.size } : undefined;
}

/** True for a unit of a length of time. */
export const isSpan = (unit: string | null): boolean =>
  /^(?:time|span)$/.test(dimensionOf(unit)?.name ?? '');

/**
 * The value of a figure with its sign. Figures of sentences hold sign and value apart, cells hold
 * both in one.
 */
export const signedValue = ({ value, sign }: Pick<TypedFigure, 'value' | 'sign'>): number =>
  sign < 0 ? -Math.abs(value) : value;

/**
 * Returns a figure in the unit of another one of its dimension: 4.2 t as 4,200 kg. Otherwise the
 * figure itself.
 */
function convertTo(figure: TypedFigure, unit: string | null): TypedFigure {
  if (figure.unit === unit || figure.unit === null || unit === null) return figure;
  const [own, other] = [dimensionOf(figure.unit), dimensionOf(unit)];
  if (own === undefined || other === undefined || own.name !== other.name) return figure;
  return { ...scaleFigure(figure, own.factor / other.factor), unit };
}

/**
 * Returns a figure per another unit of the same dimension: EUR 12.50 per kg as EUR 12,500 per
 * tonne.
 */
function convertPer(figure: TypedFigure, per: string | undefined): TypedFigure {
  if (per === undefined || figure.per === undefined || figure.per === per) return figure;
  const [own, other] = [dimensionOf(figure.per), dimensionOf(per)];
  const isTime = own !== undefined && /^(?:time|span)$/.test(own.name);
  if (own === undefined || other === undefined || own.name !== other.name || isTime) return figure;
  return { ...scaleFigure(figure, other.factor / own.factor), per };
}

/** True if both figures say per what they are, and it is another unit, length of time or thing. */
export const differPer = (one: TypedFigure, other: TypedFigure): boolean =>
  one.per !== undefined && other.per !== undefined && one.per !== other.per;

const baseOf = (value: number, unit: string | null): number =>
  value * (dimensionOf(unit)?.factor ?? 1);

/**
 * The relation of two units: `open` if one side omits it, `points` between percent and percentage
 * points.
 */
export function compareUnits(
  one: TypedFigure,
  other: TypedFigure,
): 'same' | 'open' | 'points' | 'other' {
  if (one.unit === other.unit) return 'same';
  if (one.unit === null || other.unit === null) {
    // "60 trucks" are neither 60 % nor EUR 60.
    const [bare, named] = one.unit === null ? [one, other] : [other, one];
    return bare.counts && named.kind !== 'unit' && named.kind !== 'times' ? 'other' : 'open';
  }
  if (mayBeSame(one.unit, other.unit)) return 'open';
  if (
    [one, other].every(({ kind }) => kind === 'percent' || kind === 'points') &&
    one.kind !== other.kind
  )
    return 'points';
  return 'other';
}

/** Only a figure without a unit matches a table's figure without the scale of its head. */
function readingsOf({ values, bare, unit }: TypedFigure, other: TypedFigure): readonly number[] {
  return bare !== undefined && other.unit === null && (unit !== null || other.cell !== null)
    ? [...values, ...bare.values]
    : values;
}

/** True if two figures share a value in any reading, whatever their signs. */
export function isSameValue(one: TypedFigure, other: TypedFigure): boolean {
  const [left, right] = [readingsOf(one, other), readingsOf(other, one)];
  return left.some((value) => right.some((known) => closeTo(Math.abs(value), Math.abs(known))));
}

/**
 * Digits of a figure as it is written, without leading zeros, and how many of them are zeros at its
 * end. A cell may have a year among the words behind its figure.
 */
function digitsOf(shown: string): { count: number; zeros: number; hasDecimals: boolean } {
  const [number = ''] = writtenNumber.exec(shown) ?? [];
  const digits = number.replace(/\D/g, '').replace(/^0+/, '');
  const hasDecimals = /\d[.,]\d{1,2}(?!\d)/.test(number);
  return {
    count: digits.length,
    zeros: hasDecimals ? 0 : (/0*$/.exec(digits)?.[0].length ?? 0),
    hasDecimals,
  };
}

/** Limits what a number such as 100 or 2,000 may be rounded by, as a share of it. */
const maxLoose = 0.25;

/**
 * Returns `rounded` within half of the last significant digit, `loose` with only one ("40" for
 * 41.5), else null.
 */
function showsRounded(figure: TypedFigure, value: number): 'rounded' | 'loose' | null {
  const { count, zeros } = digitsOf(figure.shown);
  const shares = figure.values.map((shown) => {
    const size = Math.abs(shown);
    const half =
      figure.value === 0 ? figure.rounding : (figure.rounding * size) / Math.abs(figure.value);
    const difference = Math.abs(Math.abs(value) - size);
    const slack = size * 1e-9;
    const isNear = difference <= size / 200;
    if (difference <= half + slack)
      return count - zeros > 1 || zeros === 0 || isNear ? 'rounded' : 'loose';
    if (zeros === 0 || difference > half * 10 ** zeros + slack) return null;
    // 100 may stand for 85, but not for 60.
    if (zeros > 1 && count - zeros < 2 && difference > size * maxLoose) return null;
    return count - zeros >= 2 ? 'rounded' : 'loose';
  });
  return shares.includes('rounded') ? 'rounded' : shares.includes('loose') ? 'loose' : null;
}

/**
 * True if a figure shows a computed value: its last digit is rounded, final zeros too from three
 * digits on.
 */
export function showsResult(figure: TypedFigure, value: number): boolean {
  const { count, zeros } = digitsOf(figure.shown);
  const reach = figure.rounding * (count - zeros >= 3 ? 10 ** zeros : 1);
  return Math.abs(Math.abs(value) - Math.abs(figure.value)) <= reach + Math.abs(value) * 1e-9;
}

export interface ValueMatch extends HeldFigure {
  /** One of the two omits its unit, or one of two signs is shared by several currencies. */
  isOpen: boolean;
  how: 'exact' | 'rounded' | 'loose';
  /** It fits only in another scale, which no word names. */
  isScaled?: boolean;
}

/** Finds figures with the value of a figure in a unit that fits, the best ones first. */
export function matchFigure(figure: TypedFigure, given: readonly HeldFigure[]): ValueMatch[] {
  const found: ValueMatch[] = [];
  for (const held of given) {
    const own = convertPer(held.figure, figure.per);
    const one =
      figure.kind === 'unit' || figure.kind === 'points' ? convertTo(own, figure.unit) : own;
    // The result of a calculation has no noun that it counts.
    const relation = compareUnits(
      held.origin === 'calculation' ? { ...figure, counts: false } : figure,
      one,
    );
    if (relation !== 'same' && relation !== 'open') continue;
    const isTime = figure.kind === 'year' || one.kind === 'year';
    const isLoose = figure.form === 'fraction' || one.form === 'fraction';
    if (one.form === 'fraction' && !['percent', 'times', 'plain'].includes(figure.kind)) continue;
    const how = isSameValue(figure, one)
      ? 'exact'
      : isTime
        ? null
        : isLoose &&
            readingsOf(one, figure).some(
              (value) =>
                Math.abs(Math.abs(value) - Math.abs(figure.value)) <=
                Math.max(figure.rounding, one.rounding),
            )
          ? 'loose'
          : bestRounding(figure, readingsOf(one, figure));
    if (how !== null) found.push({ ...held, isOpen: relation === 'open', how });
  }
  const rank = ({ isOpen, how, origin }: ValueMatch) =>
    ['exact', 'rounded', 'loose'].indexOf(how) * 4 +
    (isOpen ? 2 : 0) +
    (origin === 'passage' ? 0 : 1);
  return found.sort((one, other) => rank(one) - rank(other));
}

function bestRounding(figure: TypedFigure, values: readonly number[]): 'rounded' | 'loose' | null {
  const ways = values.map((value) => showsRounded(figure, value));
  return ways.includes('rounded') ? 'rounded' : ways.includes('loose') ? 'loose' : null;
}

/** Returns the figure of the material that a figure states, or null. */
export function findHeld(figure: TypedFigure, given: readonly HeldFigure[]): HeldFigure | null {
  return (
    matchFigure(figure, given).find(({ how }) => how !== 'loose' || figure.form === 'fraction') ??
    null
  );
}

/** The scales that a number may omit, and those of Japanese. */
const scales = [1e3, 1e6, 1e9];
const easternScales = [1e4, 1e8];

/** Returns a figure without its written scale. Empty if it has none. */
export function unscaledOf(figure: TypedFigure): TypedFigure[] {
  if (isUnscaled(figure) || figure.kind === 'percent' || figure.kind === 'points') return [];
  const isEastern = /[万億]/u.test(`${figure.shown} ${figure.bare?.words ?? ''}`);
  return [...scales, ...(isEastern ? easternScales : [])].flatMap((scale) =>
    Math.abs(figure.value) < scale / 1e3 ? [] : scaleFigure(figure, 1 / scale),
  );
}

/**
 * Finds figures without the scale and unit that another one names: "12.4 million" of a cell or
 * result 12.4.
 */
export function matchBare(figure: TypedFigure, given: readonly HeldFigure[]): ValueMatch[] {
  const asOpen = (match: ValueMatch): ValueMatch => ({
    ...match,
    isOpen: match.isOpen || match.origin !== 'calculation',
  });
  if (
    figure.cell !== null &&
    figure.unit === null &&
    figure.kind === 'plain' &&
    isUnscaled(figure)
  ) {
    // A cell may omit a scale that the words above its table or its source write: −1.5 for
    // −1,453,000.
    const scaled = given.filter(({ figure: one }) => one.kind !== 'percent' && one.kind !== 'year');
    return scales.flatMap((scale) =>
      matchFigure(scaleFigure(figure, scale), scaled).map((match) => ({
        ...match,
        isOpen: true,
        isScaled: true,
      })),
    );
  }
  const bare = given.filter(isBare);
  return bare.length === 0
    ? []
    : unscaledOf(figure).flatMap((one) => matchFigure(one, bare).map(asOpen));
}

/**
 * True if a figure may omit its scale: a plain number, a cell below no scale, or the result of an
 * equation.
 */
function isBare({ figure, origin, isExactScale }: HeldFigure): boolean {
  if (origin === 'calculation') return isUnscaled(figure) && isExactScale !== true;
  if (figure.cell !== null)
    return figure.bare === undefined && figure.kind !== 'percent' && !figure.isUnscaled;
  const { unit, kind, form, counts } = figure;
  return (
    unit === null && kind === 'plain' && form === 'digits' && counts !== true && isUnscaled(figure)
  );
}

/** True if neither a figure nor the head of its column names a scale. */
export const isUnscaled = ({ bare, shown }: TypedFigure): boolean =>
  bare === undefined && !/\p{L}/u.test(shown);

/** The same digits in another written scale: 1.2 billion for 1.2 million. */
export function isOtherScale(figure: TypedFigure, one: TypedFigure): boolean {
  const digits = ({ shown }: TypedFigure) => shown.replace(/[^\d.,]/g, '');
  if (!/\p{L}/u.test(figure.shown) || !/\p{L}/u.test(one.shown) || digits(figure) !== digits(one))
    return false;
  const power = Math.log10(Math.abs(figure.value / one.value));
  return (
    compareUnits(figure, one) !== 'other' &&
    Math.abs(power) >= 2.9 &&
    Math.abs(power - Math.round(power)) < 1e-9
  );
}

/** Adds a minus unless the source has written one. */
export const showNegative = (shown: string): string =>
  /^\s*[-−–‐(]/u.test(shown) ? shown : `−${shown}`;

/** "Thousand" behind a number is its scale. */
export const isScaleWord = ({ value }: TypedFigure): boolean =>
  value >= 1_000 && Number.isInteger(Math.log10(value));

/** A value differs from its rounded form by at most half of it: 0.15 as 0.1. */
const reach = { least: 0.49, most: 2.05 };
const logStep = Math.log(1.1);
/** Limits the figures that are compared for one value. */
const mostAlike = 200;
const bucketOf = (value: number) =>
  value === 0 ? Number.NEGATIVE_INFINITY : Math.floor(Math.log(Math.abs(value)) / logStep);

/**
 * Finds figures by value in constant time. Of figures with equal value, unit and place the first
 * one counts.
 */
export class HeldIndex {
  readonly #buckets = new Map<number, HeldFigure[]>();
  readonly #seen = new Set<string>();

  constructor(held: Iterable<HeldFigure> = []) {
    this.add(held);
  }

  add(held: Iterable<HeldFigure>): void {
    for (const one of held) {
      const { value, values, bare, unit, kind, form, cell, sign, period, per } = one.figure;
      const key = JSON.stringify([value, unit, kind, form, cell, sign, period, per]);
      if (this.#seen.has(key)) continue;
      this.#seen.add(key);
      // Both forms are stored, because a figure without a unit may equal one with a unit.
      const readings = [...values, ...(bare?.values ?? [])].flatMap((reading) => [
        reading,
        baseOf(reading, unit),
      ]);
      for (const bucket of new Set(readings.map(bucketOf))) {
        const list = this.#buckets.get(bucket) ?? [];
        if (list.length < mostAlike) list.push(one);
        this.#buckets.set(bucket, list);
      }
    }
  }

  near(figure: TypedFigure): HeldFigure[] {
    const found = new Set<HeldFigure>();
    for (const reading of figure.values.flatMap((value) => [value, baseOf(value, figure.unit)])) {
      const size = Math.abs(reading);
      const [from, to] =
        size === 0
          ? [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY]
          : [bucketOf(size * reach.least), bucketOf(size * reach.most)];
      for (let bucket = from; bucket <= to; bucket += 1) {
        for (const one of this.#buckets.get(bucket) ?? []) found.add(one);
        if (bucket === Number.NEGATIVE_INFINITY) break;
      }
    }
    return [...found];
  }

  match(figure: TypedFigure): ValueMatch[] {
    return matchFigure(figure, this.near(figure));
  }
}

/** A number without a unit that is too long to stand in many places by chance. */
export const isLong = ({ unit, kind, counts, shown }: TypedFigure): boolean =>
  unit === null &&
  kind === 'plain' &&
  counts !== true &&
  (/\p{L}/u.test(shown) || shown.replace(/\D/g, '').length > 2);

export const showRate = ({ shown, per }: TypedFigure): string => `${shown} / ${per}`;

/** Limits the numbers that may count the document's own things: "3 options". */
export const smallCount = 12;

/** Small whole numbers count the document's own things, and a hundred percent needs no source. */
export function isNoClaim(figure: TypedFigure): boolean {
  const { kind, value, unit } = figure;
  if (kind === 'percent' && value === 100) return true;
  const isSmall = Number.isInteger(value) && value <= smallCount && /^\d+$/.test(figure.shown);
  return (kind === 'plain' || kind === 'times' || isSpan(unit)) && isSmall;
}
