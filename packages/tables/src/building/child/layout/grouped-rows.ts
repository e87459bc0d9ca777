import type { Cell, GridRow } from '../cells/column-survey.ts';
import { roleOf } from './find-head.ts';
import { isNear, type NumberColumn } from './total-rows.ts';

/**
 * The rows of a table that are grouped by rows above them: a pivot table in compact or outline
 * form, or an outline.
 */
export interface RowGroups {
  /** The rows that sum up those below them. */
  sums: ReadonlySet<GridRow>;
  /**
   * The rows above others whose numbers are not those rows' sums, such as the averages of a pivot
   * table.
   */
  others: readonly GridRow[];
  /**
   * The labels of the rows that group a row, outermost first; none for a row of the highest level.
   */
  outer: ReadonlyMap<GridRow, readonly Cell[]>;
  /** The most labels that group a row; 0 where the groups have columns of their own. */
  depth: number;
}

/** A row with its numbers by the columns with numbers, NaN where there is none. */
interface ValuedRow {
  row: GridRow;
  values: readonly number[];
}

/** More rows are no report whose groups matter. */
const maxRows = 20_000;
/**
 * Levels that are looked for in numbers alone, and the rows in which they are, because each row
 * asks for a sum.
 */
const [maxDepth, maxSummedRows] = [4, 2_000];
/** Share of the rows with indented ones below them that must sum them up, or have no numbers. */
const minSums = 0.5;

/**
 * What pivot tables write above the labels of rows, before the name of a column, and beside the
 * total of all rows.
 */
const rowLabels =
  /^(?:row labels|zeilenbeschriftungen|étiquettes de lignes|etiquetas de fila|行ラベル|etichette di riga|rijlabels|rótulos de linha|etykiety wierszy|popisky řádků|sorcímkék|названия строк|radetiketter|rækkenavne|行标签|列標籤|행 레이블)$/iu;
const aggregates =
  /^(?:(?:sum|count|average|max|min) of |(?:summe|anzahl|mittelwert) von |(?:somme|nombre|moyenne) de |(?:suma|cuenta|promedio) de |sum - |summe - |(?:合計|データの個数|個数|平均) ?\/ ?)/iu;
const grandTotal =
  /^(?:grand total|gesamtergebnis|gesamtsumme|gesamt ergebnis|total général|total general|総計|totale complessivo|total geral|eindtotaal|suma końcowa|celkový součet|végösszeg|общий итог|totalsumma|hovedtotal|total result|total résultat)$/iu;

/** Tells whether the head is that of a pivot table's labels in compact form. */
export const isRowLabelsHead = (name: string): boolean => rowLabels.test(name.trim());

/**
 * Tells whether the texts around a table, or the label of its last row, are those of a pivot table.
 */
export function isPivotTable(texts: readonly string[]): boolean {
  return texts.some(
    (text) => rowLabels.test(text) || aggregates.test(text) || grandTotal.test(text),
  );
}

/**
 * Finds rows that are grouped by indentation, by a label in the column before, or, in a pivot table
 * in compact form, by numbers alone. Null if there are none, or if the numbers say otherwise.
 * @param isTotal tells whether a row is named as a total, so that it belongs to no group
 */
export function findRowGroups(
  rows: readonly GridRow[],
  labelAt: number,
  numbers: readonly (NumberColumn & { at: number })[],
  { isTotal, valuesOf, isCompact }: GroupFacts,
): RowGroups | null {
  if (rows.length < 3 || rows.length > maxRows || numbers.length === 0) return null;
  const indents = rows.map((row) => {
    const cell = row.cells[labelAt] ?? null;
    // Programs put numbers below each other with blanks before them.
    return cell === null || isTotal(row) || roleOf(cell) === 'number' ? 0 : (cell.indent ?? 0);
  });
  const valued = rows.map((row) => ({ row, values: valuesOf(row) }));
  if (indents.some((indent) => indent !== indents[0])) {
    const groups = groupByLevels(valued, labelAt, numbers, findLevels(indents), isTotal);
    const isProved = groups.sums.size > 0 || groups.others.length === 0;
    const parents = groups.sums.size + groups.others.length + groups.heads;
    const isGrouped =
      parents > 0 && (isCompact || (isProved && groups.others.length <= parents * (1 - minSums)));
    return isGrouped ? groups : null;
  }
  const levels = isCompact ? findLevelsOfSums(valued, numbers, isTotal) : null;
  if (levels !== null) return groupByLevels(valued, labelAt, numbers, levels, isTotal);
  return findHeadedGroups(valued, labelAt, numbers, isTotal);
}

/** What is known of the rows. */
interface GroupFacts {
  isTotal: (row: GridRow) => boolean;
  valuesOf: (row: GridRow) => readonly number[];
  /** True if the head is that of a pivot table in compact form. */
  isCompact: boolean;
}

