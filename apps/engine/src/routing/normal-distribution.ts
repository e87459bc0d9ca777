/** A normal distribution. `variance` may be infinite: then nothing is known. */
export interface Normal {
  mean: number;
  variance: number;
}

/**
 * Returns the share of the standard normal distribution below `z` (error below 1e-7; Abramowitz and Stegun, 26.2.17).
 */
export function shareBelow(z: number): number {
  if (!Number.isFinite(z)) return z < 0 ? 0 : 1;
  const t = 1 / (1 + 0.2316419 * Math.abs(z));
  const series = 0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429)));
  const tail = density(z) * t * series;
  return z < 0 ? tail : 1 - tail;
}

/** Combines two independent estimates of the same quantity. At least one of them must have a finite variance. */
export function multiply(one: Normal, other: Normal): Normal {
  const precision = 1 / one.variance + 1 / other.variance;
  return { mean: (one.mean / one.variance + other.mean / other.variance) / precision, variance: 1 / precision };
}

/** Takes an estimate out of a combined one that is narrower: the inverse of `multiply`. */
export function divide(combined: Normal, part: Normal): Normal {
  const precision = Math.max(1e-6, 1 / combined.variance - 1 / part.variance);
  return { mean: (combined.mean / combined.variance - part.mean / part.variance) / precision, variance: 1 / precision };
}

/**
 * Returns the belief about a quantity once an observer, who sees it with a normal error of `noise`, has placed it
 * between two limits (mean and variance of the truncated distribution).
 */
export function cutNormal(belief: Normal, noise: number, [from, to]: readonly [from: number, to: number]): Normal {
  const spread = Math.sqrt(belief.variance + noise ** 2);
  const [low, high] = [(from - belief.mean) / spread, (to - belief.mean) / spread];
  const share = Math.max(1e-9, shareBelow(high) - shareBelow(low));
  const shift = (density(low) - density(high)) / share;
  const narrowing = shift ** 2 - (moment(low) - moment(high)) / share;
  const gain = belief.variance / spread;
  return { mean: belief.mean + gain * shift, variance: Math.max(1, belief.variance - gain ** 2 * narrowing) };
}

const density = (z: number) => Math.exp(-(z * z) / 2) / Math.sqrt(2 * Math.PI);
const moment = (z: number) => (Number.isFinite(z) ? z * density(z) : 0);
