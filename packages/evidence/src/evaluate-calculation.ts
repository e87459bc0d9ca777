import type { Derivation } from '@ecp/contract/values/citations';
import type { DateSpan } from '@ecp/language/dates';
import { dimensionOf, type HeldFigure, isSpan, showsResult } from './compare-figures.ts';
import type { Fault } from './faults.ts';
import type { TypedFigure } from './figures.ts';
import { nameInputs } from './name-inputs.ts';
import type { Equation, Node, Operation, Term } from './read-calculation.ts';

export interface Ground {
  held: HeldFigure | null;
  isConstant: boolean;
  isAssumed?: boolean;
}

type Outcome =
  | { kind: 'comes out'; derivation: Derivation; value: TypedFigure }
  | { kind: 'differs'; found: string }
  | { kind: 'mixed'; one: string; other: string };

export interface CheckedCalculation {
  fault: Fault | null;
  derivation: Derivation | null;
  /** Its results and its numbers, which a sentence that names the footnote may give. */
  held: readonly HeldFigure[];
  dates?: readonly DateSpan[];
}

interface Amount {
  value: number;
  /** Units with their powers: EUR 1, MWh -1. */
  units: Readonly<Record<string, number>>;
  share: 'percent' | 'points' | null;
  /** A plain number times a percentage: a share, or an amount. */
  mayBeAmount?: boolean;
  /** A percentage of a plain number that stands before it: 33.8 × 20 %, but not 9.7 % × 3. */
  isPart?: boolean;
  /** It is divided by a number of unknown unit: the quotient may be a share. */
  lacksUnit?: boolean;
  /** Without a unit, so that it takes any. */
  isFree: boolean;
  isConstant: boolean;
  /**
   * The scale that its source names and the calculation omits: 1,000 for the 4,812 of "EUR 4,812
   * thousand".
   */
  omittedScale?: number | null;
  shown: string;
}

/**
 * Two amounts of a sum whose sources name different scales, which the calculation does not write.
 */
class ScaleError extends Error {
  override readonly name = 'ScaleError';
}

class MixedError extends Error {
  override readonly name = 'MixedError';
  readonly one: string;
  readonly other: string;
  constructor(one: Amount, other: Amount) {
    super();
    [this.one, this.other] = [one.shown, other.shown];
  }
}

/**
 * Evaluates an equation as written, with its sources' exact values, and in their tables' scale. It
 * may be rounded.
 */
export function evaluateEquation(equation: Equation, grounds: ReadonlyMap<Term, Ground>): Outcome {
  const readTrueValue = (term: Term) =>
    Math.abs(grounds.get(term)?.held?.figure.value ?? term.figure.value);
  const ways: ((term: Term) => number)[] = [
    (term) => term.figure.value,
    (term) => exactOf(term, grounds.get(term)?.held ?? null),
    readTrueValue,
  ];
  const scaled = scaledValue(equation, grounds);
  let failure: Exclude<Outcome, { kind: 'comes out' }> | null = null;
  const { unit } = equation.result;
  // Where the result has a written unit, factors without one may lack that of their source.
  const isWritten = unit === null || equation.terms.some((term) => term.figure.unit === unit);
  const factors = isWritten ? listFactors(equation.root) : [];
  for (const [at, readValue] of [
    ...ways,
    ...(factors.length > 0 ? ways.slice(0, 1) : []),
  ].entries()) {
    const groundOf = (term: Term) =>
      at >= ways.length && term.figure.unit === null && factors.includes(term)
        ? undefined
        : grounds.get(term);
    try {
      const isWhole = readValue === readTrueValue;
      const amount = evaluate(equation.root, (term) => {
        const omittedScale = isWhole ? null : omittedScaleOf(term, groundOf(term)?.held ?? null);
        return { ...toAmount(term, readValue(term), groundOf(term)), omittedScale };
      });
      if (fits(amount, equation))
        return {
          kind: 'comes out',
          derivation: derive(equation, grounds, amount, readValue),
          value: toFigure(equation, amount, scaled, grounds),
        };
      failure ??= unfitting(amount, equation) ?? {
        kind: 'differs',
        found: showAmount(amount, equation.result),
      };
    } catch (error) {
      if (error instanceof ScaleError) continue;
      if (!(error instanceof MixedError)) throw error;
      failure ??= { kind: 'mixed', one: error.one, other: error.other };
    }
  }
  return failure ?? { kind: 'differs', found: '' };
}

