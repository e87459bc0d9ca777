import type { DecimalSign } from '@ecp/language/cells';
import type { LeftOut, TableRemark, Unread } from '../../table-types.ts';
import type { RemarkedTable } from './build-grid-table.ts';
import {
  type FoundLabel,
  isOtherLanguage,
  judgeLabel,
  LeftOutRows,
  labelOf,
  languageRows,
  maxColumns,
  maxTotalRemarks,
  remarkOnLabel,
  shapeTable,
  type TableShape,
} from './build-grid-table.ts';
import { type Cell, ColumnSurvey, type GridRow, textCell } from './cells/column-survey.ts';
import { writeRemark, writeRemarks } from './cells/write-remarks.ts';
import { dropComments, readGridRows, usualFieldsOf } from './delimited/grid-rows.ts';
import { type Dialect, RecordAligner, readRecords, scanRecords } from './delimited/scan-records.ts';
import { StreamedCells } from './delimited/streamed-cells.ts';
import { isNoteText, looksCommented, repeatsNames, roleOf } from './layout/find-head.ts';
import { readLayout, type TableLayout } from './layout/read-layout.ts';
import { findTableLanguages } from './layout/table-language.ts';
import {
  readTotalLabel,
  type TotalLabel,
  TotalRows,
  type TotalVerdict,
} from './layout/total-rows.ts';
import type { TableStorage } from './table-writer.ts';

/** A large delimited text. */
interface StreamedText {
  /** UTF-8. */
  bytes: Buffer;
  dialect: Dialect;
  /** The decimal sign that the delimiter tells; null if it tells none. */
  implied: DecimalSign | null;
}

/** Records at the beginning, in which the head is found. */
const sampleRecords = 1_000;
/** Heads that stand again and are looked at. */
const maxRepeatedHeads = 1_000;
/** Texts whose reading is remembered. */
const maxRemembered = 4_096;
/** The bytes that comments begin with: `#`, `/`, `%`, `;`, `!`, `-`, `R`. */
const commentSigns = new Set([0x23, 0x2f, 0x25, 0x3b, 0x21, 0x2d, 0x52]);

/**
 * Builds a table of a large text in passes: types, totals if a label names any, columns. Blank
 * lines do not end it. Returns why there is none. Releases the bytes, which must have memory of
 * their own.
 */
export async function buildStreamedTable(
  storage: TableStorage,
  text: StreamedText,
): Promise<(RemarkedTable & { leftOut: LeftOut }) | Unread['reason']> {
  const reader = findTable(text);
  if (reader === null) return 'no_table';
  if (reader.layout.columns.length > maxColumns) return 'too_large';
  const { shape, remarks } = reader.judge();
  const writer = await storage.openWriter(shape.columns.map(({ stored }) => stored));
  reader.scan((cells) => {
    cells.fill(writer.buffers, writer.row, shape.columns);
    writer.endRow();
  });
  const finished = await writer.finish(() => {
    // The bytes are the largest part of the memory, and nobody reads them again. Detaching frees
    // them at once.
    if (text.bytes.buffer instanceof ArrayBuffer) text.bytes.buffer.transfer(0);
  });
  return {
    ...finished,
    leftOut: reader.leftOut.list(),
    remarks: [...writeRemarks(shape.columns), ...remarks],
  };
}

function findTable(text: StreamedText): StreamedRows | null {
  const records = readRecords(text.bytes, text.dialect, sampleRecords);
  const { rows, comments } = dropComments(readGridRows(records));
  const filled = rows.filter(({ cells }) => cells.some((cell) => cell !== null));
  const width = filled.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  const padded = filled.map((row) => ({
    ...row,
    cells: Array.from({ length: width }, (_, at) => row.cells[at] ?? null),
  }));
  const usualFields = usualFieldsOf(rows);
  const isRegular =
    filled.filter(({ fields }) => fields === usualFields).length > filled.length * 0.9;
  const own = isRegular && usualFields > 1 ? usualFields : width;
  const block = {
    firstColumn: 0,
    width: own,
    rows: padded.map((row) => ({ ...row, cells: row.cells.slice(0, own) })),
  };
  const layout = readLayout(block, true);
  if (!layout) return null;
  const aligner = isRegular
    ? new RecordAligner(
        own,
        records.map(({ fields }) => fields),
      )
    : null;
  return new StreamedRows(
    text,
    layout,
    aligner,
    comments.length > 0 || (comments.length === 0 && !rows.some(startsWithMark)),
  );
}

