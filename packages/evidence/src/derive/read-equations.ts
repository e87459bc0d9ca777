import type { Derivation } from '@ecp/contract/values/citations';
import { findIn, type HeldFigure, type Lookup } from '../values/held-figure.ts';
import { isRounding } from '../values/match-figures.ts';
import type { TypedFigure } from '../values/typed-figure.ts';
import { ExpressionError, evaluateExpression } from './evaluate-expression.ts';
import { nameInput } from './operation.ts';

/** An arithmetic equation that a sentence writes out: "(1,620 − 610) / 4 = 252.5". */
export interface Equation {
  inputs: TypedFigure[];
  result: TypedFigure;
  /** Over the inputs a, b, c, … in their order. */
  expression: string;
  /** The left side's value in the unit of the right side. Null if the two sides differ. */
  value: number | null;
}

/** Signs that a text writes for the four operations. */
const signs: Readonly<Record<string, string>> = {
  ...{ '+': '+', '＋': '+', '-': '-', '−': '-', '–': '-', '－': '-' },
  ...{ '*': '*', '×': '*', '·': '*', x: '*', '/': '/', '÷': '/', ':': '/', '／': '/' },
};
/** Matches the text between two figures of an expression: unit, parentheses, one operation, parentheses, currency. */
const between =
  /^(?:\s?%|[\s\u00a0-]?\p{L}[\p{L}.]*(?:\s\p{L}+){0,2})??\s*([)）]*)\s*([+＋−–－*×·÷/／-]|(?<=\s)[x:](?=\s))\s*([(（]*)\s?(?:[€$£¥]|[A-Z]{3}\s)?$/u;
/** Matches the text between the last figure and the result. A sign before the result belongs to it. */
const beforeResult =
  /^(?:\s?%|[\s\u00a0-]?\p{L}[\p{L}.]*(?:\s\p{L}+){0,2})?\s*([)）]*)\s*[=＝≈]\s*([-−–]?)\s?(?:[€$£¥]|[A-Z]{3}\s)?([-−–]?)$/u;
/** Most figures of an expression, most equations of a sentence, and most characters between two figures. */
const maxInputs = 14;
const maxEquations = 24;
const maxBetween = 80;

/**
 * Finds the equations of a sentence, and whether they come out: with the scales that are written, a percentage as such
 * or as a hundredth, and the right side rounded as shown. Text between figures that is no arithmetic ends an
 * expression.
 * @param figures all figures of the sentence, in their order
 */
export function readEquations(sentence: string, figures: readonly TypedFigure[]): Equation[] {
  if (!/[=＝≈]/.test(sentence)) return [];
  const written = figures.filter(({ form }) => form === 'digits');
  const found: Equation[] = [];
  for (const [index, result] of written.entries()) {
    const equation = readEquation(sentence, written.slice(Math.max(0, index - maxInputs), index), result);
    if (equation) found.push(equation);
    if (found.length >= maxEquations) break;
  }
  return found;
}