/** Returns the level of each row, from 0, by how far it is indented. */
function findLevels(indents: readonly number[]): number[] {
  const open: number[] = [];
  return indents.map((indent) => {
    while (open.length > 0 && (open.at(-1) ?? 0) >= indent) open.pop();
    open.push(indent);
    return open.length - 1;
  });
}

function groupByLevels(
  rows: readonly ValuedRow[],
  labelAt: number,
  numbers: readonly NumberColumn[],
  levels: readonly number[],
  isTotal: (row: GridRow) => boolean,
): RowGroups & { heads: number } {
  const outer = new Map<GridRow, Cell[]>();
  const children = new Map<ValuedRow, ValuedRow[]>();
  const open: ValuedRow[] = [];
  for (const [at, own] of rows.entries()) {
    open.length = Math.min(levels[at] ?? 0, open.length);
    const parent = open.at(-1);
    if (parent && !isTotal(own.row)) {
      const siblings = children.get(parent) ?? [];
      siblings.push(own);
      children.set(parent, siblings);
    }
    outer.set(
      own.row,
      open.flatMap(({ row }) => row.cells[labelAt] ?? []),
    );
    open.push(own);
  }
  const parents = [...children];
  const heads = parents.filter(([{ values }]) => values.every(Number.isNaN));
  const sums = new Set(
    parents.filter(([parent, below]) => sumsUp(parent, below, numbers)).map(([{ row }]) => row),
  );
  const others = parents.filter(
    ([{ row, values }]) => !sums.has(row) && !values.every(Number.isNaN),
  );
  const depth = Math.max(...[...outer.values()].map(({ length }) => length));
  return { sums, others: others.map(([{ row }]) => row), outer, depth, heads: heads.length };
}

/**
 * Finds the levels of a pivot table in compact form whose indentation is lost: the one depth at
 * which each group is the sum of what follows it, and all groups together are the total below. Null
 * if no depth, or more than one, fits.
 */
function findLevelsOfSums(
  rows: readonly ValuedRow[],
  numbers: readonly NumberColumn[],
  isTotal: (row: GridRow) => boolean,
): number[] | null {
  const total = rows.at(-1);
  const body = rows.slice(0, -1);
  if (!total || !isTotal(total.row) || body.some(({ row }) => isTotal(row))) return null;
  if (rows.length > maxSummedRows || sumsUp(total, body, numbers)) return null;
  const fitting: number[][] = [];
  for (let depth = 2; depth <= maxDepth; depth += 1) {
    const levels = parseGroups(body, depth, numbers);
    const highest = body.filter((_, at) => levels?.[at] === 0);
    if (levels && sumsUp(total, highest, numbers)) fitting.push([...levels, 0]);
  }
  return fitting.length === 1 ? (fitting[0] ?? null) : null;
}

function parseGroups(
  rows: readonly ValuedRow[],
  depth: number,
  numbers: readonly NumberColumn[],
): number[] | null {
  const levels: number[] = [];
  /** Reads the group that begins at a row; returns the row behind it, or null. */
  function parseGroup(at: number, level: number): number | null {
    levels[at] = level;
    if (level === depth - 1) return at + 1;
    const parts: ValuedRow[] = [];
    for (let next = at + 1; next < rows.length; ) {
      const end = parseGroup(next, level + 1);
      if (end === null) return null;
      parts.push(rows[next] as ValuedRow);
      if (sumsUp(rows[at] as ValuedRow, parts, numbers)) return end;
      next = end;
    }
    return null;
  }
  for (let at = 0; at < rows.length; ) {
    const end = parseGroup(at, 0);
    if (end === null) return null;
    at = end;
  }
  return levels;
}

/**
 * Finds groups whose label stands in a row of its own, in the column before those of their rows,
 * with their sum.
 */
function findHeadedGroups(
  rows: readonly ValuedRow[],
  labelAt: number,
  numbers: readonly (NumberColumn & { at: number })[],
  isTotal: (row: GridRow) => boolean,
): RowGroups | null {
  const innerAt = labelAt + 1;
  if (numbers.some(({ at }) => at === innerAt)) return null;
  const groups: { head: ValuedRow; below: ValuedRow[] }[] = [];
  for (const own of rows) {
    if (isTotal(own.row)) continue;
    const [label, inner] = [own.row.cells[labelAt] ?? null, own.row.cells[innerAt] ?? null];
    if (label !== null && inner === null) groups.push({ head: own, below: [] });
    else if (label !== null || inner === null) return null;
    else groups.at(-1)?.below.push(own);
  }
  const isSummed =
    groups.length > 0 && groups.every(({ head, below }) => sumsUp(head, below, numbers));
  if (!isSummed) return null;
  return {
    sums: new Set(groups.map(({ head }) => head.row)),
    others: [],
    outer: new Map(),
    depth: 0,
  };
}