/**
 * Evaluates an expression. Returns a value, in percent (points) for a share, or two amounts that do
 * not fit.
 */
export function evaluateRoot({
  root,
}: Pick<Equation, 'root'>):
  | { value: number; unit: string | null }
  | { one: string; other: string } {
  try {
    const { value, units, share, isPart } = evaluate(root, (term) =>
      toAmount(term, term.figure.value, undefined),
    );
    if (share !== null && !isPart)
      return { value: value * 100, unit: share === 'percent' ? '%' : 'percentage points' };
    const powers = Object.entries(units);
    const over = powers
      .filter(([, power]) => power > 0)
      .map(([unit, power]) => `${unit}${power === 1 ? '' : `^${power}`}`);
    const under = powers.filter(([, power]) => power < 0).map(([unit]) => `/${unit}`);
    return { value, unit: powers.length === 0 ? null : `${over.join(' ')}${under.join('')}` };
  } catch (error) {
    if (error instanceof MixedError) return { one: error.one, other: error.other };
    throw error;
  }
}

function exactOf({ figure }: Term, held: HeldFigure | null): number {
  if (held === null || figure.value === 0) return figure.value;
  const readings = [...held.figure.values, ...(held.figure.bare?.values ?? [])].map(Math.abs);
  const values = readings.flatMap((value) => scales.map((scale) => value * scale));
  return values.reduce((best, one) =>
    Math.abs(one - figure.value) < Math.abs(best - figure.value) ? one : best,
  );
}

/**
 * Returns the power of ten between a number and its source's amount. Null for shares, and where a
 * unit is unknown.
 */
function omittedScaleOf({ figure }: Term, held: HeldFigure | null): number | null {
  if (
    held === null ||
    figure.value === 0 ||
    held.figure.kind === 'percent' ||
    held.figure.unit === null
  )
    return null;
  if (figure.unit !== null && figure.unit !== held.figure.unit) return null;
  // A result is written in the scale of its own sources, and that of a cell may stand where the
  // check does not find it.
  if (held.origin === 'calculation') return null;
  if (held.figure.cell !== null && held.figure.bare === undefined) return null;
  const ratio = Math.abs(held.figure.value / figure.value);
  const scale = 10 ** Math.round(Math.log10(ratio));
  // The 1,111 of a cell may be read as 1.111: then its scale is open.
  const [written = figure.value] = held.figure.bare?.values ?? [];
  if (readDigits(held.figure.shown) === readDigits(figure.shown) && written !== figure.value)
    return null;
  return Math.abs(ratio / scale - 1) < 0.1 ? scale : null;
}

const readDigits = (text: string): string => text.replace(/\D/g, '');

/** A written power of ten converts an omitted scale: 4,812 × 1,000. */
function scaleOfProduct(left: Amount, right: Amount, isProduct: boolean): number | null {
  const [one, other] = [left.omittedScale ?? null, right.omittedScale ?? null];
  if (right.isConstant && one !== null) return isProduct ? one / right.value : one * right.value;
  if (left.isConstant && other !== null && isProduct) return other / left.value;
  return null;
}

/**
 * Tables and sentences write a scale once, so that calculations omit it: 4,812 for EUR 4,812
 * million.
 */
export const scales: readonly number[] = [1, 1e-3, 1e-6, 1e-9, 1e-4, 1e-8, 1e3, 1e6, 1e4];

/**
 * Returns the exact value of a result in the scale of its sources, if the result shows it without
 * that scale.
 */
