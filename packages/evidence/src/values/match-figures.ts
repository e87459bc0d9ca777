import type { TypedFigure } from './typed-figure.ts';

const closeTo = (one: number, other: number) =>
  Math.abs(one - other) <= Math.max(Math.abs(one), Math.abs(other)) * 1e-9;

/** Crowns without their country. */
const krones = new Set(['KR', 'DKK', 'SEK', 'NOK', 'CZK']);

/** Dollars and pesos that a bare "$" may mean. */
const dollars = new Set(['$', 'USD', 'CAD', 'AUD', 'MXN']);
/** Measures of one dimension, in the smallest unit. */
const dimensions: readonly Readonly<Record<string, number>>[] = [
  { mg: 1e-3, g: 1, kg: 1e3, t: 1e6, kt: 1e9, Mt: 1e12 },
  { kWh: 1, MWh: 1e3, GWh: 1e6, TWh: 1e9 },
  { W: 1e-3, kW: 1, MW: 1e3, GW: 1e6 },
  { mm: 1e-3, cm: 1e-2, m: 1, km: 1e3 },
  { m2: 1, ha: 1e4, km2: 1e6 },
  { ml: 1e-3, cl: 1e-2, l: 1, hl: 100, kl: 1e3, m3: 1e3 },
  { s: 1, min: 60, h: 3_600, d: 86_400 },
  { d: 1, wk: 7 },
  { mo: 1, qtr: 3, yr: 12 },
  // Basis points are hundredths of percentage points.
  { bp: 1, pp: 100 },
];

/** Returns a figure in the unit of another one of its dimension: 4.2 t as 4,200 kg. Otherwise the figure itself. */
export function convertTo(figure: TypedFigure, unit: string | null): TypedFigure {
  if (figure.unit === unit || figure.unit === null || unit === null) return figure;
  const dimension = dimensions.find((one) => one[figure.unit ?? ''] !== undefined && one[unit] !== undefined);
  const [own, other] = [dimension?.[figure.unit], dimension?.[unit]];
  if (own === undefined || other === undefined) return figure;
  const factor = own / other;
  const values = figure.values.map((value) => value * factor);
  return { ...figure, unit, value: figure.value * factor, values, rounding: figure.rounding * factor };
}

/** Returns a value in the smallest unit of its dimension: 4.2 t as 4,200,000 g. A unit alone is its own. */
export function baseOf(value: number, unit: string | null): number {
  return value * (dimensions.find((one) => one[unit ?? ''] !== undefined)?.[unit ?? ''] ?? 1);
}

/** The relation between the units of two figures. A figure without a unit agrees with any. */
export function compareUnits(one: TypedFigure, other: TypedFigure): 'same' | 'open' | 'points' | 'other' {
  if (one.unit === other.unit) return 'same';
  if (one.unit === null) return 'open';
  // "60 trucks" are neither 60 % nor EUR 60; but 60 may be told without its unit.
  if (other.unit === null) return other.counts ? 'other' : 'open';
  if (one.unit === '$' || other.unit === '$')
    return dollars.has(one.unit) && dollars.has(other.unit) ? 'open' : 'other';
  if (one.unit === 'KR' || other.unit === 'KR')
    return krones.has(one.unit) && krones.has(other.unit) ? 'open' : 'other';
  const kinds = new Set([one.kind, other.kind]);
  if (kinds.has('percent') && kinds.has('points')) return 'points';
  return 'other';
}

/** Returns true if two figures have a value in common in any reading. */
export function isSameValue(one: TypedFigure, other: TypedFigure): boolean {
  const [left, right] = [readingsOf(one, other), readingsOf(other, one)];
  return left.some((value) => right.some((known) => closeTo(value, known)));
}

/**
 * The readings of a figure beside another one. The figure of a table whose head has a scale may be told without it only
 * by a figure that names no unit, as another table does.
 */
export function readingsOf({ values, bare, unit }: TypedFigure, other: TypedFigure): readonly number[] {
  return bare !== undefined && unit !== null && other.unit === null ? [...values, ...bare.values] : values;
}

/**
 * Returns true if a value is shown rounded by a figure: within half of the last digit where decimals or a scale show
 * the precision, or as its hedge says. A figure without either must be exact.
 * @param isComputed the value is a result, so that its last digit is rounded anyway
 */
export function isRounding(figure: TypedFigure, value: number, isComputed: boolean): boolean {
  return figure.values.some((shown) => isRoundingOf(figure, shown, value, isComputed));
}

function isRoundingOf(figure: TypedFigure, shown: number, value: number, isComputed: boolean): boolean {
  const difference = value - shown;
  const size = Math.abs(shown);
  const slack = size * 1e-9;
  const half = shown === figure.value ? figure.rounding : (figure.rounding * size) / (Math.abs(figure.value) || 1);
  const isPrecise = isComputed || /[.,]\d/.test(figure.shown) || isScaled(figure);
  if (isPrecise && Math.abs(difference) <= half + slack) return true;
  if (isComputed && Math.abs(difference) <= roundedHalf(shown, figure.shown) + slack) return true;
  if (figure.hedge === null) return false;
  const unit = Math.max(looseUnit(shown, figure.shown), 2 * half);
  const near = Math.min(unit / 2, size * 0.06) + slack;
  if (Math.abs(difference) <= near) return true;
  if (figure.hedge === 'above') return difference >= 0 && difference <= Math.min(unit, size * 0.25) + slack;
  return figure.hedge === 'below' && difference <= 0 && -difference <= Math.min(unit, size * 0.25) + slack;
}

/** Returns half of the place to which a result of three digits or more is rounded: 500 for 973,000, 0 for 12,000. */
function roundedHalf(value: number, written: string): number {
  const digits = written.replace(/\D/g, '').replace(/^0+/, '').replace(/0+$/, '');
  return digits.length >= 3 ? looseUnit(value, written) / 2 : 0;
}

/** Returns the place of the last digit that is not zero: 100 for 4,800. */
function looseUnit(value: number, written: string): number {
  const digits = written.replace(/\D/g, '').replace(/^0+/, '').replace(/0+$/, '');
  return 10 ** (Math.floor(Math.log10(Math.abs(value) || 1) + 1e-9) - Math.max(1, digits.length) + 1);
}

/** Returns true for a figure of at least two digits with a scale, such as "48 million": it shows its precision. */
function isScaled({ shown, value }: TypedFigure): boolean {
  const digits = shown.replace(/\D/g, '').replace(/^0+/, '');
  return digits.length >= 2 && /\p{L}/u.test(shown) && Math.abs(value) >= 10 ** digits.length * 10;
}
