import type { Sample } from './sample.ts';

/** The first part of the time fills caches and pools, and the heap finds its size. */
const warmUpShare = 1 / 3;
/** Neighbouring samples resemble each other, so the slope is computed over blocks. */
const blocks = 12;
/** Student's t of 95 %, two-sided, for the degrees of freedom of 12 blocks. */
const tValue = 2.228;

/** The change of a measured value and how sure it is. */
export interface Slope {
  name: string;
  mean: number;
  highest: number;
  /** Change an hour by least squares over the blocks after the warm-up. */
  perHour: number;
  /** Half the width of its confidence interval of 95 %. */
  confidence: number;
  /** Change an hour that counts as none. */
  tolerated: number;
  verdict: 'steady' | 'grows' | 'unclear';
}

/** How a value is judged. */
export interface Judged {
  name: string;
  /** Tolerated change an hour, absolute or as a share of the mean. */
  tolerated: { perHour: number } | { share: number };
  /** The value of a block: garbage rises and falls, so only the lowest memory tells what is kept. */
  block: 'mean' | 'lowest';
}

interface Point {
  hours: number;
  value: number;
}

/** Computes the slope of a value and judges it. It is unclear with fewer samples than blocks. */
export function computeSlope(samples: readonly Sample[], { name, tolerated, block }: Judged): Slope {
  const all = samples.flatMap(({ atMinutes, values }): Point[] => {
    const value = values.get(name);
    return value === undefined ? [] : [{ hours: atMinutes / 60, value }];
  });
  const warm = all.slice(Math.ceil(all.length * warmUpShare));
  const points = Array.from({ length: blocks }, (_, place) =>
    joinBlock(warm.slice((place * warm.length) / blocks, ((place + 1) * warm.length) / blocks), block),
  );
  const { perHour, confidence } = warm.length < blocks ? unfitted : fitLine(points);
  const mean = average((warm.length < blocks ? all : points).map(({ value }) => value));
  const limit = 'share' in tolerated ? Math.abs(mean) * tolerated.share : tolerated.perHour;
  const verdict = perHour + confidence <= limit ? 'steady' : perHour - confidence > limit ? 'grows' : 'unclear';
  const highest = Math.max(...all.map(({ value }) => value));
  return { name, mean, highest, perHour, confidence, tolerated: limit, verdict };
}

function joinBlock(points: readonly Point[], block: Judged['block']): Point {
  const values = points.map(({ value }) => value);
  return {
    hours: average(points.map(({ hours }) => hours)),
    value: block === 'lowest' ? Math.min(...values) : average(values),
  };
}

/** The slope of too few values. */
const unfitted = { perHour: 0, confidence: Number.POSITIVE_INFINITY };

/** Fits a line by least squares. Its confidence follows from what the points deviate from it. */
function fitLine(points: readonly Point[]): { perHour: number; confidence: number } {
  const hours = average(points.map((point) => point.hours));
  const value = average(points.map((point) => point.value));
  const spread = points.reduce((sum, point) => sum + (point.hours - hours) ** 2, 0);
  const perHour = points.reduce((sum, point) => sum + (point.hours - hours) * (point.value - value), 0) / spread;
  const deviations = points.map((point) => point.value - value - perHour * (point.hours - hours));
  const variance = deviations.reduce((sum, deviation) => sum + deviation ** 2, 0) / (points.length - 2);
  return { perHour, confidence: tValue * Math.sqrt(variance / spread) };
}

const average = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length;