function scaledValue(equation: Equation, grounds: ReadonlyMap<Term, Ground>): number | null {
  if (equation.result.kind === 'percent' || equation.result.kind === 'points') return null;
  const trueValue = (term: Term) =>
    Math.abs(grounds.get(term)?.held?.figure.value ?? term.figure.value);
  try {
    const { value } = evaluate(equation.root, (term) =>
      toAmount(term, trueValue(term), grounds.get(term)),
    );
    return scales.some((scale) => shows(equation, value * scale)) ? Math.abs(value) : null;
  } catch (error) {
    if (error instanceof MixedError) return null;
    throw error;
  }
}

function toAmount({ figure }: Term, value: number, ground: Ground | undefined): Amount {
  const source = ground?.held?.figure;
  const unit = figure.unit ?? (source?.unit === '$' ? null : (source?.unit ?? null));
  const kind = figure.unit === null ? (source?.kind ?? figure.kind) : figure.kind;
  const isCount = unit === null && (figure.counts === true || source?.counts === true);
  const share = kind === 'percent' ? 'percent' : kind === 'points' ? 'points' : null;
  const base = {
    shown: `${figure.shown}${unit !== null && !figure.shown.includes(unit) ? ` ${unit}` : ''}`,
    isConstant: ground?.isConstant ?? false,
  };
  if (share !== null) return { ...base, value: value / 100, units: {}, share, isFree: false };
  const isPlain = unit === null || unit === 'x';
  return {
    ...base,
    value,
    units: isPlain ? {} : { [unit]: 1 },
    share: null,
    isFree: isPlain && !isCount,
  };
}

function evaluate(node: Node, amountOf: (term: Term) => Amount): Amount {
  if (node.kind === 'term') return amountOf(node.term);
  if (node.kind === 'negative') {
    const inner = evaluate(node.of, amountOf);
    return { ...inner, value: -inner.value };
  }
  if (node.kind === 'operation') {
    const [left, right] = [evaluate(node.left, amountOf), evaluate(node.right, amountOf)];
    return node.operation === '^' ? raise(left, right) : combine(node.operation, left, right);
  }
  const list = node.of.map((one) => evaluate(one, amountOf));
  const [first, ...rest] = list as [Amount, ...Amount[]];
  if (node.call === 'sqrt') return raise(first, { ...first, value: 0.5, units: {}, share: null });
  const sum = rest.reduce((total, one) => combine('+', total, one), first);
  if (node.call === 'sum') return sum;
  if (node.call === 'average') return { ...sum, value: sum.value / list.length };
  const values = list.map(({ value }) => value);
  return { ...sum, value: node.call === 'min' ? Math.min(...values) : Math.max(...values) };
}

