import type { GridCellState, GridValue } from '@ecp/contract/work/grids';
import type { EvidenceSource } from './material.ts';

/** A grid as documents cite it: `Grid <id>: “<file>: <column>: <value>”`. */
export interface CitableGrid {
  id: string;
  title: string;
  columns: readonly { name: string }[];
  rows: readonly {
    filename: string;
    /** In the order of the columns. */
    cells: readonly { value: GridValue; unit: string | null; text: string; state: GridCellState }[];
  }[];
}

/**
 * The states of cells that a document may rest on: what is refuted, or not answered, backs nothing.
 */
const citable: ReadonlySet<GridCellState> = new Set([
  'verified',
  'computed',
  'unjudged',
  'edited',
  'not_found',
]);

export const isCitable = ({ state }: { state: GridCellState }): boolean => citable.has(state);

/** Writes the value of a cell with its unit, as documents quote it. */
export const writeValue = ({ value, unit }: { value: GridValue; unit: string | null }): string =>
  value === null ? 'not found' : [value, unit].filter((part) => part !== null).join(' ');

/**
 * Returns a grid as a source: a paragraph for each citable cell, in the words that cite it, with
 * its answer behind.
 */
export function gridSource({ id, title, columns, rows }: CitableGrid): EvidenceSource {
  const cells = rows.flatMap((row) =>
    row.cells.flatMap((cell, at) => {
      const name = columns[at]?.name;
      if (name === undefined || !isCitable(cell)) return [];
      const value = writeValue(cell);
      const answer = cell.text === '' || cell.text === value ? '' : ` (${cell.text})`;
      return [`${row.filename}: ${name}: ${value}${answer}`.replace(/\s+/g, ' ')];
    }),
  );
  return { title: `Grid ${id}`, location: null, text: [title, ...cells].join('\n\n') };
}
