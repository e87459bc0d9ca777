import {
  type DateForm,
  type DecimalSign,
  isBlankCell,
  type NumberText,
  readDateCell,
  readNumberCell,
  withoutMarks,
} from '@ecp/language/cells';
import type { Language } from '@ecp/language/language';
import { anyStyle } from '@ecp/language/number-style';
import { readQuantities } from '@ecp/language/quantities';
import type { BookWords } from '../book-words.ts';
import { serialOfEpoch } from '../writing/cell-values.ts';
import { formatOf, namesThings } from '../writing/number-formats.ts';
import type { CellStyle, SheetCell } from '../writing/sheet.ts';
import type { PaperTable } from './engagement-book.ts';

/** Reads the cells of a document's table as numbers and days; null for a cell that is a text. */
type CellReader = (text: string, column: number) => SheetCell | null;

/** Languages that write decimals after a point. The others write them after a comma. */
const pointLanguages: ReadonlySet<Language> = new Set(['en', 'ja']);
/** Languages that write the month of a short day first. */
const monthFirstLanguages: ReadonlySet<Language> = new Set(['en']);

/** A text that names something although it has digits: 007, 1/2, +49 30 1234, 10.0.0.1. */
const code = /^(?:0\d|\+\d|\d+\/\d)/u;

/**
 * Creates the reader of a table. A column with a code stays text as a whole, and so do the numbers
 * of the first column, which name rows. The decimal sign is that of the table's unambiguous
 * numbers, else that of the book's language.
 */
export function createCellReader({ columns, rows }: PaperTable, words: BookWords): CellReader {
  const decimalSign = readDecimalSign(rows, words.language);
  const dateForm: DateForm = monthFirstLanguages.has(words.language) ? 'monthFirst' : 'dayFirst';
  const looks = columns.map((name, column) => {
    const cells = rows
      .map((cellTexts) => (cellTexts[column] ?? '').trim())
      .filter((cell) => !isBlankCell(cell));
    const readings = cells.map((cell) => readNumberCell(withoutMarks(cell)));
    const numbers = readings.flatMap((number) => readValue(number, decimalSign) ?? []);
    const hasSigns = readings.some((number) => isChange(number, decimalSign));
    const isCode = (cell: string) =>
      code.test(cell) && !(hasSigns && readNumberCell(cell) !== null);
    return {
      hasCodes: cells.some((cell) => isCode(cell) || readNumberCell(cell)?.isAddress === true),
      isGrouped: !namesThings(name, numbers),
      suffix: commonSuffix(cells, words.language),
    };
  });
  const styles = new Map<string, CellStyle>();
  const styleOf = (format: string, align: CellStyle['align']): CellStyle => {
    const style = styles.get(format) ?? { format, line: true, ...(align ? { align } : {}) };
    styles.set(format, style);
    return style;
  };
  return (text, column) => {
    const cell = text.trim();
    const look = looks[column];
    if (!look || isBlankCell(cell)) return null;
    const day = readDay(cell, dateForm);
    if (day !== null)
      return { value: serialOfEpoch + day, style: styleOf(words.dateFormat, 'center') };
    if (column === 0 || look.hasCodes) return null;
    const suffix = look.suffix !== null && cell.endsWith(look.suffix) ? look.suffix : '';
    const number = readNumberCell(
      withoutMarks(cell.slice(0, cell.length - suffix.length).trimEnd()),
    );
    const value = readValue(number, decimalSign);
    if (number === null || value === null) return null;
    const decimals = countDecimals(cell, decimalSign);
    const plain = formatOf(words, number.unit, decimals, look.isGrouped);
    const named = suffix === '' ? plain : `${plain}"${suffix.replaceAll('"', '')}"`;
    const signed = number.hasPlus ? withPlus(named) : named;
    const format = cell.includes('(') ? inBrackets(signed) : signed;
    return { value, style: styleOf(format, 'right') };
  };
}

/**
 * Returns whether a number has a plus as its sign, or is negative, so that a plus in its column is
 * a sign as well.
 */
function isChange(number: NumberText | null, decimalSign: DecimalSign): boolean {
  const value = readValue(number, decimalSign);
  if (number === null || value === null) return false;
  return value < 0 || (number.hasPlus && (number.unit !== null || !Number.isInteger(value)));
}

/** Matches the unit or scale behind a number, together with the blank before it. */
const behindNumber = /(?<=\d)\s?[^\d\s(),.;:][^\d(),;:]{0,30}$/u;

/**
 * Returns the unit or scale in words that all numbers of a column have, such as ` Tausend`; null
 * where they have none or several, because their sum would be none. A zero needs no unit.
 */
function commonSuffix(cells: readonly string[], language: Language): string | null {
  const suffixes = new Set<string>();
  for (const cell of cells) {
    const [suffix] = behindNumber.exec(cell) ?? [];
    const [quantity] = suffix === undefined ? [] : readQuantities(cell, { ...anyStyle, language });
    const isWhole = quantity?.end === cell.length && quantity.names === null;
    if (suffix !== undefined && isWhole) suffixes.add(suffix);
    else if (cell !== '0' && readNumberCell(withoutMarks(cell)) !== null) return null;
  }
  const [only] = suffixes;
  return suffixes.size === 1 && only !== undefined ? only : null;
}

function readValue(number: NumberText | null, decimalSign: DecimalSign): number | null {
  if (number === null || number.isAddress || number.exponent === 'bare') return null;
  const text =
    decimalSign === '.' ? (number.byPoint ?? number.byComma) : (number.byComma ?? number.byPoint);
  return text === null ? null : Number(text);
}

/** Decides by the numbers of a table that can be read in one way alone. */
function readDecimalSign(rows: PaperTable['rows'], language: Language): DecimalSign {
  const votes = { '.': 0, ',': 0 };
  for (const text of rows.flat()) {
    const number = readNumberCell(withoutMarks(text.trim()));
    if (number?.byPoint && !number.byComma) votes['.'] += 1;
    if (number?.byComma && !number.byPoint) votes[','] += 1;
  }
  if (votes['.'] !== votes[',']) return votes['.'] > votes[','] ? '.' : ',';
  return pointLanguages.has(language) ? '.' : ',';
}

function readDay(text: string, form: DateForm): number | null {
  const days = readDateCell(text);
  return days.iso ?? days[form] ?? days.dayFirst ?? days.monthFirst ?? null;
}

/** Counts the digits behind the decimal sign of a written number. */
function countDecimals(text: string, decimalSign: DecimalSign): number {
  const digits = /\d[\d.,’'\u00a0\u202f ]*/u.exec(text)?.[0].trimEnd() ?? '';
  const at = digits.lastIndexOf(decimalSign);
  const isLast = at >= 0 && digits.indexOf(decimalSign) === at;
  return isLast ? digits.length - at - 1 : 0;
}

/** Makes a format that shows the sign of positive numbers, too. */
function withPlus(format: string): string {
  const [positive = format] = format.split(';');
  return `"+"${positive};-${positive};${positive}`;
}

/** Makes a format that shows negative numbers in brackets, as accounts do. */
function inBrackets(format: string): string {
  const [positive = format] = format.split(';');
  return `${positive}_);(${positive})`;
}
