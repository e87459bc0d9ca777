import type { DecimalSign } from '@ecp/language/cells';
import type { TableRemark } from '../../table-types.ts';
import type { Cell } from './cells/cell.ts';
import { type ColumnType, chooseType } from './cells/choose-type.ts';
import { isRateHead } from './cells/column-heads.ts';
import type { ColumnSurvey } from './cells/column-survey.ts';
import { isYearColumn, roleOf } from './layout/cell-roles.ts';
import type { HeadColumn } from './layout/name-columns.ts';
import type { TableLayout } from './layout/read-layout.ts';
import {
  type NumberColumn,
  readTotalLabel,
  type TotalLabel,
  type TotalRows,
  type TotalVerdict,
} from './layout/total-rows.ts';
import type { StoredColumn } from './storing/stored-column.ts';
import { writeRemark } from './write-remarks.ts';

/** A column to fill. */
export interface ShapedColumn extends HeadColumn {
  type: ColumnType;
  stored: StoredColumn;
}

/** The columns of a table, and those with numbers, as `TotalRows` takes them. */
export interface TableShape {
  columns: ShapedColumn[];
  numbers: NumberColumn[];
}

/** Most columns of a table. */
export const maxColumns = 1_000;

const isNumber = ({ storage }: { storage: string }) => !['text', 'boolean', 'date'].includes(storage);

/**
 * Chooses the types and units of a table's columns from what was found in them.
 * @param implied the decimal sign that the file's delimiter tells; null if it tells none
 */
export function shapeTable(
  { columns, cornerUnit, titleUnit }: Pick<TableLayout, 'columns' | 'cornerUnit' | 'titleUnit'>,
  surveys: readonly ColumnSurvey[],
  implied: DecimalSign | null,
): TableShape {
  // Numbers with a decimal comma, in quotes, say that the delimiter tells nothing.
  const sign = surveys.some(({ evidence }) => evidence[','] > 0) ? null : implied;
  const types = surveys.map((survey, at) => chooseType(survey, sign, columns[at] ?? { name: '', unit: null }));
  const first = types[0];
  const shared = (first && !isNumber(first) ? cornerUnit : null) ?? titleUnit;
  const years = new Set<number>();
  const shaped = columns.map((column, at): ShapedColumn => {
    const type = types[at] as ColumnType;
    const survey = surveys[at];
    const isYears = survey !== undefined && isYearColumn(column.name, survey.minimum, survey.maximum, type.scale);
    if (isYears) years.add(at);
    const hasSomeUnits = type.doubts.some(({ kind }) => kind === 'unit_of_some_cells');
    const given = column.unit ?? type.unit ?? (isYears || hasSomeUnits ? null : shared);
    const unit = isNumber(type) ? given : null;
    return { ...column, type, stored: { name: column.name, unit, storage: type.storage, scale: type.scale } };
  });
  const numbers = shaped.flatMap(({ type, stored }, index) =>
    isNumber(type)
      ? [
          {
            index,
            unit: 10 ** -type.scale,
            isAdditive: !years.has(index) && stored.unit !== '%',
            isRate: isRateHead(stored.name) || (stored.unit?.includes('/') ?? false),
          },
        ]
      : [],
  );
  return { columns: shaped, numbers };
}

/** The label of a total, and where it stands. */
export interface FoundLabel {
  /** The place of its cell in the row. */
  at: number;
  label: TotalLabel;
  /** True if the row has a day or words that a total has not, so that it may be a record. */
  isRecord: boolean;
}

/**
 * Reads what a row's label says of a total: that of its first words, or of later words if those before repeat the row
 * above. Null for a row that is none.
 * @param above the cells of the last row of data
 */
export function labelOf(cells: readonly (Cell | null)[], above: readonly (Cell | null)[]): FoundLabel | null {
  let found: { at: number; label: TotalLabel } | null = null;
  let isRecord = false;
  for (const [at, cell] of cells.entries()) {
    if (cell === null) continue;
    const role = roleOf(cell);
    if (role === 'date') isRecord = true;
    if (role !== 'word' || cell === cells[at - 1]) continue;
    const label: TotalLabel | null = found === null ? readTotalLabel(cell.text) : null;
    if (label) found = { at, label };
    else if (cell.text === above[at]?.text) continue;
    else if (found === null) return null;
    else isRecord = true;
  }
  return found && { ...found, isRecord };
}

/** Most remarks on rows that are named like totals. */
export const maxTotalRemarks = 5;

/** Judges a row with the label of a total; `values` are its numbers by the columns of the shape. */
export function judgeLabel(
  totals: TotalRows,
  { at, label, isRecord }: FoundLabel,
  values: ArrayLike<number>,
  { columns }: TableShape,
): TotalVerdict {
  return totals.judge(
    label,
    values,
    columns.findIndex((column) => column.at === at),
    isRecord,
  );
}

/** Returns what a reader should know of a row that is named like a total and kept; null for a mere name. */
export function remarkOnLabel(
  { label, isRecord }: FoundLabel,
  verdict: TotalVerdict,
  row: number,
  { numbers }: TableShape,
): TableRemark | null {
  const kind = verdict === 'likely' ? 'likely_total' : 'total_kept';
  const isName = label.name !== null || isRecord || numbers.length === 0;
  return verdict === 'none' && isName ? null : writeRemark(null, { kind, count: 1, example: String(row) });
}
