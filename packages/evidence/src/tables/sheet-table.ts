import type { NumberStyle } from '@ecp/language/number-style';
import { readPeriods } from '@ecp/language/read-periods';
import { type HeadUnit, readHeadUnit, readLabelUnit } from '@ecp/language/read-units';
import type { Cell, EvidenceColumn } from '../material.ts';
import { readTyped, type TypedFigure } from '../values/typed-figure.ts';
import { isRow } from './is-row.ts';

/** A row of a table: its label, its cells as they are written, and the figure of each cell. */
export interface SheetRow {
  label: string;
  texts: string[];
  figures: (TypedFigure | null)[];
  /** True for a row of totals, which is no item of the table. */
  isTotal: boolean;
  /** The line in its source, for finding a quoted row. Empty for typed tables. */
  line: string;
}

/** A table of a source, or the result of a query. */
export interface SheetTable {
  columns: string[];
  rows: SheetRow[];
}

const totalLabel =
  /^(?:(?:grand |sub)?total|sum|all|overall|gesamt\p{L}*|summe|insgesamt|zusammen|ensemble|somme|suma|conjunto|合計|総計|計|全体|小計)(?!\p{L})/iu;

/** Returns true for the label of a row of totals. */
export const isTotalLabel = (label: string): boolean => totalLabel.test(label);

/** Finds the tables in the text of a source: lines of cells below one another, the first of them the head. */
export function readTables(text: string, style: NumberStyle): SheetTable[] {
  const tables: SheetTable[] = [];
  let block: string[] = [];
  let caption = '';
  const close = () => {
    if (block.length > 1) tables.push(toTable(block, caption, style));
    block = [];
  };
  for (const line of text.split('\n')) {
    if (isRow(line)) block.push(line);
    else {
      if (block.length > 0) close();
      if (line.trim() !== '') caption = line;
    }
  }
  close();
  return tables;
}

/** Splits a line at its own separator, because another one may be a decimal sign: 1.284;63,5 */
export function splitCells(line: string): string[] {
  const plain = line.trim().replace(/^\||\|$/g, '');
  const separator = ['\t', '|', ';'].find((sign) => plain.split(sign).length > 1) ?? ',';
  return (separator === ',' ? splitCommas(plain) : plain.split(separator)).map((cell) => cell.trim());
}

function splitCommas(line: string): string[] {
  return line.match(/"[^"]*"|[^,]+|(?<=,)(?=,|$)/g)?.map((cell) => cell.replace(/^"|"$/g, '')) ?? [line];
}

function toTable(lines: string[], caption: string, style: NumberStyle): SheetTable {
  const grid = lines.filter((line) => !/^[\s|:–—-]+$/.test(line)).map(splitCells);
  const [first = [], ...rest] = grid;
  const hasHead =
    first.some((cell) => cell !== '' && !/^[-+]?[\d.,\s%€$£]+$/.test(cell)) || /(?:19|20)\d\d/.test(first.join(' '));
  const columns = hasHead ? first : first.map(() => '');
  const units = readColumnUnits(columns, caption);
  const source = lines.filter((line) => !/^[\s|:–—-]+$/.test(line)).slice(hasHead ? 1 : 0);
  const rows = (hasHead ? rest : grid).map((texts, index) =>
    toRow(texts, { columns, units, style, line: source[index] ?? '' }),
  );
  return { columns, rows };
}

/** The units of the columns: what each names, else what the first column's head or the line above names for all. */
function readColumnUnits(columns: readonly string[], caption: string): ColumnUnit[] {
  const isNamed = ({ unit, factor }: HeadUnit) => unit !== null || factor !== 1;
  const general = readHeadUnit(caption.length < 160 ? caption : '');
  const corner = readHeadUnit(columns[0] ?? '');
  return columns.map((name) => {
    const own = readHeadUnit(name);
    if (isNamed(own)) return { ...own, isOwn: readPeriods(name).length === 0 };
    return { ...(isNamed(corner) ? corner : general), isOwn: false };
  });
}

/**
 * Reads the figures of a row of the document's own table, whose cells are joined by ` | `, at their places in the row.
 */
export function readRowFigures(text: string, columns: string[], style: NumberStyle): TypedFigure[] {
  const texts = text.split(' | ');
  const { figures } = toRow(texts, { columns, units: readColumnUnits(columns, ''), style, line: text });
  let at = 0;
  return texts.flatMap((cell, index) => {
    const start = at;
    at += cell.length + 3;
    const figure = figures[index];
    if (figure) return [{ ...figure, start: start + figure.start, end: start + figure.end }];
    if (index === 0) return [];
    return readTyped(cell, style).map((one) => ({ ...one, start: start + one.start, end: start + one.end }));
  });
}

/** A column's unit. `isOwn` if its head says what the column measures, such as "Share (%)", and not only when. */
type ColumnUnit = HeadUnit & { isOwn: boolean };

interface RowPlace {
  columns: string[];
  units: ColumnUnit[];
  style: NumberStyle;
  line: string;
}

function toRow(texts: string[], { columns, units, style, line }: RowPlace): SheetRow {
  const label = readLabel(texts);
  const row = readRowUnit(label, texts, columns);
  const figures = texts.map((text, index) => {
    if (index === 0 && text === label) return null;
    return readCell(text, { row: label, column: columns[index] ?? '' }, unitOf(units[index], row), style);
  });
  return { label, texts, figures, isTotal: isTotalLabel(label), line };
}

