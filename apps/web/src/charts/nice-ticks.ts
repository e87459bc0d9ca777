const steps = [1, 2, 2.5, 5, 10];

/** Round values from 0 to just above the highest: what people would write at an axis. At most `most` steps. */
export function niceTicks(highest: number, most = 4): number[] {
  if (!(highest > 0)) return [0, 1];
  const least = highest / most;
  const power = 10 ** Math.floor(Math.log10(least));
  // Fractions of ten are not exact: 0.3 / 0.1 is a little less than 3.
  const step = (steps.find((candidate) => candidate * power >= least * 0.999_999) ?? 10) * power;
  const count = Math.ceil(highest / step - 0.000_001);
  return Array.from({ length: count + 1 }, (_, index) => Number((index * step).toPrecision(6)));
}
