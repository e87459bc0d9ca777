import type { Sample } from './sample.ts';

/** How a measured value changed. */
export interface Slope {
  name: string;
  first: number;
  last: number;
  highest: number;
  /** Change an hour, by least squares over the second half: the first half warms caches and pools. */
  perHour: number;
}

/** Computes the slope of each measured value. */
export function computeSlopes(samples: readonly Sample[]): Slope[] {
  const names = new Set(samples.flatMap(({ values }) => [...values.keys()]));
  return [...names].map((name) => {
    const points = samples.flatMap(({ atMinutes, values }) => {
      const value = values.get(name);
      return value === undefined ? [] : [{ hours: atMinutes / 60, value }];
    });
    const values = points.map(({ value }) => value);
    return {
      name,
      first: values[0] ?? 0,
      last: values.at(-1) ?? 0,
      highest: Math.max(...values),
      perHour: leastSquares(points.slice(Math.floor(points.length / 2))),
    };
  });
}

function leastSquares(points: readonly { hours: number; value: number }[]): number {
  const mean = (of: (point: { hours: number; value: number }) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const [hours, value] = [mean((point) => point.hours), mean((point) => point.value)];
  const spread = mean((point) => (point.hours - hours) ** 2);
  return spread === 0 ? 0 : mean((point) => (point.hours - hours) * (point.value - value)) / spread;
}
