import type { DecimalSign } from '@ecp/language/cells';
import type { LeftOut, LeftOutReason, LeftOutRow, TableRemark } from '../../table-types.ts';
import {
  type ColumnType,
  chooseType,
  fillCell,
  isRateHead,
  numberOf,
} from './cells/choose-type.ts';
import { type Cell, ColumnSurvey, type GridRow } from './cells/column-survey.ts';
import { writeRemark, writeRemarks } from './cells/write-remarks.ts';
import {
  countFilled,
  isNoteText,
  isRuler,
  isYearColumn,
  repeatsNames,
  roleOf,
} from './layout/find-head.ts';
import {
  findBlankLabels,
  findLabelColumns,
  findRowGroups,
  isPivotTable,
  isRowLabelsHead,
  type RowGroups,
} from './layout/grouped-rows.ts';
import type { HeadColumn, TableLayout } from './layout/read-layout.ts';
import { findTableLanguages, hasDecimalComma } from './layout/table-language.ts';
import {
  type NumberColumn,
  readTotalLabel,
  type TotalLabel,
  TotalRows,
  type TotalVerdict,
} from './layout/total-rows.ts';
import type { FinishedTable, StoredColumn, TableStorage } from './table-writer.ts';

/** A table with what readers of it should know. */
export interface RemarkedTable extends FinishedTable {
  remarks: TableRemark[];
}

/**
 * Builds a table of rows in memory. Repeated heads, notes and totals go to `leftOut`; every other
 * row is kept.
 */
export async function buildGridTable(
  storage: TableStorage,
  layout: TableLayout,
  implied: DecimalSign | null,
  leftOut: LeftOutRows,
): Promise<RemarkedTable> {
  const rows = dropNotes(layout, leftOut);
  const heads = layout.heads.flatMap(({ cells }) => cells.flatMap((cell) => cell?.text ?? []));
  const languages = findTableLanguages(heads, []);
  // In a German table `"1,500"` between commas may be 1.5 as well as 1500.
  const judged = judgeRows(
    layout,
    rows,
    languages !== null && hasDecimalComma(languages) ? null : implied,
  );
  const { totals } = judged;
  const { columns, labels, remarks } = nameGroups(rows, judged);
  const writer = await storage.openWriter(columns.map(({ stored }) => stored));
  for (const row of rows) {
    if (totals.has(row)) {
      leftOut.add(row.number, 'total');
      continue;
    }
    const own = labels.get(row);
    for (const [index, { at, type }] of columns.entries()) {
      const [cell, buffer] = [row.cells[at] ?? own?.get(at) ?? null, writer.buffers[index]];
      if (cell && buffer) fillCell(buffer, writer.row, cell, type);
    }
    writer.endRow();
  }
  return {
    ...(await writer.finish()),
    remarks: [...writeRemarks(columns), ...judged.remarks, ...remarks],
  };
}

/**
 * A table's columns with those of its groups, and the labels that rows have from rows above them,
 * by column.
 */
interface NamedGroups {
  columns: ShapedColumn[];
  labels: ReadonlyMap<GridRow, ReadonlyMap<number, Cell>>;
  remarks: TableRemark[];
}

/**
 * Gives rows the labels of their groups: in columns of their own for an outline, else where they
 * are blank.
 */
