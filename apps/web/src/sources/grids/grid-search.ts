import type { GridView } from './view-rows.ts';

/** What the address of a grid says: what is shown, the opened cell, and whether its source is open. */
export interface GridSearch extends GridView {
  cell?: string;
  source?: true;
}

/** Writes a cell for an address, or a file without a column. */
export const writeCellPlace = (attachmentId: string, columnId: string | undefined): string =>
  columnId === undefined ? attachmentId : `${attachmentId}~${columnId}`;

export function readCellPlace(cell: string | undefined): { attachmentId: string; columnId: string | undefined } | null {
  if (cell === undefined) return null;
  const [attachmentId = '', columnId] = cell.split('~');
  return { attachmentId, columnId };
}