function combine(operation: Exclude<Operation, '^'>, left: Amount, right: Amount): Amount {
  const base = {
    isConstant: left.isConstant && right.isConstant,
    shown: left.isFree ? right.shown : left.shown,
    omittedScale: left.omittedScale ?? right.omittedScale ?? null,
  };
  if (operation === '*' || operation === '/') {
    const isProduct = operation === '*';
    base.omittedScale = scaleOfProduct(left, right, isProduct);
    const units: Record<string, number> = { ...left.units };
    for (const [unit, power] of Object.entries(right.units)) {
      const next = (units[unit] ?? 0) + (isProduct ? power : -power);
      if (next === 0) delete units[unit];
      else units[unit] = next;
    }
    const other = left.share === null ? left : right;
    const keepsShare =
      (isProduct || left.share !== null) &&
      (left.share === null) !== (right.share === null) &&
      Object.keys(other.units).length === 0;
    const share = keepsShare
      ? (left.share ?? right.share)
      : isProduct && left.share === 'percent' && right.share === 'percent'
        ? 'percent'
        : null;
    const value = isProduct ? left.value * right.value : left.value / right.value;
    // A number of unknown unit takes that of what it is divided by.
    const isOpen =
      !isProduct && left.isFree !== right.isFree && !(left.isFree ? left : right).isConstant;
    if (isOpen && left.isFree)
      return { ...base, value: left.value / right.value, units: {}, share: null, isFree: true };
    const isFree = left.isFree && right.isFree;
    const lacksUnit = (isOpen && right.isFree) || left.lacksUnit === true;
    if (lacksUnit) Object.assign(base, { lacksUnit });
    const isPart = left.isPart ?? (left.share === null && right.value !== 1);
    return {
      ...base,
      value,
      units,
      share,
      isFree,
      ...(keepsShare && isProduct ? { mayBeAmount: true, isPart } : {}),
    };
  }
  const sign = operation === '+' ? 1 : -1;
  const areScaled = left.omittedScale != null && right.omittedScale != null;
  if (areScaled && left.omittedScale !== right.omittedScale) throw new ScaleError();
  if (left.share !== null || right.share !== null) return addShares(left, right, sign);
  // Zero fits every unit.
  if (left.value === 0 && left.isFree) return { ...right, value: sign * right.value };
  if (right.value === 0 && right.isFree) return left;
  // An amount a month times months is an amount.
  const [first, other] = [withoutTime(asRatio(left, right)), withoutTime(asRatio(right, left))];
  const one = asUnit(first, other);
  const isSame =
    JSON.stringify(Object.entries(one.units).sort()) ===
    JSON.stringify(Object.entries(other.units).sort());
  const isPlainBeside = (plain: Amount, named: Amount) =>
    plain.isFree && !plain.isConstant && !named.isFree;
  if (
    isSame
      ? one.isFree !== other.isFree &&
        (one.isFree ? one : other).isConstant &&
        Object.keys(one.units).length > 0
      : !isPlainBeside(one, other) && !isPlainBeside(other, one)
  )
    throw new MixedError(left, right);
  const named = one.isFree ? other : one;
  return {
    ...base,
    value: one.value + sign * other.value,
    units: named.units,
    share: null,
    isFree: one.isFree && other.isFree,
  };
}

/** A quotient whose divisor has an unknown unit is a ratio beside a constant: 771 EUR / 570 − 1. */
function asRatio(amount: Amount, beside: Amount): Amount {
  const isRatio = amount.lacksUnit === true && beside.isFree && beside.isConstant;
  return isRatio ? { ...amount, units: {}, isFree: true } : amount;
}

function withoutTime(amount: Amount): Amount {
  const rest = Object.entries(amount.units).filter(([unit, power]) => power < 0 || !isSpan(unit));
  return rest.length === 0 ? amount : { ...amount, units: Object.fromEntries(rest) };
}

function asUnit(amount: Amount, other: Amount): Amount {
  const [[unit, power] = []] = Object.entries(amount.units);
  const [[target, otherPower] = []] = Object.entries(other.units);
  const [from, to] = [dimensionOf(unit ?? null), dimensionOf(target ?? null)];
  if (!from || !to || from.name !== to.name || unit === target || power !== 1 || otherPower !== 1)
    return amount;
  return {
    ...amount,
    value: (amount.value * from.factor) / to.factor,
    units: { [target as string]: 1 },
  };
}

/** Percent less percent are percentage points; the rest of a hundred percent is percent. */
function addShares(left: Amount, right: Amount, sign: 1 | -1): Amount {
  // 2,774 × 56.9 % − 700 is an amount.
  const isPlain = ({ share, isConstant }: Amount) => share === null && !isConstant;
  if ((left.mayBeAmount && isPlain(right)) || (right.mayBeAmount && isPlain(left))) {
    const [one, other] = [left, right].map((amount): Amount => {
      const { mayBeAmount, ...rest } = amount;
      return mayBeAmount ? { ...rest, share: null, isFree: true } : rest;
    }) as [Amount, Amount];
    return combine(sign === 1 ? '+' : '-', one, other);
  }
  const scaled = [left, right].map((amount, index): Amount => {
    if (amount.share !== null) return amount;
    const other = index === 0 ? right : left;
    if (!amount.isFree || Object.keys(amount.units).length > 0) throw new MixedError(left, right);
    // 1 + 5 % is a factor, 100 − 38 % the rest, and a number without a sign beside a percentage is
    // one too.
    return amount.value === 1
      ? amount
      : { ...amount, value: amount.value / 100, share: other.share };
  }) as [Amount, Amount];
  const [one, other] = scaled;
  const value = one.value + sign * other.value;
  const base = { value, units: {}, isFree: false, isConstant: false, shown: left.shown };
  if (one.share === null || other.share === null) return { ...base, share: null, isFree: true };
  const isRest = Math.abs(one.value - 1) < 1e-9 && sign < 0;
  const isChange = sign < 0 && one.share === 'percent' && other.share === 'percent' && !isRest;
  const share =
    isChange || (one.share === 'points' && other.share === 'points') ? 'points' : 'percent';
  return { ...base, share };
}

