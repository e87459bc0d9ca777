import type { DecimalSign } from '@ecp/language/cells';

/** Digits that a double holds exactly. */
const maxDigits = 15;
const [minus, point, comma, zero, nine] = [0x2d, 0x2e, 0x2c, 0x30, 0x39];

/** A number of plain digits, read from bytes. One object is used again and again, because there are millions. */
export class PlainNumber {
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

  /** Reads a field; false if it is not of plain digits with at most one sign, or has zeros before them. */
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
    if (wholeEnd === first || signAt === end - 1 || end - first - (signAt < 0 ? 0 : 1) > maxDigits) return false;
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

/** Reads `YYYY-MM-DD` as days since 1970-01-01; NaN if a field is not written so or there is no such day. */
export function readIsoDay(bytes: Uint8Array, start: number, end: number): number {
  if (end - start !== 10 || bytes[start + 4] !== minus || bytes[start + 7] !== minus) return Number.NaN;
  const year = readDigits(bytes, start, 4);
  const month = readDigits(bytes, start + 5, 2);
  const day = readDigits(bytes, start + 8, 2);
  if (!(year >= 1000 && month >= 1 && month <= 12 && day >= 1 && day <= daysOf(year, month))) return Number.NaN;
  // Counts from March, so that the leap day is the last of a year (Howard Hinnant's days_from_civil).
  const shifted = month > 2 ? year : year - 1;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
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
