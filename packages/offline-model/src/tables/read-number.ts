/** The number that a cell shows, without currency, unit and thousands; null for anything else. */
export function readCellNumber(cell: string): number | null {
  const shown = cell.trim().replace(/^([-+−]?)\s?(?:[$€£¥]|EUR|USD|GBP|CHF)\s?/i, '$1');
  const match = /^([-+−]?\d[\d.,\s'’]*)\s?(?:%|‰|[$€£¥]|EUR|USD|GBP|CHF|percent)?$/iu.exec(shown);
  if (!match?.[1]) return null;
  const digits = match[1].replace('−', '-').replace(/[\s'’]/g, '');
  const value = Number(withDecimalPoint(digits));
  return Number.isFinite(value) ? value : null;
}

/** The last separator is the decimal one, unless it can only part thousands. */
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

/** A number as documents of this model write it: thousands by commas, at most as many decimals as asked. */
export function writeNumber(value: number, decimals = 0): string {
  return value.toLocaleString('en-US', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
}

/** A share or a change in percent with one decimal; a change shows its sign. */
export function writePercent(ratio: number, signed = false): string {
  const percent = 100 * ratio;
  const sign = signed && percent > 0 ? '+' : '';
  return `${sign}${writeNumber(percent, 1).replace('-', '−')} %`;
}

/** How many decimals the cells of a column show at most. */
export function countDecimals(values: number[]): number {
  return Math.min(2, Math.max(0, ...values.map((value) => (String(value).split('.')[1] ?? '').length)));
}