function raise(base: Amount, power: Amount): Amount {
  if (Object.keys(power.units).some((unit) => !isSpan(unit))) throw new MixedError(base, power);
  const units = Object.fromEntries(
    Object.entries(base.units).map(([unit, own]) => [unit, own * power.value]),
  );
  return { ...base, value: base.value ** power.value, units, share: null };
}

function fits(amount: Amount, equation: Equation): boolean {
  if (unfitting(amount, equation) !== null) return false;
  const values = readingsOf(amount, equation);
  if (values.some((value) => shows(equation, value))) return true;
  // "3.4 × 2 = 6.8 million": the scale is written once.
  const isScaled = ({ shown }: TypedFigure) => /\p{L}{1,}$/u.test(shown);
  if (!isScaled(equation.result) || equation.terms.some(({ figure }) => isScaled(figure)))
    return false;
  return values.some((value) => [1e3, 1e6, 1e9].some((scale) => shows(equation, value * scale)));
}

function shows({ result, isNegative }: Equation, value: number): boolean {
  return (
    Number.isFinite(value) &&
    value < 0 === (isNegative && value !== 0) &&
    showsResult(result, value)
  );
}

function readingsOf(amount: Amount, { result, root }: Equation): number[] {
  const { value, share } = amount;
  if (result.kind === 'percent' || result.kind === 'points')
    return [value * 100, ...(share === null && (amount.isFree || hasHundred(root)) ? [value] : [])];
  if (share !== null) return [value, value * 100];
  const unit = Object.keys(amount.units).find(
    (one) => dimensionOf(one)?.name === dimensionOf(result.unit)?.name,
  );
  const [from, to] = [dimensionOf(unit ?? null), dimensionOf(result.unit)];
  return from && to ? [value, (value * from.factor) / to.factor] : [value];
}

function hasHundred(node: Node): boolean {
  if (node.kind === 'term') return node.term.figure.value === 100;
  if (node.kind === 'negative') return hasHundred(node.of);
  return node.kind === 'call'
    ? node.of.some(hasHundred)
    : hasHundred(node.left) || hasHundred(node.right);
}

function unfitting(
  amount: Amount,
  { result }: Equation,
): { kind: 'mixed'; one: string; other: string } | null {
  const hard = Object.entries(amount.units).filter(([unit]) => !isSpan(unit));
  const mixed = {
    kind: 'mixed' as const,
    one: amount.share ?? (Object.keys(amount.units).join(' × ') || amount.shown),
    other: result.shown,
  };
  if (result.unit !== null && !result.shown.includes(result.unit)) mixed.other += ` ${result.unit}`;
  if (result.kind === 'percent')
    return amount.share === 'points' || (hard.length > 0 && !amount.lacksUnit) ? mixed : null;
  if (result.kind === 'points')
    return amount.share === 'points' || (amount.isFree && amount.share === null) ? null : mixed;
  if (result.kind === 'money') {
    if (amount.share !== null) return mixed;
    const isOwn = ([unit, power]: [string, number]) =>
      power === 1 && (unit === result.unit || unit === '$' || result.unit === '$');
    return hard.length === 0 ? (amount.isFree ? null : mixed) : hard.some(isOwn) ? null : mixed;
  }
  if (result.kind === 'unit' && !isSpan(result.unit ?? '') && hard.length > 0) {
    const name = dimensionOf(result.unit)?.name;
    return hard.some(
      ([unit, power]) =>
        power === 1 &&
        (unit === result.unit || (name !== undefined && dimensionOf(unit)?.name === name)),
    )
      ? null
      : mixed;
  }
  return null;
}

