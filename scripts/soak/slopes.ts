import type { Sample } from './sample.ts';

/** The first part of the time fills caches and pools, and the heap finds its size. */
const warmUpShare = 1 / 3;
/** Student's t of 95 %, two-sided, by degrees of freedom, from one. */
const tValues = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145];
/** A slope needs at least so many rests after the warm-up. */
const fewestRests = 4;

/** The change of a measured value and how sure it is. */
export interface Slope {
  name: string;
  /** Mean at the rests after the warm-up. */
  mean: number;
  /** Highest at any time. */
  highest: number;
  /** Change an hour by least squares over these rests. */
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
}

interface Point {
  hours: number;
  value: number;
}

/** Computes the slope of what is kept while nobody works, and judges it. It is unclear with too few rests. */
export function computeSlope(samples: readonly Sample[], { name, tolerated }: Judged): Slope {
  const highest = Math.max(...samples.map(({ values }) => values.get(name) ?? Number.NEGATIVE_INFINITY));
  const rests = samples.flatMap(({ atMinutes, resting, values }): Point[] => {
    const value = values.get(name);
    return value === undefined || !resting ? [] : [{ hours: atMinutes / 60, value }];
  });
  const points = rests.slice(Math.ceil(rests.length * warmUpShare));
  const { perHour, confidence } = points.length < fewestRests ? unfitted : fitLine(points);
  const mean = average(points.map(({ value }) => value));
  const limit = 'share' in tolerated ? Math.abs(mean) * tolerated.share : tolerated.perHour;
  const verdict = perHour + confidence <= limit ? 'steady' : perHour - confidence > limit ? 'grows' : 'unclear';
  return { name, mean, highest, perHour, confidence, tolerated: limit, verdict };
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
  const freedom = points.length - 2;
  const variance = deviations.reduce((sum, deviation) => sum + deviation ** 2, 0) / freedom;
  const tValue = tValues[Math.min(freedom, tValues.length) - 1] ?? Number.POSITIVE_INFINITY;
  return { perHour, confidence: tValue * Math.sqrt(variance / spread) };
}

const average = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length;
