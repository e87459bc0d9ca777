import {
  Color,
  DocProperties,
  Format,
  FormatAlign,
  FormatBorder,
  Formula,
  Note,
  Url,
  Workbook,
  type Worksheet,
} from 'wasm-xlsxwriter';
import { cleanText, cutText, looksLikeFormula, widthOf } from './cell-values.ts';
import { columnName, quoteSheet } from './excel-names.ts';
import type { Book, CellStyle, Sheet, SheetCell } from './sheet.ts';

const defaultColor = '#1F3A5F';
const inks = {
  input: '#0000C0',
  link: '#00703C',
  muted: '#5F6B7A',
  warning: '#9A3B00',
  good: '#1B6B3A',
  bad: '#B00020',
} as const;
const fills = {
  band: '#F3F5F8',
  good: '#DDF1E3',
  open: '#FFF3CD',
  bad: '#F8D7DA',
  person: '#DCE9FB',
  none: '#ECEEF1',
} as const;
const paperA4 = 9;
const fontName = 'Calibri';
const longest = { note: 8_000, running: 90 } as const;
/** A sheet that is wider, in digits, is printed over several pages instead of illegibly small. */
const widestOnPage = 240;

/** Draws a workbook and returns its file. */
export function drawBook(book: Book): Uint8Array {
  const workbook = new Workbook();
  workbook.setProperties(
    new DocProperties()
      .setTitle(cleanText(book.title).slice(0, 250).toWellFormed())
      .setSubject(cleanText(book.subject).slice(0, 250).toWellFormed())
      .setCompany(cleanText(book.company).slice(0, 250).toWellFormed())
      .setAuthor(cleanText(book.company).slice(0, 250).toWellFormed()),
  );
  const formatOf = createFormats(book.color ?? defaultColor);
  for (const sheet of book.sheets) drawSheet(workbook.addWorksheet(), sheet, book, formatOf);
  for (const { name, reference } of book.names) workbook.defineName(name, `=${reference}`);
  return workbook.saveToBufferSync();
}

type FormatFinder = (style: CellStyle, isQuoted: boolean) => Format;

function createFormats(headColor: string): FormatFinder {
  const plain = new Map<CellStyle, Format>();
  const quoted = new Map<CellStyle, Format>();
  return (style, isQuoted) => {
    const known = isQuoted ? quoted : plain;
    const found = known.get(style);
    if (found) return found;
    const format = makeFormat(style, headColor);
    known.set(style, isQuoted ? format.setQuotePrefix() : format);
    return known.get(style) ?? format;
  };
}

function makeFormat({ ink, fill, align, ...style }: CellStyle, headColor: string): Format {
  let format = new Format()
    .setFontName(fontName)
    .setFontSize(style.size ?? 10)
    .setAlign(FormatAlign.Top);
  if (style.format !== undefined) format = format.setNumFormat(style.format);
  if (style.bold) format = format.setBold();
  if (style.italic) format = format.setItalic();
  if (style.wraps) format = format.setTextWrap();
  if (style.indent !== undefined) format = format.setIndent(style.indent);
  if (align)
    format = format.setAlign(
      { left: FormatAlign.Left, right: FormatAlign.Right, center: FormatAlign.Center }[align],
    );
  if (ink) format = format.setFontColor(Color.parse(ink === 'head' ? inkOn(headColor) : inks[ink]));
  if (fill)
    format = format.setBackgroundColor(Color.parse(fill === 'head' ? headColor : fills[fill]));
  if (style.line)
    format = format.setBorderBottom(FormatBorder.Hair).setBorderBottomColor(Color.parse('#B8C0CC'));
  return format;
}

/** Returns the colour of letters that can be read on a colour. */
function inkOn(color: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(
    (at) => Number.parseInt(color.slice(at, at + 2), 16) / 255,
  );
  const linear = (part: number) =>
    part <= 0.039_28 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue) > 0.3
    ? '#111111'
    : '#FFFFFF';
}

function drawSheet(worksheet: Worksheet, sheet: Sheet, book: Book, formatOf: FormatFinder): void {
  worksheet.setName(sheet.name);
  for (const [column, width] of sheet.widths.entries()) worksheet.setColumnWidth(column, width);
  for (const [row, cells] of sheet.rows.entries()) {
    const height = heightOf(cells, sheet.widths);
    if (height !== null) worksheet.setRowHeight(row, height);
    for (const [column, cell] of cells.entries())
      if (cell) drawCell(worksheet, row, column, cell, formatOf);
  }
  setUpView(worksheet, sheet);
  setUpPrint(worksheet, sheet, book);
}