function showAmount(amount: Amount, result: TypedFigure): string {
  const isShare =
    (amount.share !== null && !amount.mayBeAmount) ||
    result.kind === 'percent' ||
    result.kind === 'points';
  const value = amount.value * (isShare ? 100 : 1);
  const unit = result.unit ?? Object.keys(amount.units)[0] ?? '';
  return `${Number(value.toPrecision(6))}${unit === '' ? '' : ` ${unit}`}`;
}

/** True if a large constant converts the unit: 6,800 t × 1,000 is a number of kilograms. */
export const isConverted = (terms: readonly Term[], grounds: ReadonlyMap<Term, Ground>): boolean =>
  terms.some((term) => grounds.get(term)?.isConstant && term.figure.value >= 1_000);

function toFigure(
  { result, isNegative, terms }: Equation,
  amount: Amount,
  scaled: number | null,
  grounds: ReadonlyMap<Term, Ground>,
): TypedFigure {
  const hard = Object.entries(amount.units).filter(([one]) => !isSpan(one));
  // An amount at a rate has two currencies.
  const unit = hard.length === 1 && hard[0]?.[1] === 1 ? hard[0][0] : undefined;
  const kind =
    unit === undefined ? null : dimensionOf(unit) ? ('unit' as const) : ('money' as const);
  const exact =
    Math.abs(amount.value) * (result.kind === 'percent' || result.kind === 'points' ? 100 : 1);
  const values = [
    ...new Set([
      ...result.values,
      ...(showsResult(result, exact) ? [exact] : []),
      ...(scaled === null ? [] : [scaled]),
    ]),
  ];
  const isOther = kind === 'unit' && isConverted(terms, grounds);
  const own =
    result.unit === null && unit !== undefined && kind !== null && !isOther ? { unit, kind } : {};
  const { counts: _, ...figure } = result;
  return { ...figure, ...own, values, sign: isNegative ? -1 : result.sign, period: null };
}

/** The name of an input: a, b, … z, a1, b1, … */
export const nameInput = (index: number): string =>
  `${String.fromCharCode(97 + (index % 26))}${index < 26 ? '' : Math.floor(index / 26)}`;

function derive(
  equation: Equation,
  grounds: ReadonlyMap<Term, Ground>,
  amount: Amount,
  readValue: (term: Term) => number,
): Derivation {
  const named = equation.terms.filter((term) => !grounds.get(term)?.isConstant);
  const names = nameInputs(named.map((term) => grounds.get(term)?.held?.figure));
  const inputs = named.map((term, index) => {
    const held = grounds.get(term)?.held;
    return {
      ...names[index],
      label: nameInput(index),
      value: readValue(term),
      unit: term.figure.unit ?? held?.figure.unit ?? null,
      citation: held?.citation ?? null,
      ...(grounds.get(term)?.isAssumed ? { assumed: true } : {}),
    };
  });
  const whole =
    inputs.length > 0 && inputs.every(({ assumed }) => assumed) ? { assumed: true } : {};
  const target =
    readingsOf(amount, equation).find((value) => shows(equation, value)) ?? amount.value;
  const labels = new Map(named.map((term, index) => [term, nameInput(index)]));
  const isShare = (term: Term) =>
    (term.figure.unit ?? grounds.get(term)?.held?.figure.unit) === '%';
  for (const asShare of [false, true]) {
    const value = plain(
      equation.root,
      (term) => readValue(term) / (asShare && isShare(term) ? 100 : 1),
    );
    const text = write(equation.root, (term) => {
      const name = labels.get(term) ?? String(term.figure.value);
      return asShare && isShare(term) ? `(${name} / 100)` : name;
    });
    for (const factor of [1, 100]) {
      if (Math.abs(value * factor - target) > Math.abs(target) * 1e-9 + 1e-12) continue;
      const expression =
        factor === 1
          ? text
          : `${/[+-]/.test(text) && !/^\(.*\)( \/ \w+)?$/.test(text) ? `(${text})` : text} * 100`;
      return { expression, inputs, result: Number(target.toPrecision(12)), ...whole };
    }
  }
  return {
    expression: write(equation.root, (term) => labels.get(term) ?? String(term.figure.value)),
    inputs,
    result: Number(target.toPrecision(12)),
    ...whole,
  };
}

