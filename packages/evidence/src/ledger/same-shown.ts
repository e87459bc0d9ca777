/** A value with the text that shows it. */
interface Shown {
  value: number;
  text: string;
}

/** Returns true for values that differ by no more than the coarser one is rounded: 4.8 million and 4,812,000. */
export function isSameShown(one: Shown, other: Shown): boolean {
  const difference = Math.abs(one.value - other.value);
  return difference <= Math.max(roundingOf(one), roundingOf(other)) * (1 + 1e-9);
}

/** Returns half of the last digit that is shown, in whole units. */
function roundingOf({ value, text }: Shown): number {
  if (value === 0) return 0.5;
  const digits = (/\d[\d.,’'\u00a0\u202f ]*\d|\d/.exec(text)?.[0] ?? '').replace(/\D/g, '').replace(/^0+/, '');
  const significant = Math.max(1, digits.length);
  return 10 ** (Math.floor(Math.log10(Math.abs(value)) + 1e-9) - significant + 1) / 2;
}
