/** Reads the number of a cell without currency, unit and thousands separators; null for anything else. */
export function readCellNumber(cell: string): number | null {
  const shown = cell.trim().replace(/^([-+−]?)\s?(?:[$€£¥]|EUR|USD|GBP|CHF)\s?/i, '$1');
  const match = /^([-+−]?\d[\d.,\s'’]*)\s?(?:%|‰|[$€£¥]|EUR|USD|GBP|CHF|percent)?$/iu.exec(shown);
  if (!match?.[1]) return null;
  const digits = match[1].replace('−', '-').replace(/[\s'’]/g, '');
  const value = Number(withDecimalPoint(digits));
  return Number.isFinite(value) ? value : null;
}

/** Treats the last separator as the decimal one, unless it can only separate thousands. */
function withDecimalPoint(digits: string): string {
  const last = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','));
  if (last === -1) return digits;
  const mark = digits.charAt(last);
  const both = digits.includes('.') && digits.includes(',');
  const parts = digits.split(mark).length - 1;
  const isThousands = !both && digits.length - last === 4 && (mark === ',' || parts > 1);
  if (isThousands || (!both && parts > 1)) return digits.replace(/[.,]/g, '');
  return `${digits.slice(0, last).replace(/[.,]/g, '')}.${digits.slice(last + 1)}`;
}

/** Writes a number with commas for thousands and at most the given number of decimals. */
export function writeNumber(value: number, decimals = 0): string {
  return value.toLocaleString('en-US', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
}

/** Writes a share or a change in percent with one decimal. A change has a sign. */
export function writePercent(ratio: number, signed = false): string {
  const percent = 100 * ratio;
  const sign = signed && percent > 0 ? '+' : '';
  return `${sign}${writeNumber(percent, 1).replace('-', '−')} %`;
}

/** Returns the highest number of decimals in the cells of a column. */
export function countDecimals(values: number[]): number {
  return Math.min(2, Math.max(0, ...values.map((value) => (String(value).split('.')[1] ?? '').length)));
}
