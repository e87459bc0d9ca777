/** Groups of states of cells that mean the same to a reader of a grid. */
export const cellGroups = [
  'found',
  'unjudged',
  'doubted',
  'not_found',
  'edited',
  'failed',
  'waiting',
] as const;
export type CellGroup = (typeof cellGroups)[number];

/** Which rows of a grid are shown, and in which order. */
export interface GridView {
  q?: string;
  /** Rows with a cell of this group: in `column` if that is given, else in any column. */
  group?: CellGroup;
  column?: string;
  /** The id of a column, or `file`. */
  sort?: string;
  order?: 'desc';
}

/** The parts of a view to change. `undefined` removes a part. */
export type ViewChange = { [K in keyof GridView]?: GridView[K] | undefined };

/** The address of a grid: its view, the opened cell, and whether the source of the cell is open. */
export interface GridSearch extends GridView {
  cell?: string;
  source?: true;
}

/** Writes a cell for an address, or a file without a column. */
export const writeCellPlace = (attachmentId: string, columnId: string | undefined): string =>
  columnId === undefined ? attachmentId : `${attachmentId}~${columnId}`;

export function readCellPlace(
  cell: string | undefined,
): { attachmentId: string; columnId: string | undefined } | null {
  if (cell === undefined) return null;
  const [attachmentId = '', columnId] = cell.split('~');
  return { attachmentId, columnId };
}
