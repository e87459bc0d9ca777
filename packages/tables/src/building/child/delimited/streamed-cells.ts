import type { DecimalSign } from '@ecp/language/cells';
import { type ColumnType, fillCell, numberOf } from '../cells/choose-type.ts';
import { type Cell, type ColumnSurvey, textCell } from '../cells/column-survey.ts';
import type { ColumnBuffer } from '../table-writer.ts';
import { type Dialect, fieldText } from './scan-records.ts';

/** Digits that a double holds exactly. */
const maxDigits = 15;
const [minus, point, comma, zero, nine] = [0x2d, 0x2e, 0x2c, 0x30, 0x39];

/**
 * A number of plain digits, read from bytes. One object is used again and again, because there are
 * millions.
 */
class PlainNumber {
  /** The digits as a whole number, with the sign: -1250 for -12.50. */
  digits = 0;
  /** Digits before the decimal sign; 0 for a zero. */
  whole = 0;
  scale = 0;
  sign: DecimalSign | null = null;
  /** True if the sign may also group thousands, as in 1.234. */
  canGroup = false;
  /** True if it has decimals and the last one is a zero. */
  endsInZero = false;

  /**
   * Reads a field; false if it is not of plain digits with at most one sign, or has zeros before
   * them.
   */
  read(bytes: Uint8Array, start: number, end: number): boolean {
    const isNegative = bytes[start] === minus;
    const first = isNegative ? start + 1 : start;
    if (end - first > maxDigits + 1 || first >= end) return false;
    let digits = 0;
    let signAt = -1;
    for (let at = first; at < end; at += 1) {
      const byte = bytes[at] ?? 0;
      if (byte >= zero && byte <= nine) digits = digits * 10 + (byte - zero);
      else if ((byte === point || byte === comma) && signAt < 0) signAt = at;
      else return false;
    }
    const wholeEnd = signAt < 0 ? end : signAt;
    if (wholeEnd === first || signAt === end - 1 || end - first - (signAt < 0 ? 0 : 1) > maxDigits)
      return false;
    const isZero = bytes[first] === zero;
    if (isZero && wholeEnd - first > 1) return false;
    this.digits = isNegative ? 0 - digits : digits;
    this.whole = isZero ? 0 : wholeEnd - first;
    this.scale = signAt < 0 ? 0 : end - signAt - 1;
    this.sign = signAt < 0 ? null : bytes[signAt] === point ? '.' : ',';
    this.endsInZero = this.scale > 0 && digits % 10 === 0;
    this.canGroup = this.scale === 3 && this.whole > 0 && this.whole <= 3;
    return true;
  }
}

/**
 * Reads `YYYY-MM-DD` as days since 1970-01-01; NaN if a field is not written so or there is no such
 * day.
 */
