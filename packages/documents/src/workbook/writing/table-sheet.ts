import { nameWithUnit } from '@ecp/language/name-with-unit';
import { type BookWords, type CellProblem, countIn } from '../book-words.ts';
import { type BookColumn, type BookEntry, sheetLimits, type Tone } from '../workbook-types.ts';
import { cleanText, cutText, type Written, widthOf, writeValue } from './cell-values.ts';
import { placeOf } from './draw-book.ts';
import { decimalsOf, formatOf, namesThings, textFormat } from './number-formats.ts';
import type { CellStyle, Sheet, SheetCell } from './sheet.ts';

/** A table that becomes a worksheet. */
interface SheetTable {
  /** The name of the worksheet, valid and unique. */
  name: string;
  title: string;
  words: BookWords;
  titleNote?: string;
  /** Lines below the title. */
  lines: readonly string[];
  /** Lines that say what the worksheet lacks. */
  warnings: readonly string[];
  legend?: readonly { tone: Tone; text: string }[];
  columns: readonly BookColumn[];
  rows: readonly (readonly BookEntry[])[];
  wraps?: boolean;
  /** The worksheet that a link above the table leads back to. */
  back?: { sheet: string; text: string };
}

export interface TableSheet extends Sheet {
  head: number;
}

export const titleStyle: CellStyle = { bold: true, size: 14 };
export const lineStyle: CellStyle = { ink: 'muted' };
export const warningStyle: CellStyle = { ink: 'warning', bold: true };
export const linkStyle: CellStyle = { ink: 'link' };
export const headStyles = {
  left: { bold: true, ink: 'head', fill: 'head', wraps: true, align: 'left' },
  right: { bold: true, ink: 'head', fill: 'head', wraps: true, align: 'right' },
} satisfies Record<string, CellStyle>;
const legendStyles = Object.fromEntries(
  (['good', 'open', 'bad', 'person', 'none'] as const).map((tone): [Tone, CellStyle] => [
    tone,
    { fill: tone },
  ]),
) as Record<Tone, CellStyle>;

const widest = { text: 44, wrapped: 48, number: 24 } as const;
const narrowest = 8;

/** Makes the worksheet of a table, which says above the head what it could not hold as it is. */
export function buildTableSheet(table: SheetTable): TableSheet {
  const columns = table.columns.slice(0, sheetLimits.columns);
  const looks = columns.map((column, at) => chooseLook(column, at, table));
  const drawn = table.rows.map((row) =>
    columns.map((column, at) => {
      const entry = row[at] ?? null;
      const { value, note, tone } =
        entry !== null && typeof entry === 'object'
          ? entry
          : { value: entry, note: undefined, tone: undefined };
      return { written: writeValue(value, column.type), note, tone };
    }),
  );
  const above = (places: Problems): SheetCell[] => [
    {
      value: cleanText(table.title),
      style: titleStyle,
      ...(table.titleNote === undefined ? {} : { note: table.titleNote }),
    },
    ...(table.back ? [{ value: table.back.text, style: linkStyle, target: table.back.sheet }] : []),
    ...table.lines.map((line) => ({ value: cutText(cleanText(line), 1_000), style: lineStyle })),
    ...[...table.warnings, ...describe(places, table.words)].map((line) => ({
      value: cutText(cleanText(line), 1_000),
      style: warningStyle,
    })),
    ...(table.legend ?? []).map(({ tone, text }) => ({
      value: cleanText(text),
      style: legendStyles[tone],
    })),
  ];
  // The places of problems depend on the number of lines above, and the lines on the problems.
  const problems = findProblems(drawn);
  const head = above(problems).length + 1;
  const heads = columns.map((column, at): SheetCell => {
    const style = looks[at]?.isRight ? headStyles.right : headStyles.left;
    return {
      value: headOf(column),
      style,
      ...(column.note === undefined ? {} : { note: column.note }),
    };
  });
  const body = drawn.map((row) =>
    row.map(({ written, note, tone }, at) => toCell(written, looks[at], tone, note)),
  );
  return {
    name: table.name,
    title: table.title,
    head,
    filters: true,
    widths: looks.map(({ width }) => width),
    rows: [...above(shift(problems, head + 1)).map((cell) => [cell]), [], heads, ...body],
  };
}

/** Returns the head of a column with its unit, unless the name has it. */
function headOf({ name, unit }: BookColumn): string {
  return cutText(nameWithUnit(cleanText(name).trim(), unit ? cleanText(unit) : null), 1_000) || ' ';
}

