/** Writes a number in whole units: 1234.4 as `1,234`, below zero with a minus sign. */
export function whole(value: number): string {
  return Math.round(value).toLocaleString('en-GB').replace('-', '−');
}

/** Writes a number in whole thousands. */
export function thousands(value: number): string {
  return whole(value / 1000);
}

/** Writes two numbers in whole thousands as `180 to 310`. */
export function thousandsBetween(low: number, high: number): string {
  return `${thousands(low)} to ${thousands(high)}`;
}

/** Writes a row of a table. */
export function row(...cells: (string | number)[]): string {
  return `| ${cells.join(' | ')} |`;
}