function readEquation(sentence: string, before: TypedFigure[], result: TypedFigure): Equation | null {
  const last = before.at(-1);
  const end = last && beforeResult.exec(sentence.slice(Math.max(last.end, result.start - maxBetween), result.start));
  if (!end) return null;
  const [, closing = '', sign = '', innerSign = ''] = end;
  let [text, first] = [`#${closing}`, before.length - 1];
  for (; first > 0 && before.length - first < maxInputs; first -= 1) {
    const [left, right] = [before[first - 1], before[first]];
    const joint =
      left && right && right.start - left.end <= maxBetween && between.exec(sentence.slice(left.end, right.start));
    if (!joint) break;
    const [, close = '', operation = '', open = ''] = joint;
    text = `#${close}${signs[operation] ?? ''}${open}${text}`;
  }
  const inputs = before.slice(first);
  if (inputs.length < 2) return null;
  const opening =
    /[(（\s€$£¥]*$/u
      .exec(sentence.slice(Math.max(0, (inputs[0]?.start ?? 0) - 24), inputs[0]?.start))?.[0]
      .replace(/[^(（]/g, '') ?? '';
  const expression = nameAll(balance(`${opening}${text}`.replaceAll('（', '(').replaceAll('）', ')')));
  const isNegative = sign !== '' || innerSign !== '';
  return { inputs, result, expression, value: computeValue(expression, inputs, result, isNegative) };
}

/** Takes away the parentheses before the expression that enclose it with other words: "home (570 − 31 = 539)". */
function balance(text: string): string {
  const surplus = text.replace(/[^(]/g, '').length - text.replace(/[^)]/g, '').length;
  return surplus > 0 ? text.slice(Math.min(surplus, /^\(*/.exec(text)?.[0].length ?? 0)) : text;
}

function nameAll(text: string): string {
  let index = -1;
  return text
    .replace(/#/g, () => {
      index += 1;
      return nameInput(index);
    })
    .replace(/[-+*/]/g, ' $& ');
}

/** Returns what an expression over inputs gives in the unit of a result, or null if the result does not show it. */
export function computeValue(
  expression: string,
  inputs: readonly TypedFigure[],
  result: TypedFigure,
  isNegative: boolean,
): number | null {
  const isPercent = ({ kind }: TypedFigure) => kind === 'percent';
  const scale = scaleOf(result);
  for (const hundredth of inputs.some(isPercent) ? [0.01, 1] : [1]) {
    const value = evaluateNamed(
      expression,
      inputs.map((input) => input.value * (isPercent(input) ? hundredth : 1)),
    );
    if (value === null || value < 0 !== (isNegative && value !== 0)) continue;
    // Inputs may be told in the result's scale or in thousands without saying so: "1,620 + 180 = 1,800 thousand".
    const factors = isPercent(result) ? [100, 1] : scale === 1 ? [1] : [1, scale, 1e3];
    const fitting = factors.find((factor) =>
      isRounding({ ...result, values: [result.value] }, Math.abs(value) * factor, true),
    );
    if (fitting !== undefined) return Number((value * fitting).toPrecision(12));
  }
  return null;
}

function evaluateNamed(expression: string, values: readonly number[]): number | null {
  try {
    const named = Object.fromEntries(values.map((value, index) => [nameInput(index), value]));
    const value = evaluateExpression(expression, named);
    return Number.isFinite(value) ? value : null;
  } catch (error) {
    if (error instanceof ExpressionError) return null;
    throw error;
  }
}

/** Returns 1e6 for "0.67 million": the factor of the scale word. */
function scaleOf({ value, rounding, shown }: TypedFigure): number {
  if (!/\p{L}/u.test(shown)) return 1;
  const decimals = /[.,](\d+)\D*$/.exec(shown)?.[1]?.length ?? 0;
  const scale = [1e12, 1e9, 1e6, 1e3].find((one) => Math.abs(2 * rounding * 10 ** decimals - one) < one / 100);
  return value === 0 ? 1 : (scale ?? 1);
}

/** The figures that the equations of a sentence settle. */
export interface FollowedEquations {
  /** Figures of equations that come out and rest on a known figure. */
  held: HeldFigure[];
  /** Results of equations that do not come out. */
  wrong: TypedFigure[];
  derivation: Derivation | null;
}

/** Counts up to this are in every text: they ground no equation. */
const smallCount = 12;

/**
 * Reads the equations of a sentence. One that comes out holds if one of its inputs is known or follows by another of
 * its equations.
 * @param figures all figures of the sentence
 * @param known figures that are verified, computed or given
 */
export function followEquations(
  sentence: string,
  figures: readonly TypedFigure[],
  known: readonly Lookup[],
): FollowedEquations {
  const found: FollowedEquations = { held: [], wrong: [], derivation: null };
  const basis = [...known, found.held];
  const equations = readEquations(sentence, figures);
  for (const equation of equations) {
    const { inputs, result, value } = equation;
    if (value === null) {
      found.wrong.push(result);
      continue;
    }
    const isTelling = (one: TypedFigure) => one.value > smallCount || !Number.isInteger(one.value);
    if (!inputs.some((input) => isTelling(input) && (isGrounded(input, basis) || isPart(input, equations, basis))))
      continue;
    found.derivation ??= toDerivation(equation, (figure) => findIn(figure, known)?.citation ?? null);
    const told = figures.filter((figure) => [...inputs, result].some((one) => isInThousands(one, figure)));
    const own = [...inputs, result, ...told].map(
      (figure): HeldFigure => ({ figure, citation: null, origin: 'document' }),
    );
    found.held.push(...own);
  }
  return found;
}

/** Returns true for a figure of the text that an equation calculates in thousands or millions: 252.5 for 252,500. */
function isInThousands(one: TypedFigure, told: TypedFigure): boolean {
  return told.value >= 1e3 && [1e3, 1e6].some((scale) => isRounding(told, one.value * scale, true));
}

function isGrounded(input: TypedFigure, basis: readonly Lookup[]): boolean {
  if (findIn(input, basis) !== null) return true;
  const thousands = input.value / 1e3;
  return input.value >= 1e5 && findIn({ ...input, value: thousands, values: [thousands] }, basis) !== null;
}

/** Returns true for one of two parts, in two equations of a sentence, that add up to a known figure. */
function isPart(input: TypedFigure, equations: readonly Equation[], basis: readonly Lookup[]): boolean {
  const others = equations.flatMap(({ inputs, value }) => (value === null || inputs.includes(input) ? [] : inputs));
  return others.some(
    (other) =>
      findIn({ ...input, value: input.value + other.value, values: [input.value + other.value] }, basis) !== null,
  );
}

/** Returns an equation that comes out as a derivation. @param citationOf returns the footnote that verifies an input */
function toDerivation(
  { expression, inputs, value }: Equation,
  citationOf: (figure: TypedFigure) => string | null,
): Derivation {
  return {
    expression,
    inputs: inputs.map((figure, index) => {
      return { label: nameInput(index), value: figure.value, unit: figure.unit, citation: citationOf(figure) };
    }),
    result: value ?? Number.NaN,
  };
}