interface Look {
  isRight: boolean;
  width: number;
  styleOf(tone: Tone | undefined): CellStyle;
  dateStyleOf(tone: Tone | undefined): CellStyle;
}

const sampled = 2_000;

function chooseLook(
  column: BookColumn,
  at: number,
  { rows, wraps = false, words }: SheetTable,
): Look {
  const numbers: number[] = [];
  let length = 0;
  const step = Math.max(1, Math.floor(rows.length / sampled));
  for (let index = 0; index < rows.length; index += step) {
    const entry = rows[index]?.[at] ?? null;
    const value = entry !== null && typeof entry === 'object' ? entry.value : entry;
    if (typeof value === 'number' && Number.isFinite(value)) numbers.push(value);
    else if (value !== null)
      length = Math.max(length, widthOf(firstLine(String(value).slice(0, 200))));
  }
  const isNumber = column.type === 'number';
  const decimals = numbers.reduce((most, value) => Math.max(most, decimalsOf(value)), 0);
  const format = isNumber
    ? formatOf(words, column.unit, decimals, !namesThings(column.name, numbers))
    : undefined;
  const largest = numbers.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const digits =
    Math.ceil((Math.log10(largest + 1) * 4) / 3) + (decimals > 0 ? decimals + 1 : 0) + 4;
  const limit = isNumber ? widest.number : wraps ? widest.wrapped : widest.text;
  const word = Math.max(
    ...headOf(column).split(/\s/u).map(widthOf),
    Math.ceil(widthOf(headOf(column)) / 2),
  );
  const own = Math.max(length + 1, isNumber ? digits : 0, column.type === 'date' ? 11 : 0);
  const width = Math.max(narrowest, Math.min(limit, own), Math.min(limit, word + 4));
  const base: CellStyle = isNumber
    ? { ...(format === undefined ? {} : { format }), align: 'right' }
    : {
        ...(column.type === 'text' ? { format: textFormat } : {}),
        ...(wraps ? { wraps: true } : {}),
        align: column.type === 'date' ? 'center' : 'left',
      };
  const date: CellStyle = { format: words.dateFormat, align: 'center' };
  return { isRight: isNumber, width, styleOf: withTones(base), dateStyleOf: withTones(date) };
}

const firstLine = (text: string): string => text.split('\n', 1)[0] ?? '';

/** Keeps one object for each style, by which formats are shared. */
function withTones(base: CellStyle): (tone: Tone | undefined) => CellStyle {
  const styles = new Map<Tone | undefined, CellStyle>([[undefined, base]]);
  return (tone) => {
    const style = styles.get(tone) ?? { ...base, ...(tone ? { fill: tone } : {}) };
    styles.set(tone, style);
    return style;
  };
}

function toCell(
  written: Written,
  look: Look | undefined,
  tone: Tone | undefined,
  note: string | undefined,
): SheetCell | undefined {
  if (written.kind === 'empty' && tone === undefined && note === undefined) return undefined;
  const style = (written.kind === 'date' ? look?.dateStyleOf(tone) : look?.styleOf(tone)) ?? {};
  const value = contentOf(written);
  return { value, style, ...(note === undefined ? {} : { note }) };
}

function contentOf(written: Written): SheetCell['value'] {
  switch (written.kind) {
    case 'text':
      return written.text;
    case 'number':
      return written.number;
    case 'date':
      return written.serial;
    case 'boolean':
      return written.boolean;
    case 'empty':
      return null;
  }
}

type Problems = ReadonlyMap<CellProblem, { count: number; row: number; column: number }>;

function findProblems(rows: readonly (readonly { written: Written }[])[]): Problems {
  const found = new Map<CellProblem, { count: number; row: number; column: number }>();
  for (const [row, cells] of rows.entries()) {
    for (const [column, { written }] of cells.entries()) {
      if (written.kind !== 'text' || written.problem === undefined) continue;
      const known = found.get(written.problem);
      if (known) known.count += 1;
      else found.set(written.problem, { count: 1, row, column });
    }
  }
  return found;
}

const shift = (problems: Problems, rows: number): Problems =>
  new Map([...problems].map(([kind, { row, ...rest }]) => [kind, { ...rest, row: row + rows }]));

const describe = (problems: Problems, words: BookWords): string[] =>
  [...problems].map(([kind, { count, row, column }]) =>
    words.problem(kind, countIn(words, count), placeOf(row, column)),
  );