function nameGroups(rows: readonly GridRow[], judged: JudgedRows): NamedGroups {
  const { shape, totals, named, groups, isPivot } = judged;
  const labels = new Map<GridRow, Map<number, Cell>>();
  const setLabel = (row: GridRow, at: number, cell: Cell) =>
    labels.set(row, (labels.get(row) ?? new Map<number, Cell>()).set(at, cell));
  const remarks: TableRemark[] = [];
  const nameAt = (at: number) => shape.columns.find((column) => column.at === at)?.name ?? null;
  const nameOfTotal = (row: GridRow) => named.get(row)?.label.name ?? null;
  const labelColumns = findLabelColumns(
    shape.columns.map(({ at, type }) => ({ at, isNumber: isNumber(type) })),
    rows.filter((row) => !totals.has(row)),
  );
  const isGrouped = isPivot || (groups?.depth === 0 && groups.sums.size > 0);
  // The label of a group may stand in the row of its sum.
  const isLeftOut = (row: GridRow) => totals.has(row) && groups?.sums.has(row) !== true;
  const evidence = { labelColumns, nameOfTotal, isLeftOut, isGrouped };
  for (const { at, isTold, labels: blank } of findBlankLabels(rows, evidence)) {
    const [first] = blank;
    const doubt = { count: blank.length, example: first?.cell.text ?? '' };
    if (isTold) for (const { row, cell } of blank) setLabel(row, at, cell);
    else if (blank.length * 3 < rows.length) continue;
    remarks.push(
      writeRemark(nameAt(at), { kind: isTold ? 'filled_labels' : 'blank_labels', ...doubt }),
    );
  }
  if (groups === null || groups.depth === 0) return { columns: shape.columns, labels, remarks };
  const width = Math.max(...rows.map(({ cells }) => cells.length));
  for (const [row, outer] of groups.outer)
    for (const [level, cell] of outer.entries()) setLabel(row, width + level, cell);
  const [label] = shape.columns;
  const levels = Array.from({ length: groups.depth }, (_, level) => ({
    ...makeTextColumn(`${label?.name ?? ''} (level ${level + 1})`, shape.columns),
    at: width + level,
  }));
  const indented = [...groups.outer.values()].filter(({ length }) => length > 0);
  const example = indented[0]?.[0]?.text ?? '';
  remarks.push(
    writeRemark(label?.name ?? null, { kind: 'outline_levels', count: indented.length, example }),
  );
  return { columns: [...levels, ...shape.columns], labels, remarks };
}

/** Makes a column of texts with a name that no other has. */
function makeTextColumn(base: string, others: readonly ShapedColumn[]): ShapedColumn {
  const name = findFreeName(base, new Set(others.map((other) => other.name.toLowerCase())));
  const type = chooseType(new ColumnSurvey(), null, { name, unit: null });
  return { at: 0, name, unit: null, type, stored: { name, unit: null, storage: 'text', scale: 0 } };
}

/** The rows of a table after a look at their totals and groups. */
interface JudgedRows {
  shape: TableShape;
  totals: ReadonlySet<GridRow>;
  named: ReadonlyMap<GridRow, FoundLabel>;
  groups: RowGroups | null;
  isPivot: boolean;
  remarks: TableRemark[];
}

/**
 * Finds the columns' types and the rows of totals. A row with a total's label does not count until
 * its numbers decide, as its label may stand in a column of years.
 */