function readIsoDay(bytes: Uint8Array, start: number, end: number): number {
  if (end - start !== 10 || bytes[start + 4] !== minus || bytes[start + 7] !== minus)
    return Number.NaN;
  const year = readDigits(bytes, start, 4);
  const month = readDigits(bytes, start + 5, 2);
  const day = readDigits(bytes, start + 8, 2);
  if (!(year >= 1000 && month >= 1 && month <= 12 && day >= 1 && day <= daysOf(year, month)))
    return Number.NaN;
  // Counts from March, so that the leap day is the last of a year (Howard Hinnant's
  // days_from_civil).
  const shifted = month > 2 ? year : year - 1;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1;
  const dayOfEra =
    yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

const monthDays = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function daysOf(year: number, month: number): number {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month === 2 && isLeap ? 29 : (monthDays[month - 1] ?? 0);
}

function readDigits(bytes: Uint8Array, start: number, count: number): number {
  let value = 0;
  for (let at = start; at < start + count; at += 1) {
    const digit = (bytes[at] ?? 0) - zero;
    if (digit < 0 || digit > 9) return Number.NaN;
    value = value * 10 + digit;
  }
  return value;
}

const maxFields = 20_000;
const powers = Array.from({ length: 16 }, (_, exponent) => 10 ** exponent);
/** Texts after which a column is one of texts, whatever follows. */
const enoughTexts = 1_000;

/** The fields of one row of a large text, as places in its bytes. */
export class StreamedCells {
  /** Fields of the row, the ones behind the last filled one included. */
  count = 0;
  readonly #bytes: Buffer;
  readonly #starts = new Int32Array(maxFields);
  readonly #ends = new Int32Array(maxFields);
  readonly #quotes = new Uint8Array(maxFields);
  readonly #number = new PlainNumber();
  readonly #dialect: Dialect;
  /** True if a text may hold a sign that nobody sees: U+200B, U+2060, U+FEFF or U+00AD in UTF-8. */
  readonly #mayHoldUnseen: boolean;
  /** The fields of a row that was straightened. */
  #straight: readonly string[] | null = null;

  constructor(bytes: Buffer, dialect: Dialect) {
    this.#bytes = bytes;
    this.#dialect = dialect;
    const unseen = ['\u200b', '\u2060', '\ufeff', '\u00ad'].map((sign) => Buffer.from(sign));
    this.#mayHoldUnseen = unseen.some((sign) => bytes.includes(sign));
  }

  /** Notes a field, without control characters and blanks around it. */
  take(column: number, start: number, end: number, hasQuotes: boolean): void {
    if (column >= maxFields) return;
    let [from, to] = [start, end];
    while (from < to && (this.#bytes[from] ?? 0) <= 0x20) from += 1;
    while (to > from && (this.#bytes[to - 1] ?? 0) <= 0x20) to -= 1;
    this.#starts[column] = from;
    this.#ends[column] = to;
    this.#quotes[column] = hasQuotes ? 1 : 0;
    this.count = column + 1;
  }

  clear(): void {
    this.count = 0;
    this.#straight = null;
  }

  /** Puts other fields in place of the row's. */
  straighten(fields: readonly string[]): void {
    this.#straight = fields;
    this.count = Math.min(fields.length, maxFields);
  }

  /** The byte that the row begins with; -1 if its first field is blank. */
  firstByte(): number {
    return this.count === 0 || this.isBlank(0) ? -1 : (this.#bytes[this.#starts[0] ?? 0] ?? -1);
  }

  cells(): (Cell | null)[] {
    return Array.from({ length: this.count }, (_, at) => textCell(this.textAt(at)));
  }

  fields(): string[] {
    return Array.from({ length: this.count }, (_, at) => this.textAt(at));
  }

  /** How many fields are not blank, up to two. */
  countFilled(): number {
    let count = 0;
    for (let at = 0; at < this.count && count < 2; at += 1) if (!this.isBlank(at)) count += 1;
    return count;
  }

  isBlank(at: number): boolean {
    return this.#straight
      ? (this.#straight[at] ?? '').trim() === ''
      : this.#starts[at] === this.#ends[at];
  }

  hasAny(): boolean {
    for (let at = 0; at < this.count; at += 1) if (!this.isBlank(at)) return true;
    return false;
  }

  /** Tells whether a field is plain digits or a day, so that it is no label. */
  isPlain(at: number): boolean {
    if (this.#straight) return false;
    const [start, end] = [this.#starts[at] ?? 0, this.#ends[at] ?? 0];
    return (
      this.#number.read(this.#bytes, start, end) ||
      !Number.isNaN(readIsoDay(this.#bytes, start, end))
    );
  }

  textAt(at: number): string {
    if (this.#straight) return this.#straight[at] ?? '';
    return fieldText(
      this.#bytes,
      this.#dialect,
      [this.#starts[at] ?? 0, this.#ends[at] ?? 0],
      this.#quotes[at] === 1,
    );
  }

  /** Counts the fields in the surveys of their columns. */
  survey(surveys: readonly ColumnSurvey[], places: Int32Array): void {
    const width = Math.min(this.count, places.length);
    for (let at = 0; at < width; at += 1) {
      const survey = surveys[places[at] ?? -1];
      if (!survey || this.isBlank(at)) continue;
      const isText = survey.texts >= enoughTexts && survey.texts > survey.numbers + survey.dates;
      if (isText) survey.addKnownText();
      else this.#surveyField(survey, at);
    }
  }

  #surveyField(survey: ColumnSurvey, at: number): void {
    const [start, end] = [this.#starts[at] ?? 0, this.#ends[at] ?? 0];
    const number = this.#number;
    if (this.#straight) survey.addText(textCell(this.textAt(at))?.text ?? '-');
    else if (number.read(this.#bytes, start, end)) {
      const value = number.digits / (powers[number.scale] ?? 1);
      survey.addPlain(number, value, () => this.textAt(at));
    } else if (!Number.isNaN(readIsoDay(this.#bytes, start, end))) survey.addIsoDay();
    else {
      const cell = textCell(this.textAt(at));
      if (cell) survey.addText(cell.text);
    }
  }

  /** Sets the fields in the buffers of their columns. */
  fill(
    buffers: readonly ColumnBuffer[],
    row: number,
    columns: readonly { at: number; type: ColumnType }[],
  ): void {
    for (let index = 0; index < columns.length; index += 1) {
      const [column, buffer] = [columns[index], buffers[index]];
      if (!column || !buffer || column.at >= this.count || this.isBlank(column.at)) continue;
      this.#fillField(buffer, row, column.at, column.type);
    }
  }

  /** Reads the numbers of the columns, NaN where there is none. */
  readNumbers(columns: readonly { at: number; type: ColumnType }[], values: Float64Array): void {
    for (const [index, { at, type }] of columns.entries()) {
      values[index] = Number.NaN;
      if (at >= this.count || this.isBlank(at) || type.storage === 'text') continue;
      const number = this.#number;
      if (!this.#straight && number.read(this.#bytes, this.#starts[at] ?? 0, this.#ends[at] ?? 0)) {
        const scale = number.sign === null || number.sign === type.decimalSign ? number.scale : 0;
        values[index] = number.digits / (powers[scale] ?? 1);
      } else values[index] = numberOf(textCell(this.textAt(at)), type);
    }
  }

  #fillField(buffer: ColumnBuffer, row: number, at: number, type: ColumnType): void {
    const [start, end] = [this.#starts[at] ?? 0, this.#ends[at] ?? 0];
    if (this.#straight) {
      const cell = textCell(this.textAt(at));
      if (cell) fillCell(buffer, row, cell, type);
      return;
    }
    if (type.storage === 'text' && !type.isOfFlags) {
      this.#fillText(buffer, row, at, start, end);
      return;
    }
    if (type.storage === 'whole' || type.storage === 'decimal') {
      const number = this.#number;
      if (number.read(this.#bytes, start, end)) {
        const scale = number.sign === null || number.sign === type.decimalSign ? number.scale : 0;
        buffer.setWhole(row, number.digits * (powers[type.scale - scale] ?? 1));
        return;
      }
    } else if (type.storage === 'date' && type.dateForm === 'iso') {
      const days = readIsoDay(this.#bytes, start, end);
      if (!Number.isNaN(days)) {
        buffer.setDate(row, days);
        return;
      }
    }
    const cell = textCell(this.textAt(at));
    if (cell) fillCell(buffer, row, cell, type);
  }

  #fillText(buffer: ColumnBuffer, row: number, at: number, start: number, end: number): void {
    const bytes = this.#bytes;
    // Blanks beyond ASCII, as in UTF-8, are rare.
    const mayHaveBlanks = (bytes[start] ?? 0) >= 0xc2 || (bytes[end - 1] ?? 0) >= 0x80;
    if (this.#quotes[at] === 1 || mayHaveBlanks || this.#mayHoldUnseen) {
      const cell = textCell(this.textAt(at));
      if (cell) buffer.setText(row, cell.text);
    } else buffer.setBytes(row, bytes.subarray(start, end));
  }
}