const startsWithMark = ({ cells }: GridRow) => /^(?:#|\/\/)/.test(cells[0]?.text ?? '');

/** The rows of data of a large text, in as many passes as are needed. */
class StreamedRows {
  readonly layout: TableLayout;
  readonly leftOut = new LeftOutRows();
  readonly #text: StreamedText;
  readonly #aligner: RecordAligner | null;
  readonly #hasComments: boolean;
  readonly #firstLine: number;
  readonly #width: number;
  /** Lines that are left out, and those that are straightened. */
  readonly #skipped = new Set<number>();
  readonly #straight = new Map<number, readonly string[]>();
  readonly #labels = new Map<string, TotalLabel | null>();
  /**
   * The lines of heads that stand again, each with the row before it and whether that has one field
   * alone.
   */
  readonly #heads: { line: number; above: number; isBelowTitle: boolean }[] = [];
  #above = { line: 0, isTitle: false };
  #isJudged = false;

  constructor(
    text: StreamedText,
    layout: TableLayout,
    aligner: RecordAligner | null,
    hasComments: boolean,
  ) {
    this.#text = text;
    this.layout = layout;
    this.#aligner = aligner;
    this.#hasComments = hasComments;
    const above = layout.heads.at(-1)?.number ?? 0;
    this.#firstLine = layout.body[0]?.number ?? above + 1;
    this.#width = aligner?.width ?? 0;
    for (const { number } of layout.notes) this.leftOut.add(number, 'note');
  }

  /** Finds types and totals, and what is left out. */
  judge(): { shape: TableShape; remarks: TableRemark[] } {
    const surveys = this.layout.columns.map(() => new ColumnSurvey());
    const places = indexPlaces(this.layout);
    const named = new Map<number, FoundLabel>();
    let above: (Cell | null)[] = [];
    let notes: number[] = [];
    this.scan((cells, line, fields) => {
      if (this.#isNote(cells, fields)) notes.push(line);
      else notes = [];
      if (this.#mayBeTotal(cells)) {
        const row = cells.cells();
        const found = labelOf(row, above);
        if (found) named.set(line, found);
        if (found && !found.isRecord) return;
        above = row;
      }
      cells.survey(surveys, places);
    });
    for (const line of notes) this.#leave(line, 'note');
    this.#isJudged = true;
    const shape = shapeTable(this.layout, surveys, this.#text.implied);
    const remarks = this.#judgeTotals(named, shape, surveys, places);
    // A large text stays one table, because several would take too long.
    const block = this.#heads.find(({ above, isBelowTitle }) => isBelowTitle || named.has(above));
    if (block !== undefined && this.layout.columns.length > 1) {
      remarks.push(
        writeRemark(null, { kind: 'stacked_blocks', count: 1, example: String(block.line) }),
      );
    }
    const [first] = [...this.#straight.keys()];
    if (first !== undefined) {
      remarks.push(
        writeRemark(null, {
          kind: 'uneven_rows',
          count: this.#straight.size,
          example: String(first),
        }),
      );
    }
    return {
      shape: named.size > 0 ? shapeTable(this.layout, surveys, this.#text.implied) : shape,
      remarks,
    };
  }

  #judgeTotals(
    named: ReadonlyMap<number, FoundLabel>,
    shape: TableShape,
    surveys: readonly ColumnSurvey[],
    places: Int32Array,
  ): TableRemark[] {
    if (named.size === 0) return [];
    const totals = new TotalRows(shape.numbers);
    const values = new Float64Array(shape.columns.length);
    const remarks: TableRemark[] = [];
    const languages = this.#findLanguages(named);
    let last = 0;
    this.scan((cells, line) => {
      cells.readNumbers(shape.columns, values);
      if (last > 0 && line > last + 1) totals.beginGroup();
      last = line;
      const label = named.get(line);
      let verdict: TotalVerdict = 'none';
      if (label) {
        const isForeign = isOtherLanguage(label, languages);
        verdict = judgeLabel(totals, { ...label, isForeign }, values, shape);
        if (verdict === 'total') {
          this.#leave(line, 'total');
          return;
        }
        if (!label.isRecord) cells.survey(surveys, places);
        const remark = remarkOnLabel({ ...label, isForeign }, verdict, line, shape);
        if (remark && remarks.length < maxTotalRemarks) remarks.push(remark);
      }
      totals.addRow(values, verdict);
      const isHeading = shape.columns.length > 1 && cells.countFilled() === 1;
      for (let at = 0; at < cells.count; at += 1) {
        if (!cells.isBlank(at) && !cells.isPlain(at)) totals.addName(cells.textAt(at), isHeading);
      }
      if (isHeading) totals.beginGroup();
    });
    return remarks;
  }

  /** Finds the languages of the table by its heads and its first rows. */
  #findLanguages(named: ReadonlyMap<number, FoundLabel>): ReadonlySet<string> | null {
    const { heads, notes, body } = this.layout;
    const textsOf = (rows: readonly GridRow[]) =>
      rows.flatMap(({ cells }) => cells.flatMap((cell) => cell?.text ?? []));
    const own = body.slice(0, languageRows).filter(({ number }) => !named.has(number));
    return findTableLanguages(textsOf([...heads, ...notes]), textsOf(own));
  }

  /** Calls back for each row of data, with its line and its number of fields. */
  scan(take: (cells: StreamedCells, line: number, fields: number) => void): void {
    const { bytes, dialect } = this.#text;
    const cells = new StreamedCells(bytes, dialect);
    const firstLine = this.#firstLine;
    scanRecords(bytes, dialect, {
      field: (column, start, end, hasQuotes) => cells.take(column, start, end, hasQuotes),
      record: (fields, _start, _end, line) => {
        if (line >= firstLine && cells.hasAny() && !this.#skipped.has(line)) {
          if (this.#isJudged) {
            const straight = this.#straight.get(line);
            if (straight) cells.straighten(straight);
            take(cells, line, fields);
          } else if (!this.#leaves(cells, line, fields)) {
            this.#above = { line, isTitle: cells.countFilled() === 1 };
            this.#align(cells, line, fields);
            take(cells, line, fields);
          }
        } else if (
          line < firstLine &&
          this.#hasComments &&
          !this.#isJudged &&
          startsWithMark({ cells: cells.cells(), number: line })
        ) {
          if (!this.layout.heads.some(({ number }) => number === line))
            this.#leave(line, 'comment');
        }
        cells.clear();
        return true;
      },
    });
  }

  #leave(line: number, reason: 'note' | 'total' | 'comment' | 'head'): void {
    if (this.#skipped.has(line)) return;
    this.#skipped.add(line);
    this.leftOut.add(line, reason);
  }

  #leaves(cells: StreamedCells, line: number, fields: number): boolean {
    const first = cells.firstByte();
    if (this.#hasComments && commentSigns.has(first)) {
      const row = { number: line, cells: [textCell(cells.textAt(0))], fields };
      if (looksCommented(row, this.#width || fields)) {
        this.#leave(line, 'comment');
        return true;
      }
    }
    for (const { cells: names } of this.layout.heads) {
      const at = names.findIndex((cell) => cell !== null);
      if (at < 0 || at >= cells.count || cells.isPlain(at) || cells.textAt(at) !== names[at]?.text)
        continue;
      if (!repeatsNames(cells.cells(), names)) continue;
      const { line: above, isTitle } = this.#above;
      if (this.#heads.length < maxRepeatedHeads)
        this.#heads.push({ line, above, isBelowTitle: isTitle });
      this.#leave(line, 'head');
      return true;
    }
    return false;
  }

  #align(cells: StreamedCells, line: number, fields: number): void {
    if (!this.#aligner || fields === this.#width) return;
    const own = cells.fields();
    const aligned = this.#aligner.align(own) ?? joinSurplus(own, this.#width, this.#text.dialect);
    if (!aligned.some((field, at) => field !== (own[at] ?? '')) && own.length <= this.#width)
      return;
    const isOther = aligned.some((field, at) => field !== (own[at] ?? ''));
    cells.straighten(aligned);
    if (isOther) this.#straight.set(line, aligned);
  }

  #isNote(cells: StreamedCells, fields: number): boolean {
    if (
      this.layout.columns.length < 2 ||
      cells.countFilled() > 1 ||
      cells.isPlain(0) ||
      cells.isBlank(0)
    )
      return false;
    const text = cells.textAt(0);
    return isNoteText(text) || (fields === 1 && text.split(' ').length > 2);
  }

  /** Tells whether a field of the row names a total. */
  #mayBeTotal(cells: StreamedCells): boolean {
    for (let at = 0; at < cells.count; at += 1) {
      if (cells.isBlank(at) || cells.isPlain(at)) continue;
      const text = cells.textAt(at);
      let label = this.#labels.get(text);
      if (label === undefined) {
        const cell = textCell(text);
        label = cell && roleOf(cell) === 'word' ? readTotalLabel(cell.text) : null;
        if (this.#labels.size < maxRemembered) this.#labels.set(text, label);
      }
      if (label !== null) return true;
      // Labels stand in the first columns with words.
      if (at > 2) return false;
    }
    return false;
  }
}

/** Joins what is beyond the last column with it. */
function joinSurplus(fields: readonly string[], width: number, { delimiter }: Dialect): string[] {
  if (fields.length <= width) return [...fields];
  const rest = fields.slice(width - 1).filter((field) => field !== '');
  return [...fields.slice(0, width - 1), rest.join(String.fromCharCode(delimiter))];
}

/** Returns the column at each place of a row; -1 for a place without one. */
function indexPlaces({ columns }: TableLayout): Int32Array {
  const width = columns.reduce((most, { at }) => Math.max(most, at + 1), 0);
  const places = new Int32Array(width).fill(-1);
  for (const [index, { at }] of columns.entries()) places[at] = index;
  return places;
}
