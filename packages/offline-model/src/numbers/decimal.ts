/** An exact decimal number: `units` divided by ten to the power of `scale`. */
export interface Decimal {
  units: bigint;
  scale: number;
}

export const zero: Decimal = { units: 0n, scale: 0 };

/** Reads plain digits with an optional minus and decimal point ("-12.50"), without a loss. */
export function parseDecimal(digits: string): Decimal {
  const [whole = '0', fraction = ''] = digits.split('.');
  return { units: BigInt(`${whole}${fraction}`), scale: fraction.length };
}

const unitsAt = ({ units, scale }: Decimal, to: number) => (to === scale ? units : units * 10n ** BigInt(to - scale));

/** Adds two numbers, exactly. The result has the decimals of the more precise one. */
export function addDecimals(one: Decimal, other: Decimal): Decimal {
  const scale = Math.max(one.scale, other.scale);
  return { units: unitsAt(one, scale) + unitsAt(other, scale), scale };
}

/** Subtracts the second number from the first, exactly. */
export function subtractDecimals(one: Decimal, other: Decimal): Decimal {
  return addDecimals(one, { units: -other.units, scale: other.scale });
}

/** Multiplies two numbers, exactly. */
export function multiplyDecimals(one: Decimal, other: Decimal): Decimal {
  return { units: one.units * other.units, scale: one.scale + other.scale };
}

/** Divides, rounded half away from zero to a number of decimals. The divisor must not be zero. */
export function divideDecimals(one: Decimal, other: Decimal, decimals: number): Decimal {
  const scale = Math.max(one.scale, other.scale);
  const [dividend, divisor] = [unitsAt(one, scale) * 10n ** BigInt(decimals), unitsAt(other, scale)];
  const isNegative = dividend < 0n !== divisor < 0n;
  const [top, bottom] = [dividend < 0n ? -dividend : dividend, divisor < 0n ? -divisor : divisor];
  const rounded = (2n * top + bottom) / (2n * bottom);
  return { units: isNegative ? -rounded : rounded, scale: decimals };
}

/** Compares two numbers: negative, zero or positive, as a sort function needs it. */
export function compareDecimals(one: Decimal, other: Decimal): number {
  const scale = Math.max(one.scale, other.scale);
  const [a, b] = [unitsAt(one, scale), unitsAt(other, scale)];
  return a === b ? 0 : a < b ? -1 : 1;
}

/** Writes plain digits with a decimal point: "-12.50". */
export function plainDigits({ units, scale }: Decimal): `${number}` {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0');
  const cut = digits.length - scale;
  const text = scale === 0 ? digits : `${digits.slice(0, cut)}.${digits.slice(cut)}`;
  return `${units < 0n ? '-' : ''}${text}` as `${number}`;
}
