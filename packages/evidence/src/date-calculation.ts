import type { Derivation } from '@ecp/contract/values/citations';
import { compareDates, type DateSpan, moveDate, readDays } from '@ecp/language/dates';
import type { NumberStyle } from '@ecp/language/number-style';
import { readQuantities } from '@ecp/language/quantities';
import { type HeldFigure, showsResult } from './compare-figures.ts';
import type { CheckedCalculation } from './evaluate-calculation.ts';
import { readTyped } from './figures.ts';
import { assumed, normalize } from './read-calculation.ts';

/** A date and lengths of time that are added to it, or two dates, with the result. */
export interface DateEquation {
  /**
   * The left side: the first date, then the signed lengths of time or the date that is subtracted
   * from it.
   */
  first: DateSpan;
  second: DateSpan | null;
  /** Each with `d`, `wk`, `mo`, `qtr` or `yr`. */
  spans: readonly { unit: string; count: number }[];
  result: string;
  dates: readonly DateSpan[];
}

const day = 86_400_000;

/**
 * Reads calculations such as `1 April 2027 + 24 months = 1 April 2029`, separated by semicolons,
 * else null.
 */
export function readDateCalculation(text: string, style: NumberStyle): DateEquation[] | null {
  const parts = normalize(text)
    .split(/[;；]/u)
    .filter((part) => part.includes('='));
  const equations = parts.flatMap((part) => readDateEquation(part, style) ?? []);
  return equations.length === 0 || equations.length < parts.length ? null : equations;
}

function readDateEquation(text: string, style: NumberStyle): DateEquation | null {
  const [left, result, rest] = text.trim().replace(/^=/, '').split('=');
  if (left === undefined || result === undefined || rest !== undefined) return null;
  const told = readDays(left, style.language).filter(
    ({ months, year }) => months !== null && year !== null,
  );
  const [first, second] = told;
  if (!first || told.length > 2) return null;
  const isAssumed = ({ end }: DateSpan) =>
    assumed.test(/^\s*[(（]\s*(.*)/u.exec(left.slice(end))?.[1] ?? '');
  const dates = told.filter((date) => !isAssumed(date));
  if (second) return { first, second, spans: [], result, dates };
  const behind = left.slice(first.end);
  const spans = readQuantities(behind, style).flatMap(({ value, measure, start }) => {
    if (measure === null || !/^(?:d|wk|mo|qtr|yr)$/.test(measure.unit)) return [];
    const isTaken = value < 0 || /[-−–]\s*$/u.test(behind.slice(0, start));
    return [{ unit: measure.unit, count: isTaken ? -Math.abs(value) : value }];
  });
  return spans.length === 0 ? null : { first, second: null, spans, result, dates };
}

const timeOf = ({ year, months, day: of }: DateSpan): number =>
  Date.UTC(year ?? 0, (months?.[0] ?? 1) - 1, of ?? 1);

/**
 * A date stands as it is, and as the first or last day of a month, quarter, half or year that
 * stands.
 */
const stands = (date: DateSpan, given: readonly DateSpan[]): boolean =>
  given.some((one) => {
    if (compareDates(date, one) === 'agrees') return true;
    const [first, last] = one.months ?? [1, 12];
    if (one.day !== null || date.day === null || one.year === null || one.year !== date.year)
      return false;
    const isLast = new Date(Date.UTC(one.year, last, 0)).getUTCDate() === date.day;
    return (date.day === 1 && date.months?.[0] === first) || (isLast && date.months?.[0] === last);
  });

/**
 * Checks calculations with dates in order. Each date must stand in what their footnotes cite, or be
 * an earlier result.
 * @param given dates of the cited passages and results of the named calculations; null if none is
 * named
 */
export function checkDateCalculations(
  label: string,
  equations: readonly DateEquation[],
  given: readonly DateSpan[] | null,
  style: NumberStyle,
): CheckedCalculation {
  let checked: CheckedCalculation = { fault: null, derivation: null, held: [] };
  for (const equation of equations) {
    const dates = checked.dates ?? [];
    const next = checkDateEquation(label, equation, style);
    const known = given && [...given, ...dates];
    const missing = equation.dates.filter((date) => known !== null && !stands(date, known));
    const inputs =
      missing.length > 0
        ? { kind: 'inputs' as const, figures: missing.map(({ text }) => text) }
        : null;
    const fault = checked.fault ?? inputs ?? next.fault;
    checked = {
      fault,
      derivation: inputs === null ? next.derivation : null,
      held: [...checked.held, ...(inputs === null ? next.held : [])],
      dates: [...dates, ...((inputs === null ? next.dates : undefined) ?? [])],
    };
  }
  return checked;
}

function checkDateEquation(
  label: string,
  { first, second, spans, result }: DateEquation,
  style: NumberStyle,
): CheckedCalculation {
  const said = result.trim();
  const derive = (expression: string, values: readonly number[]): Derivation => ({
    expression,
    inputs: values
      .slice(0, 2)
      .map((value, index) => ({ label: 'ab'.charAt(index), value, unit: 'd', citation: null })),
    result: values[2] ?? 0,
  });
  if (second) {
    const days = Math.round((timeOf(first) - timeOf(second)) / day);
    const [told] = readTyped(result, style);
    const months =
      ((first.year ?? 0) - (second.year ?? 0)) * 12 +
      (first.months?.[0] ?? 0) -
      (second.months?.[0] ?? 0);
    const isWhole = first.day === second.day;
    const value =
      {
        wk: days / 7,
        mo: isWhole ? months : days / 30.4375,
        yr: isWhole ? months / 12 : days / 365.25,
      }[told?.unit ?? ''] ?? days;
    if (!told || !showsResult(told, value))
      return {
        fault: { kind: 'result', said, found: `${Number(value.toFixed(1))}` },
        derivation: null,
        held: [],
      };
    const held: HeldFigure[] = [{ figure: told, citation: label, origin: 'calculation' }];
    return {
      fault: null,
      derivation: derive('a - b', [timeOf(first) / day, timeOf(second) / day, days]),
      held,
    };
  }
  const reckoned = spans.reduce<DateSpan | null>(
    (date, { unit, count }) => date && moveDate(date, count, unit),
    first,
  );
  const [told] = readDays(result, style.language);
  const found =
    reckoned === null
      ? ''
      : new Date(timeOf(reckoned)).toISOString().slice(0, first.day === null ? 7 : 10);
  if (!told || reckoned === null || !stands(told, [reckoned]))
    return { fault: { kind: 'result', said, found }, derivation: null, held: [] };
  const [from, to] = [timeOf(first) / day, timeOf(reckoned) / day];
  return {
    fault: null,
    derivation: derive('a + b', [from, to - from, to]),
    held: [],
    dates: [reckoned],
  };
}