/** Returns the first cell that is a text, else the first one: a year or a number names the row. */
function readLabel(texts: string[]): string {
  return texts.find((text) => /\p{L}/u.test(text) && !/^[-+]?[\d.,\s]+\s?\p{L}{1,4}\.?$/u.test(text)) ?? texts[0] ?? '';
}

/** A cell in brackets, with a minus before it, or with one behind it, as ledgers print it. */
const negativeCell =
  /^\s*(?:(?:[$€£¥]|[A-Z]{3})?\s*[(（].*[)）]\s*|(?:[$€£¥]|[A-Z]{3})?\s*[-−–▲△]\s*[$€£¥]?\s*\d.*|[\d.,’' ]*\d\s?[-−]\s*)$/u;
const unitColumn = /^(?:units?|einheit|unité|unidad|単位)$/iu;

/** The unit of a row: in its label, or in a column of units. Null if the row names none. */
function readRowUnit(label: string, texts: readonly string[], columns: readonly string[]): HeadUnit | null {
  const at = columns.findIndex((name) => unitColumn.test(name.trim()));
  const told = at === -1 ? null : readLabelUnit(`(${texts[at] ?? ''})`);
  return told ?? readLabelUnit(label);
}

/** A row's unit counts before that of a column of figures of some time: "Margin (%)" below "2023 (EUR m)". */
function unitOf(column: ColumnUnit | undefined, row: HeadUnit | null): HeadUnit | undefined {
  return row === null || column?.isOwn ? column : row;
}

function readCell(
  text: string,
  cell: { row: string; column: string },
  head: HeadUnit | undefined,
  style: NumberStyle,
): TypedFigure | null {
  const negative = negativeCell.test(text);
  const [figure, second] = readTyped(text.replace(/^\s*[-−–(]\s*/, '').replace(/\)\s*$/, ''), style);
  if (!figure || second || text.length > 40) return null;
  return inCell(figure, cell, head, negative || figure.sign < 0);
}

/** Gives a figure the unit, scale, sign and period of its place in a table. */
function inCell(
  figure: TypedFigure,
  cell: { row: string; column: string },
  head: HeadUnit | undefined,
  negative: boolean,
): TypedFigure {
  // A cell with another unit, or with a scale of its own, is in that one: "12 %" or "3.4m" below "EUR thousand".
  const isOther = (figure.unit !== null && head?.unit != null && figure.unit !== head.unit.unit) || isScaled(figure);
  const factor = isOther ? 1 : (head?.factor ?? 1);
  const unit = figure.unit === null ? (head?.unit ?? null) : null;
  const period = readPeriods(cell.column)[0] ?? readPeriods(cell.row)[0];
  const sign = negative ? -1 : 1;
  const scaled = figure.values.map((value) => value * factor);
  return {
    ...figure,
    value: sign * figure.value * factor,
    values: [...new Set(scaled.flatMap((value) => (negative ? [-value, value] : [value])))],
    ...(factor === 1 ? {} : { bare: { values: figure.values, words: head?.words ?? '' } }),
    rounding: figure.rounding * factor,
    ...(unit === null ? {} : { unit: unit.unit, kind: unit.kind }),
    // A year in a table's cell names a period; anything else there counts.
    period: period ? { name: period.period, isSure: true } : null,
    sign: negative ? -1 : 0,
    cell,
  };
}

const isScaled = ({ shown, value }: TypedFigure) => /\p{L}/u.test(shown) && Math.abs(value) >= 1e3;

/** Makes the table of typed cells: a query's result, or a table of an attached file. */
export function toSheetTable(columns: readonly EvidenceColumn[], rows: readonly (readonly Cell[])[]): SheetTable {
  const names = columns.map(({ name, unit }) => (unit === null ? name : `${name} (${unit})`));
  const units = readColumnUnits(names, '');
  return {
    columns: columns.map(({ name }) => name),
    rows: rows.map((cells) => {
      const texts = cells.map((cell) => (cell === null ? '' : String(cell)));
      const label = readLabel(texts);
      const row = readRowUnit(
        label,
        texts,
        columns.map(({ name }) => name),
      );
      const figures = cells.map((cell, index) =>
        typeof cell === 'number'
          ? ofNumber(cell, { row: label, column: columns[index]?.name ?? '' }, unitOf(units[index], row))
          : null,
      );
      return { label, texts, figures, isTotal: isTotalLabel(label), line: texts.join(' | ') };
    }),
  };
}

function ofNumber(value: number, cell: { row: string; column: string }, head: HeadUnit | undefined): TypedFigure {
  const size = Math.abs(value);
  // A percent cell keeps 0.12 with the unit %.
  const isShare = head?.unit?.unit === '%' && size <= 1;
  const plain: TypedFigure = {
    ...{
      shown: String(value),
      start: 0,
      end: 0,
      value: isShare ? size * 100 : size,
      values: isShare ? [size * 100, size] : [size],
    },
    ...{ unit: null, kind: 'plain', rounding: 0, hedge: null, period: null, sign: 0, form: 'digits', cell },
  };
  return inCell(plain, cell, head, value < 0);
}
