import type { Cell, GridRow } from './cells/cell.ts';
import { type ColumnType, chooseType, findDecimalSign } from './cells/choose-type.ts';
import type { ColumnSurvey } from './cells/column-survey.ts';
import type { DecimalSign } from './cells/read-number.ts';
import { isDataCell, isYear, isYearColumn } from './layout/cell-roles.ts';
import type { HeadColumn, TableLayout } from './layout/read-head.ts';
import { readTotalLabel, type TotalLabel } from './layout/total-rows.ts';
import type { StoredColumn } from './storing/stored-column.ts';

/** A column to fill. */
export interface ShapedColumn extends HeadColumn {
  type: ColumnType;
  stored: StoredColumn;
}

/** The columns of a table, and those whose numbers may be added up, by index. */
export interface TableShape {
  columns: ShapedColumn[];
  addable: number[];
  /** True if rows have labels, so that one without a label may be a total. */
  hasLabels: boolean;
}

/** Most columns of a table. */
export const maxColumns = 1_000;

const isNumber = ({ storage }: { storage: string }) => !['text', 'boolean', 'date'].includes(storage);

/**
 * Chooses the types and units of a table's columns from what was found in them.
 * @param usualSign the decimal sign if no number tells it
 */
export function shapeTable(
  { columns, cornerUnit, titleUnit }: TableLayout,
  surveys: readonly ColumnSurvey[],
  usualSign: DecimalSign,
): TableShape {
  const sign = findDecimalSign(surveys) ?? usualSign;
  const types = surveys.map((survey) => chooseType(survey, sign));
  const first = types[0];
  const shared = (first && !isNumber(first) ? cornerUnit : null) ?? titleUnit;
  const years = new Set<number>();
  const shaped = columns.map((column, at): ShapedColumn => {
    const type = types[at] ?? chooseType(surveys[0] as ColumnSurvey, sign);
    const survey = surveys[at];
    const isYears = survey !== undefined && isYearColumn(column.name, survey.minimum, survey.maximum, type.scale);
    if (isYears) years.add(at);
    const unit = isNumber(type) ? (column.unit ?? type.unit ?? (isYears ? null : shared)) : null;
    return { ...column, type, stored: { name: column.name, unit, storage: type.storage, scale: type.scale } };
  });
  const addable = shaped.flatMap(({ type, stored }, at) =>
    isNumber(type) && !years.has(at) && stored.unit !== '%' ? [at] : [],
  );
  return { columns: shaped, addable, hasLabels: types.some(({ storage }) => storage === 'text') };
}

/** Reads the label of a row: its first words. Null if it has none. */
export function labelOf({ cells }: GridRow): TotalLabel | null {
  const first = cells.find((cell): cell is Cell => cell !== null && isLabel(cell));
  return first === undefined ? null : readTotalLabel(first.text);
}

/** Tells whether a cell has words: no value, and no year. */
export function isLabel(cell: Cell): boolean {
  return cell.kind === 'text' && !isYear(cell) && !isDataCell(cell);
}
