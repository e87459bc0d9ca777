import { type Decimal, parseDecimal } from './decimal.ts';

/** The sign before the decimals of a text's numbers. */
export type DecimalMark = '.' | ',';

/**
 * The number of a cell as written: its sign and digits, and its unit as a symbol or code (`€`, `%`); empty for none.
 */
export interface WrittenNumber {
  isNegative: boolean;
  digits: string;
  unit: string;
}

const currency = String.raw`[$€£¥₹₩]|US\$|USD|EUR|GBP|CHF|JPY|円`;
const cellPattern = new RegExp(
  String.raw`^(?<open>\()?(?<sign>[-+−–]?)\s?(?:(?<before>${currency})\s?)?(?<late>[-+−–]?)(?<digits>\d[\d.,’'\s]*?)(?<scale>\s?[万億])?\s?(?<after>%|‰|${currency})?(?<end>-)?(?<close>\))?$`,
  'iu',
);

/** Reads the number of a cell with its sign, currency or percent sign; null for anything else. */
export function readWrittenNumber(cell: string): WrittenNumber | null {
  if (!/\p{Nd}/u.test(cell)) return null;
  const { open, sign, before, late, digits, scale, after, end, close } =
    cellPattern.exec(cell.normalize('NFKC').trim())?.groups ?? {};
  // A Japanese scale such as 億 changes the value, so the cell counts as text.
  if (digits === undefined || scale !== undefined || (open === undefined) !== (close === undefined)) return null;
  const isNegative = open !== undefined || end !== undefined || /[-−–]/.test(`${sign ?? ''}${late ?? ''}`);
  return { isNegative, digits: digits.replace(/[’'\s]/g, ' ').trim(), unit: (before ?? after ?? '').toUpperCase() };
}

/**
 * Returns the decimal mark that digits show: `1.234,5` and `12,5` show a comma. Null if they show none, as `1,234` does
 * and `1234`; "invalid" if they are no number in any notation, such as `1.2.3`.
 */
export function showsMark(digits: string): DecimalMark | 'invalid' | null {
  const plain = digits.replace(/ /g, '');
  const marks = [...plain.replace(/\d/g, '')];
  const last = marks.at(-1);
  if (last === undefined) return / (?!\d{3}(?:\D|$))/.test(digits) ? 'invalid' : null;
  const groups = plain.split(/[.,]/);
  const isGrouped = groups.slice(1, -1).every((group) => group.length === 3);
  const lastLength = groups.at(-1)?.length ?? 0;
  if (!isGrouped || lastLength === 0 || (marks.length > 1 && (groups[0]?.length ?? 0) > 3)) return 'invalid';
  const mark: DecimalMark = last === ',' ? ',' : '.';
  const other: DecimalMark = mark === ',' ? '.' : ',';
  if (new Set(marks).size === 2) return marks.filter((found) => found === mark).length === 1 ? mark : 'invalid';
  if (marks.length > 1) return lastLength === 3 ? other : 'invalid';
  if (digits.includes(' ')) return mark;
  const before = groups[0] ?? '';
  return lastLength !== 3 || before === '0' || before.length > 3 ? mark : null;
}

/** Returns the exact value of a written number in a notation. */
export function readValue({ digits, isNegative }: WrittenNumber, mark: DecimalMark): Decimal {
  const grouped = mark === ',' ? '.' : ',';
  const plain = digits.replace(/ /g, '').replaceAll(grouped, '').replace(mark, '.');
  return parseDecimal(`${isNegative ? '-' : ''}${plain}`);
}
