import type { EngineTable } from '@ecp/model-calls/prompt-types';
import { isCurrency } from '../numbers/number-format.ts';
import { areOfOneYear, isNamedPart, isQuantityUnit } from '../tables/belongs-together.ts';
import { headerWords } from '../tables/header-words.ts';
import type { Measure } from './column-roles.ts';

/** Two columns of a table of which one is told in relation to the other. */
export interface Ratio {
  top: Measure;
  bottom: Measure;
  /** True for a part of a whole, false for money per unit of a quantity. */
  isShare: boolean;
}

/** Most parts of a whole that are told of a table. */
const maxParts = 2;

/**
 * Finds the columns of a table that belong together, by the rules for tables outside workbooks: parts of a whole, such
 * as held and cancelled out of planned, and money per unit of a quantity of the same year.
 * @param sums the table's columns whose numbers add up, in its order
 */
export function findRatios(table: EngineTable, sums: readonly Measure[]): Ratio[] {
  const whole = sums.find(({ name }) => headerWords.isWhole(name));
  const money = sums.find(({ unit }) => unit !== null && isCurrency(unit));
  const amount = sums.find(
    ({ name, unit }) => money && unit !== null && isQuantityUnit(unit) && areOfOneYear(money.name, name),
  );
  const parts = whole ? findParts(table, sums, whole) : [];
  return [
    ...parts.flatMap((top): Ratio[] => (whole ? [{ top, bottom: whole, isShare: true }] : [])),
    ...(money && amount ? [{ top: money, bottom: amount, isShare: false }] : []),
  ];
}

function findParts(table: EngineTable, sums: readonly Measure[], whole: Measure): Measure[] {
  const all = readCells(table, whole);
  const [head, places] = [headOf(whole), table.columns.map(({ name }) => name)];
  const parts = sums.filter((part) => {
    const standsBefore = places.indexOf(part.name) === places.indexOf(whole.name) - 1;
    if (part === whole || !isNamedPart(headOf(part), head, standsBefore)) return false;
    // The first rows tell; the result tells for all rows.
    return readCells(table, part).every((own, row) => own <= (all[row] ?? 0));
  });
  return withoutComplement(table, parts, all).slice(0, maxParts);
}

/** Drops the larger of two parts that make up the whole, because the smaller one implies it. */
function withoutComplement(table: EngineTable, parts: Measure[], all: readonly number[]): Measure[] {
  const [one, other] = parts;
  if (!one || !other || parts.length !== 2) return parts;
  const [first, second] = [readCells(table, one), readCells(table, other)];
  const isComplete = all.every((whole, row) => Math.abs((first[row] ?? 0) + (second[row] ?? 0) - whole) < 1e-9);
  if (!isComplete) return parts;
  const add = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);
  return [add(first) < add(second) ? one : other];
}

const headOf = ({ name, unit }: Measure) => ({ header: name, unit: unit ?? '' });

function readCells({ columns, sample }: EngineTable, { name }: Measure): number[] {
  const at = columns.findIndex((column) => column.name === name);
  return sample.map((row) => Number(row[at] ?? 0));
}