function judgeRows(
  layout: TableLayout,
  rows: readonly GridRow[],
  implied: DecimalSign | null,
): JudgedRows {
  const surveys = layout.columns.map(() => new ColumnSurvey());
  const survey = ({ cells }: GridRow) => {
    for (const [index, { at }] of layout.columns.entries()) {
      const cell = cells[at];
      if (cell) surveys[index]?.add(cell);
    }
  };
  const named = new Map<GridRow, FoundLabel>();
  let above: GridRow | null = null;
  for (const row of rows) {
    const label = labelOf(row.cells, above?.cells ?? []);
    if (label) named.set(row, label);
    if (!label || label.isRecord) {
      survey(row);
      above = row;
    }
  }
  const shape = shapeTable(layout, surveys, implied);
  const totals = new Set<GridRow>();
  const remarks: TableRemark[] = [];
  const isPivot = looksLikePivot(layout, rows, named);
  const groups = findGroups(layout, rows, shape, named);
  const sums = [...(groups?.sums ?? [])];
  if (isPivot) for (const row of sums) totals.add(row);
  else if (sums.length > 0) {
    const example = sums.map(({ number }) => number).join(', ');
    remarks.push(writeRemark(null, { kind: 'outline_sums', count: sums.length, example }));
  }
  for (const { number } of groups?.others.slice(0, maxTotalRemarks) ?? [])
    remarks.push(writeRemark(null, { kind: 'likely_total', count: 1, example: String(number) }));
  if (named.size === 0) return { shape, totals, named, groups, isPivot, remarks };
  const found = new TotalRows(shape.numbers);
  const languages = findTableLanguages(...wordsOf(layout, rows, named));
  const values = new Float64Array(shape.columns.length);
  let last = 0;
  for (const row of rows) {
    if (groups?.sums.has(row)) {
      noteNames(found, row, true);
      found.beginGroup();
      continue;
    }
    for (const [index, { at, type }] of shape.columns.entries())
      values[index] = numberOf(row.cells[at] ?? null, type);
    if (last > 0 && row.number > last + 1) found.beginGroup();
    last = row.number;
    const label = named.get(row);
    let verdict: TotalVerdict = 'none';
    if (label) {
      const isForeign = isOtherLanguage(label, languages);
      verdict = judgeLabel(found, { ...label, isForeign }, values, shape);
      if (verdict === 'total') {
        totals.add(row);
        continue;
      }
      if (!label.isRecord) survey(row);
      const remark = remarkOnLabel({ ...label, isForeign }, verdict, row.number, shape);
      if (remark && remarks.length < maxTotalRemarks) remarks.push(remark);
    }
    found.addRow(values, verdict);
    const isHeading = layout.columns.length > 1 && countFilled(row) === 1;
    noteNames(found, row, isHeading);
    if (isHeading) found.beginGroup();
  }
  const end = rows.at(-1);
  const isUnexplained = end !== undefined && named.has(end) && !totals.has(end) && groups === null;
  if (isUnexplained && isRowLabelsHead(layout.columns[0]?.name ?? ''))
    remarks.push(writeRemark(null, { kind: 'lost_outline', count: 1, example: '' }));
  const isWider = [...named.keys()].some((row) => !totals.has(row));
  return {
    shape: isWider ? shapeTable(layout, surveys, implied) : shape,
    totals,
    named,
    groups,
    isPivot,
    remarks,
  };
}

/** Notes the names in a row, by which totals may call their groups: words, days and years. */
function noteNames(totals: TotalRows, { cells }: GridRow, isHeading: boolean): void {
  for (const cell of cells)
    if (cell !== null && roleOf(cell) !== 'number') totals.addName(cell.text, isHeading);
}

function looksLikePivot(
  { notes, heads }: TableLayout,
  rows: readonly GridRow[],
  named: ReadonlyMap<GridRow, FoundLabel>,
): boolean {
  const last = rows.at(-1);
  const around = [...notes, ...heads].flatMap(({ cells }) =>
    cells.flatMap((cell) => cell?.text ?? []),
  );
  const label = last && named.has(last) ? last.cells.flatMap((cell) => cell?.text ?? []) : [];
  return isPivotTable([...around, ...label]);
}

function findGroups(
  { columns }: TableLayout,
  rows: readonly GridRow[],
  shape: TableShape,
  named: ReadonlyMap<GridRow, FoundLabel>,
): RowGroups | null {
  const [label] = columns;
  if (label === undefined || columns.length < 2) return null;
  const numbers = shape.numbers.flatMap((number) => {
    const column = shape.columns[number.index];
    return column && column.at !== label.at
      ? [{ ...number, at: column.at, type: column.type }]
      : [];
  });
  return findRowGroups(rows, label.at, numbers, {
    isTotal: (row) => named.has(row),
    valuesOf: ({ cells }) => numbers.map(({ at, type }) => numberOf(cells[at] ?? null, type)),
    isCompact: isRowLabelsHead(label.name),
  });
}