/** Points of a line of text, of a row with a title, and of the highest row. */
const heights = { line: 13, title: 21, most: 195 } as const;

/**
 * Returns the height of a row whose texts run over several lines, because not every program finds
 * it; else null.
 */
function heightOf(cells: Sheet['rows'][number], widths: Sheet['widths']): number | null {
  let lines = 1;
  for (const [column, cell] of cells.entries()) {
    if (typeof cell?.value !== 'string') continue;
    if (cell.style.size !== undefined) return heights.title;
    if (!cell.style.wraps) continue;
    const room = Math.max(4, (widths[column] ?? 10) * (cell.style.bold ? 0.9 : 1) - 1);
    const own = cell.value
      .split('\n')
      .reduce((sum, line) => sum + Math.max(1, Math.ceil(widthOf(line) / room)), 0);
    lines = Math.max(lines, own);
  }
  return lines === 1 ? null : Math.min(heights.most, lines * heights.line + 2);
}

function drawCell(
  worksheet: Worksheet,
  row: number,
  column: number,
  cell: SheetCell,
  formatOf: FormatFinder,
): void {
  const { value, formula, style, target } = cell;
  const format = formatOf(
    style,
    typeof value === 'string' && formula === undefined && looksLikeFormula(value),
  );
  if (formula !== undefined) {
    worksheet.writeFormulaWithFormat(
      row,
      column,
      new Formula(`=${formula}`).setResult(String(value ?? '')),
      format,
    );
  } else if (target !== undefined && typeof value === 'string') {
    const link = new Url(`internal:${quoteSheet(target)}!A1`).setText(value);
    worksheet.writeUrlWithFormat(row, column, link, format);
  } else if (typeof value === 'string' && value !== '')
    worksheet.writeStringWithFormat(row, column, value, format);
  else if (typeof value === 'number') worksheet.writeNumberWithFormat(row, column, value, format);
  else if (typeof value === 'boolean') worksheet.writeBooleanWithFormat(row, column, value, format);
  else if (style.fill || style.line) worksheet.writeBlank(row, column, format);
  if (cell.note !== undefined && cell.note !== '') insertNote(worksheet, row, column, cell.note);
}

function insertNote(worksheet: Worksheet, row: number, column: number, words: string): void {
  const text = cutText(cleanText(words), longest.note);
  const lines = text.split('\n').reduce((sum, line) => sum + 1 + Math.floor(line.length / 58), 0);
  const note = new Note(text)
    .addAuthorPrefix(false)
    .setWidth(380)
    .setHeight(Math.min(520, 24 + 15 * lines));
  worksheet.insertNote(row, column, note);
}

function setUpView(
  worksheet: Worksheet,
  { head, filters, rows, widths, frozenColumns = 0 }: Sheet,
): void {
  worksheet.setScreenGridlines(head !== null && filters);
  if (head === null) return;
  worksheet.setFreezePanes(head + 1, frozenColumns);
  if (filters && rows.length > head + 1)
    worksheet.autofilter(head, 0, rows.length - 1, widths.length - 1);
}

function setUpPrint(worksheet: Worksheet, { title, head, rows, widths }: Sheet, book: Book): void {
  const width = widths.reduce((sum, one) => sum + one, 0);
  worksheet.setPaperSize(paperA4).setLandscape().setMargins(0.5, 0.5, 0.75, 0.65, 0.3, 0.3);
  if (width <= widestOnPage) worksheet.setPrintFitToPages(1, 0);
  else if (widths.length > 1) worksheet.setRepeatColumns(0, 0);
  if (head !== null && rows.length > head + 1) worksheet.setRepeatRows(head, head);
  worksheet.setHeader(`&L&"-,Bold"${escapeRunning(title)}&R${escapeRunning(book.company)}`);
  worksheet.setFooter(`&L${escapeRunning(book.title)}&R${book.words.page}`);
}

/** Writes a text for a running line, whose codes begin with `&`. */
const escapeRunning = (text: string): string => {
  const line = cleanText(text).replace(/\s+/gu, ' ').trim();
  const short =
    line.length > longest.running
      ? `${line.slice(0, longest.running - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
      : line;
  return short.replaceAll('&', '&&');
};

/** Returns the reference of a cell in its own worksheet. */
export const placeOf = (row: number, column: number): string => `${columnName(column)}${row + 1}`;