function plain(node: Node, readValue: (term: Term) => number): number {
  return evaluate(node, (term) => ({
    value: readValue(term),
    units: {},
    share: null,
    isFree: true,
    isConstant: false,
    shown: '',
  })).value;
}

const weights: Readonly<Record<Operation, number>> = { '+': 1, '-': 1, '*': 2, '/': 2, '^': 3 };

function write(node: Node, nameOf: (term: Term) => string): string {
  if (node.kind === 'term') return nameOf(node.term);
  if (node.kind === 'negative') return `-${wrap(node.of, 3, nameOf)}`;
  if (node.kind === 'call')
    return `${node.call}(${node.of.map((one) => write(one, nameOf)).join(', ')})`;
  const weight = weights[node.operation];
  const right = node.operation === '-' || node.operation === '/' ? weight + 1 : weight;
  return `${wrap(node.left, node.operation === '^' ? 4 : weight, nameOf)} ${node.operation} ${wrap(node.right, right, nameOf)}`;
}

function wrap(node: Node, weight: number, nameOf: (term: Term) => string): string {
  const text = write(node, nameOf);
  return node.kind === 'operation' && weights[node.operation] < weight ? `(${text})` : text;
}

/** Common numbers of time, percent and scale. */
const constants: ReadonlySet<number> = new Set([
  0, 1, 4, 7, 12, 24, 52, 60, 100, 365, 366, 1_000, 3_600, 8_760,
]);

/**
 * True for a plain constant: of time, percent or scale, or the number of periods of an exponent.
 */
export function isConstant({ figure, isExponent }: Term): boolean {
  const { value, kind, unit } = figure;
  if (isExponent && value <= 100) return true;
  const isPlain =
    kind === 'plain' ||
    kind === 'year' ||
    (kind === 'unit' && isSpan(unit ?? '')) ||
    (kind === 'percent' && value === 100);
  return isPlain && (constants.has(value) || (value >= 10 && Number.isInteger(Math.log10(value))));
}

function listFactors(node: Node): Term[] {
  if (node.kind === 'term') return [];
  if (node.kind === 'negative') return listFactors(node.of);
  const inner = node.kind === 'call' ? node.of : [node.left, node.right];
  const isProduct = node.kind === 'operation' && (node.operation === '*' || node.operation === '/');
  return inner.flatMap((one) => (isProduct && one.kind === 'term' ? [one.term] : listFactors(one)));
}

/** Returns the numbers by which sums of as many terms are divided: the 3 of (a + b + c) / 3. */
export function listDivisors(node: Node): Term[] {
  if (node.kind === 'term') return [];
  if (node.kind === 'negative') return listDivisors(node.of);
  if (node.kind === 'call') return node.of.flatMap(listDivisors);
  const own = [...listDivisors(node.left), ...listDivisors(node.right)];
  const isMean =
    node.operation === '/' &&
    node.right.kind === 'term' &&
    countTerms(node.left) === node.right.term.figure.value;
  return isMean && node.right.kind === 'term' ? [...own, node.right.term] : own;
}

function countTerms(node: Node): number {
  if (node.kind === 'negative') return countTerms(node.of);
  if (node.kind === 'operation' && node.operation === '+')
    return countTerms(node.left) + countTerms(node.right);
  return node.kind === 'call' && node.call === 'sum' ? node.of.length : 1;
}
