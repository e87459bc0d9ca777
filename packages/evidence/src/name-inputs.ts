import type { Derivation } from '@ecp/contract/values/citations';
import type { TypedFigure } from './figures.ts';

/**
 * Names the inputs of a calculation by their cells: by the column within one row, by the row within
 * one column, else by both. A figure without a cell has no name.
 */
export function nameInputs(figures: readonly (TypedFigure | undefined)[]): { name?: string }[] {
  const cells = figures.map((figure) => figure?.cell ?? null);
  const known = cells.filter((cell) => cell !== null);
  const [rows, columns] = [
    new Set(known.map(({ row }) => row)),
    new Set(known.map(({ column }) => column)),
  ];
  return cells.map((cell) => {
    if (cell === null) return {};
    const both = [cell.row, cell.column].filter((part) => part.trim() !== '').join(', ');
    const own =
      rows.size === 1 && columns.size > 1
        ? cell.column
        : columns.size === 1 && rows.size > 1
          ? cell.row
          : '';
    const name = /\p{L}/u.test(own) ? own.trim() : both;
    return name === '' ? {} : { name };
  });
}

/** Shows a derivation with its first six inputs, as a judge reads it. */
export const showDerivation = ({ expression, inputs, result }: Derivation): string =>
  `${expression} = ${result} (${inputs
    .map(({ label, value, unit }) => `${label} = ${value}${unit === null ? '' : ` ${unit}`}`)
    .slice(0, 6)
    .join(', ')})`;
