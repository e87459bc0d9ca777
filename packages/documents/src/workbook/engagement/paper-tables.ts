import { cleanText, cutText, widthOf } from '../writing/cell-values.ts';
import type { CellStyle, Sheet, SheetCell } from '../writing/sheet.ts';
import type { BookDocument, PaperTable } from './engagement-book.ts';
import type { FigureRow } from './figure-model.ts';
import {
  type FigureContext,
  figureReference,
  numberStyle,
  writtenDecimals,
} from './figure-sheets.ts';
import { isNear, readNumbers, scales } from './find-cell.ts';
import { type Heads, listSheet } from './overview-sheets.ts';
import { createCellReader } from './typed-cells.ts';

const wrapped: CellStyle = { wraps: true, line: true };
const right: CellStyle = { wraps: true, line: true, align: 'right' };
const widest = 44;
/** A cell that is a number with at most a sign, a currency or a percent sign. */
const plainNumber = /^[-+−–]?\s?[€$£¥]?\s?\d[\d.,’'\u00a0\u202f ]*(?:\s?(?:%|％|€|[A-Z]{3}|T€))?$/u;

/**
 * Makes a worksheet of each table of a document. A cell that is a figure refers to the sheet of
 * figures; other numbers and days are typed.
 */
export function buildPaperTables(
  document: number,
  { title, tables = [] }: BookDocument,
  nameSheet: (words: string) => string,
  context: FigureContext,
): Sheet[] {
  const figures = Map.groupBy(
    context.model.rows.filter((row) => row.document === document && !row.isStep),
    ({ section, text }) => JSON.stringify([section, text]),
  );
  return tables.map((table) => {
    const { section, columns, rows } = table;
    const readCell = createCellReader(table, context.words);
    const areNumbers = columns.map(
      (_, at) => at > 0 && isOfNumbers(rows.map((cells) => (cells[at] ?? '').trim())),
    );
    const body = rows.map((cells) =>
      columns.map((column, at): SheetCell => {
        const text = cells[at] ?? '';
        const found = at === 0 ? [] : (figures.get(JSON.stringify([section, text.trim()])) ?? []);
        const figure = chooseFigure(found, cells[0] ?? '', column);
        return (
          (figure && referTo(figure, text, context)) ??
          readCell(text, at) ?? {
            value: cutText(cleanText(text), 4_000),
            style: areNumbers[at] ? right : wrapped,
          }
        );
      }),
    );
    const heads: Heads = columns.map((column, at) => {
      return [
        cutText(cleanText(column), 1_000) || ' ',
        widthOfColumn(table, at),
        areNumbers[at] ? 'right' : 'left',
      ];
    });
    const name = nameSheet(section ?? title);
    return listSheet({ name, title: section ?? title, line: title, heads, rows: body }, context);
  });
}

const isOfNumbers = (cells: readonly string[]): boolean =>
  cells.some((cell) => cell !== '') && cells.every((cell) => cell === '' || plainNumber.test(cell));

const widthOfColumn = ({ columns, rows }: PaperTable, at: number): number => {
  const longest = Math.max(...rows.map((cells) => widthOf((cells[at] ?? '').slice(0, 200))));
  return Math.min(widest, Math.max(12, longest + 2, Math.ceil(widthOf(columns[at] ?? '') / 2)));
};

/** Chooses the figure of a cell by row and period, among those with its text. */
function chooseFigure(found: readonly FigureRow[], row: string, column: string): FigureRow | null {
  const own = found.filter(
    ({ label, period }) =>
      label.toLowerCase().startsWith(row.trim().toLowerCase()) &&
      (period === null || found.length === 1 || column.includes(period)),
  );
  return own.length === 1 ? (own[0] ?? null) : null;
}

/**
 * Returns the exact value of a figure in the scale of a cell. Null if the cell is more than its
 * number.
 */
function referTo(figure: FigureRow, text: string, context: FigureContext): SheetCell | null {
  const { value, written, rounding, unit } = figure;
  if (!plainNumber.test(text.trim())) return null;
  const scale = scales.find((one) =>
    readNumbers(text).some((number) => isNear(number.value * one, Math.abs(written), 0)),
  );
  if (scale === undefined) return null;
  const isTurned = value !== 0 && Math.sign(value) === -Math.sign(written);
  const sign = isTurned ? '-' : '';
  const exact = (sign === '' ? value : -value) / scale;
  const shown = /[%％€$£¥]|[A-Z]{3}/u.test(text) && scale === 1 ? unit : null;
  const decimals = writtenDecimals(rounding / scale);
  const reference = `${sign}${figureReference(figure, context)}`;
  return {
    value: exact,
    formula: scale === 1 ? reference : `${reference}/${scale}`,
    style: numberStyle(context.words, { unit: shown, decimals, ink: 'link' }),
  };
}