/** Takes away titles, repeated heads, and the notes below a table. */
function dropNotes({ body, columns, notes, heads }: TableLayout, leftOut: LeftOutRows): GridRow[] {
  for (const { number } of notes) leftOut.add(number, 'note');
  const usualFields = body[0]?.fields;
  const isNote = ({ cells, fields }: GridRow) => {
    const first = cells.find((cell): cell is Cell => cell !== null);
    if (
      columns.length < 2 ||
      first?.kind !== 'text' ||
      (roleOf(first) !== 'word' && !isRuler({ cells }))
    )
      return false;
    const filled = cells.filter((cell) => cell !== null).length;
    const isLine = fields !== undefined && fields !== usualFields;
    if (filled > 1 && !isLine) return false;
    return isNoteText(first.text) || (isLine && fields === 1 && first.text.split(' ').length > 2);
  };
  let end = body.length;
  for (let row = body[end - 1]; row && end > 1 && isNote(row); row = body[end - 1]) {
    leftOut.add(row.number, 'note');
    end -= 1;
  }
  return body.slice(0, end).filter((row) => {
    const isHead = heads.some((head) => repeatsNames(row.cells, head.cells));
    const isLine = isRuler(row);
    if (isHead || isLine) leftOut.add(row.number, isHead ? 'head' : 'note');
    return !isHead && !isLine;
  });
}

/** A column to fill. */
interface ShapedColumn extends HeadColumn {
  type: ColumnType;
  stored: StoredColumn;
}

/** The columns of a table, and those with numbers, as `TotalRows` takes them. */
export interface TableShape {
  columns: ShapedColumn[];
  numbers: NumberColumn[];
}

/** Limits the columns of a table. */
export const maxColumns = 1_000;

const isNumber = ({ storage }: { storage: string }) =>
  !['text', 'boolean', 'date', 'moment'].includes(storage);

/**
 * Chooses types and units of columns. `implied` is the decimal sign that the delimiter tells, or
 * null.
 */
export function shapeTable(
  { columns, cornerUnit, titleUnit }: Pick<TableLayout, 'columns' | 'cornerUnit' | 'titleUnit'>,
  surveys: readonly ColumnSurvey[],
  implied: DecimalSign | null,
): TableShape {
  // Numbers with a decimal comma, in quotes, say that the delimiter tells nothing.
  const sign = surveys.some(({ evidence }) => evidence[','] > 0) ? null : implied;
  const types = surveys.map((survey, at) =>
    chooseType(survey, sign, columns[at] ?? { name: '', unit: null }),
  );
  const first = types[0];
  const shared = (first && !isNumber(first) ? cornerUnit : null) ?? titleUnit;
  const years = new Set<number>();
  const shaped = columns.map((column, at): ShapedColumn => {
    const type = types[at] as ColumnType;
    const survey = surveys[at];
    const isYears =
      survey !== undefined && isYearColumn(column.name, survey.minimum, survey.maximum, type.scale);
    if (isYears) years.add(column.at);
    const hasSomeUnits = type.doubts.some(({ kind }) => kind === 'unit_of_some_cells');
    const given = column.unit ?? type.unit ?? (isYears || hasSomeUnits ? null : shared);
    const unit = isNumber(type) ? given : null;
    return {
      ...column,
      type,
      stored: { name: column.name, unit, storage: type.storage, scale: type.scale },
    };
  });
  const withFlags = insertFlagColumns(shaped);
  const numbers = withFlags.flatMap(({ type, stored, at }, index) =>
    isNumber(type)
      ? [
          {
            index,
            unit: 10 ** -type.scale,
            isAdditive: !years.has(at) && stored.unit !== '%',
            isRate: isRateHead(stored.name) || (stored.unit?.includes('/') ?? false),
          },
        ]
      : [],
  );
  return { columns: withFlags, numbers };
}

/** Puts a column of flags behind each column of numbers that have some. */
function insertFlagColumns(columns: readonly ShapedColumn[]): ShapedColumn[] {
  const taken = new Set(columns.map(({ name }) => name.toLowerCase()));
  return columns.flatMap((column) => {
    if (!column.type.hasFlags) return [column];
    const name = findFreeName(`${column.name} flag`, taken);
    const type: ColumnType = {
      ...column.type,
      storage: 'text',
      scale: 0,
      hasFlags: false,
      isOfFlags: true,
      doubts: [],
    };
    return [
      column,
      {
        ...column,
        name,
        unit: null,
        type,
        stored: { name, unit: null, storage: 'text', scale: 0 },
      },
    ];
  });
}