/**
 * Tells whether a row's numbers are the sums of other rows', in one column at least and against no
 * other.
 */
function sumsUp(
  { values }: ValuedRow,
  others: readonly ValuedRow[],
  numbers: readonly NumberColumn[],
): boolean {
  if (others.length === 0) return false;
  let agreed = 0;
  for (const [at, { unit, isAdditive, isRate }] of numbers.entries()) {
    const value = values[at] ?? Number.NaN;
    const addends = others.flatMap((other) => {
      const addend = other.values[at] ?? Number.NaN;
      return Number.isNaN(addend) ? [] : [addend];
    });
    if (Number.isNaN(value)) {
      if (addends.length > 0) return false;
      continue;
    }
    const sum = addends.reduce((whole, addend) => whole + addend, 0);
    if (addends.length > 0 && isNear(value, sum, unit, addends.length, Math.abs(sum) * 1e-12))
      agreed += 1;
    else if (isAdditive && !isRate) return false;
  }
  return agreed > 0;
}

/** A cell that is blank below the label that holds for it. */
interface FilledLabel {
  row: GridRow;
  at: number;
  cell: Cell;
}

/**
 * The blank labels of a table's columns, and whether the table says that the label above them
 * holds.
 */
interface BlankLabels {
  at: number;
  isTold: boolean;
  labels: FilledLabel[];
}

/** What tells that blank cells repeat the label above them. */
interface LabelEvidence {
  /** The columns that may hold labels, left to right. */
  labelColumns: readonly number[];
  /** The names of the groups that rows of subtotals sum up, in lower case; null for other rows. */
  nameOfTotal: (row: GridRow) => string | null;
  /** True for rows that are left out. */
  isLeftOut: (row: GridRow) => boolean;
  /**
   * True if the whole table is told to be grouped: by what pivot tables write, or by sums above
   * their rows.
   */
  isGrouped: boolean;
}

/**
 * Finds the blank cells below a label. They are told to repeat it where a row of a subtotal names
 * the label below its rows, or where the table is grouped as a whole.
 */
export function findBlankLabels(rows: readonly GridRow[], evidence: LabelEvidence): BlankLabels[] {
  return evidence.labelColumns.slice(0, -1).flatMap((at, index) => {
    const found = fillColumn(rows, at, evidence.labelColumns.slice(0, index), evidence);
    if (found.labels.length === 0 || !isSparse(rows, at, evidence)) return [];
    return [{ at, isTold: found.isNamed || evidence.isGrouped, labels: found.labels }];
  });
}

function fillColumn(
  rows: readonly GridRow[],
  at: number,
  before: readonly number[],
  { nameOfTotal, isLeftOut }: LabelEvidence,
): { labels: FilledLabel[]; isNamed: boolean } {
  const labels: FilledLabel[] = [];
  let label: Cell | null = null;
  let isNamed = false;
  for (const row of rows) {
    const name = nameOfTotal(row);
    if (isLeftOut(row) && name !== null) {
      if (label !== null && name === label.text.toLowerCase()) {
        isNamed = true;
        label = null;
      }
      continue;
    }
    const own = row.cells[at] ?? null;
    const isOtherGroup = before.some((column) => (row.cells[column] ?? null) !== null);
    if (own !== null || isOtherGroup) label = own;
    else if (label !== null && !isLeftOut(row)) labels.push({ row, at, cell: label });
  }
  return { labels, isNamed };
}

/**
 * Tells whether a column begins with a label, and each row without one has a name in a column
 * behind it.
 */
function isSparse(
  rows: readonly GridRow[],
  at: number,
  { labelColumns, isLeftOut }: LabelEvidence,
): boolean {
  const own = rows.filter((row) => !isLeftOut(row));
  const inner = labelColumns.slice(labelColumns.indexOf(at) + 1);
  if ((own[0]?.cells[at] ?? null) === null) return false;
  return own.every(
    ({ cells }) =>
      (cells[at] ?? null) !== null || inner.some((column) => (cells[column] ?? null) !== null),
  );
}

/**
 * Returns the places of the columns that may hold labels: those before the first other column of
 * numbers.
 */
export function findLabelColumns(
  columns: readonly { at: number; isNumber: boolean }[],
  rows: readonly GridRow[],
): number[] {
  const end = columns.findIndex(
    ({ at, isNumber }) => isNumber && !rows.every(({ cells }) => isYearOrBlank(cells[at])),
  );
  return columns.slice(0, end < 0 ? columns.length : end).map(({ at }) => at);
}

const isYearOrBlank = (cell: Cell | null | undefined) =>
  cell === null || cell === undefined || roleOf(cell) === 'year';
