import type { Derivation } from '@ecp/contract/values/citations';
import { isRounding, isSameValue } from '../values/match-figures.ts';
import type { TypedFigure } from '../values/typed-figure.ts';
import { nameInput } from './operation.ts';
import { computeValue, type Equation } from './read-equations.ts';

/** The surroundings of a figure that no source has. */
export interface Nearby {
  equations: readonly Equation[];
  /** Accepted figures of the sentence and of those right before it. */
  near: readonly TypedFigure[];
  /** Cells of tables that the document shows. */
  cells: readonly TypedFigure[];
}

/** Most figures near a sentence, and cells of one row or column, that are tried. */
const maxNear = 14;

/**
 * Finds how a figure follows from what stands beside it: from two figures of the sentences before it, by the
 * calculation that the sentence shows with other cells of the same rows, or as what is left of a column.
 * @returns null if it does not follow
 */
export function followNear(figure: TypedFigure, { equations, near, cells }: Nearby): Derivation | null {
  return (
    combine(figure, near.slice(-maxNear)) ??
    repeat(figure, equations, cells) ??
    findRest(figure, equations, cells) ??
    readCells(figure, cells)
  );
}

function combine(figure: TypedFigure, near: readonly TypedFigure[]): Derivation | null {
  for (const [index, one] of near.entries()) {
    for (const other of near.slice(index + 1)) {
      const [large, small] = one.value >= other.value ? [one, other] : [other, one];
      const isAlike = one.kind === other.kind && one.unit === other.unit;
      const isMixed = one.unit === null || other.unit === null;
      const tries: [string, number, boolean][] = [
        ['a + b', large.value + small.value, isAlike && figure.kind !== 'plain'],
        ['a - b', large.value - small.value, isAlike && figure.kind !== 'plain'],
        ['a * b', large.value * small.value, isMixed && small.value > 1],
        ['a / b', large.value / small.value, isMixed && small.value > 1],
      ];
      for (const [expression, result, isFitting] of tries) {
        const isExact = isRounding(figure, result, true) && result !== large.value;
        if (isFitting && isExact) return toDerivation(expression, [large, small], result);
      }
    }
  }
  return null;
}

/**
 * Puts other cells of its rows and columns into an equation of the sentence: "… = 16 percent for one, 22 for the
 * other".
 */
function repeat(figure: TypedFigure, equations: readonly Equation[], cells: readonly TypedFigure[]): Derivation | null {
  for (const equation of equations) {
    const { inputs, expression } = equation;
    const choices = inputs.map((input) => [input, ...findNeighbours(input, cells)]);
    for (const chosen of choose(inputs, choices)) {
      const result = computeValue(expression, chosen, figure, figure.sign < 0);
      if (result !== null) return toDerivation(expression, chosen, result);
    }
  }
  return null;
}

function findNeighbours(input: TypedFigure, cells: readonly TypedFigure[]): TypedFigure[] {
  const own = cells.filter((cell) => cell.value === input.value);
  return cells
    .filter(
      ({ cell, value }) =>
        value !== input.value &&
        own.some((one) => cell && (one.cell?.row === cell.row || one.cell?.column === cell.column)),
    )
    .slice(0, maxNear);
}

/** Yields the inputs with one or two of their values replaced; equal values are replaced alike. */
function* choose(inputs: readonly TypedFigure[], choices: readonly TypedFigure[][]): Generator<TypedFigure[]> {
  const swap = (list: readonly TypedFigure[], from: number, to: TypedFigure) =>
    list.map((one) => (one.value === inputs[from]?.value ? to : one));
  for (const [index, options] of choices.entries()) {
    for (const option of options.slice(1)) {
      const once = swap(inputs, index, option);
      yield once;
      for (const [second, others] of choices.entries())
        if (second > index) for (const other of others.slice(1)) yield swap(once, second, other);
    }
  }
}

/** Takes what an equation adds up, and at most two other cells, from the total of their column. */
function findRest(
  figure: TypedFigure,
  equations: readonly Equation[],
  cells: readonly TypedFigure[],
): Derivation | null {
  for (const { inputs, result } of equations) {
    const columns = Map.groupBy(
      cells.filter(({ cell }) => cell !== null),
      ({ cell }) => cell?.column ?? '',
    );
    for (const column of columns.values()) {
      if (!inputs.every((input) => column.some((cell) => isSameValue(cell, input)))) continue;
      const total = column.reduce((most, cell) => (cell.value > most.value ? cell : most));
      const others = column.filter((cell) => cell !== total && !inputs.some((input) => isSameValue(cell, input)));
      for (const [index, one] of others.entries()) {
        for (const other of others.slice(index + 1)) {
          const rest = total.value - result.value - one.value - other.value;
          if (rest === figure.value) return toDerivation('a - b - c - d', [total, result, one, other], rest);
        }
      }
    }
  }
  return null;
}

/** Finds the cell that a percentage without decimals rounds. */
function readCells(figure: TypedFigure, cells: readonly TypedFigure[]): Derivation | null {
  if (figure.kind !== 'percent' || /[.,]/.test(figure.shown)) return null;
  const exact = cells.find(({ value, kind }) => kind === 'percent' && isRounding(figure, value, true));
  return exact ? toDerivation('a', [exact], exact.value) : null;
}

function toDerivation(expression: string, inputs: readonly TypedFigure[], result: number): Derivation {
  return {
    expression,
    inputs: inputs.map(({ value, unit }, index) => ({ label: nameInput(index), value, unit, citation: null })),
    result: Number(result.toPrecision(12)),
  };
}