function findFreeName(base: string, taken: Set<string>): string {
  let name = base;
  for (let number = 2; taken.has(name.toLowerCase()); number += 1) name = `${base}_${number}`;
  taken.add(name.toLowerCase());
  return name;
}

/**
 * Returns the words of a table's heads and titles, and those of its rows that are named as no
 * total.
 */
function wordsOf(
  { heads, notes }: TableLayout,
  rows: readonly GridRow[],
  named: ReadonlyMap<GridRow, FoundLabel>,
): [heads: string[], labels: string[]] {
  const textsOf = (some: readonly GridRow[]) =>
    some.flatMap(({ cells }) => cells.flatMap((cell) => (cell?.kind === 'text' ? cell.text : [])));
  const own = rows.slice(0, languageRows).filter((row) => !named.has(row));
  return [textsOf([...heads, ...notes]), textsOf(own)];
}

/** Rows whose words tell the language of a table. */
export const languageRows = 200;

/** Tells whether a word for a total is of no language that the table has. */
export function isOtherLanguage(
  { label }: FoundLabel,
  languages: ReadonlySet<string> | null,
): boolean {
  if (languages === null || label.languages === null) return false;
  return ![...label.languages].some((language) => languages.has(language));
}

/** The label of a total, and where it stands. */
export interface FoundLabel {
  /** The place of its cell in the row. */
  at: number;
  label: TotalLabel;
  /** True if the row has a day or words that a total has not, so that it may be a record. */
  isRecord: boolean;
  /**
   * True if its word for a total is of another language than the table, so that it may be a name.
   */
  isForeign?: boolean;
}

/**
 * Reads a total's label from a row's first words, or later ones if those before repeat the row
 * `above`, which is the last row of data; else null.
 */
export function labelOf(
  cells: readonly (Cell | null)[],
  above: readonly (Cell | null)[],
): FoundLabel | null {
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

/** Limits the remarks on rows that are named like totals. */
export const maxTotalRemarks = 5;

/** Judges a row with the label of a total; `values` are its numbers by the columns of the shape. */
export function judgeLabel(
  totals: TotalRows,
  { at, label, isRecord, isForeign = false }: FoundLabel,
  values: ArrayLike<number>,
  { columns }: TableShape,
): TotalVerdict {
  return totals.judge(
    label,
    values,
    columns.findIndex((column) => column.at === at),
    isRecord || isForeign,
  );
}

/**
 * Returns what a reader should know of a row that is named like a total and kept; null for a mere
 * name.
 */
export function remarkOnLabel(
  { label, isRecord, isForeign = false }: FoundLabel,
  verdict: TotalVerdict,
  row: number,
  { numbers }: TableShape,
): TableRemark | null {
  const kind = verdict === 'likely' ? 'likely_total' : 'total_kept';
  const isName = label.name !== null || isRecord || isForeign || numbers.length === 0;
  return verdict === 'none' && isName
    ? null
    : writeRemark(null, { kind, count: 1, example: String(row) });
}

/** Rows that are listed; the others are counted. */
const maxListed = 20;

/** Collects the rows that a table leaves out. */
export class LeftOutRows {
  #count = 0;
  #rows: LeftOutRow[] = [];

  add(row: number, reason: LeftOutReason): void {
    this.#count += 1;
    if (this.#rows.length >= maxListed && row > (this.#rows.at(-1)?.row ?? 0)) return;
    this.#rows.push({ row, reason });
    this.#rows.sort((one, other) => one.row - other.row);
    this.#rows.length = Math.min(this.#rows.length, maxListed);
  }

  list(): LeftOut {
    return { count: this.#count, rows: this.#rows };
  }
}
