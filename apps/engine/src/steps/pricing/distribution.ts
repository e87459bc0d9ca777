/** How a quantity varies: equally likely values in ascending order. Never empty. */
export type Distribution = readonly number[];

/** Returns random numbers from 0 to 1, excluding 1. */
export type RandomSource = () => number;

/** Returns the value at a share (0 to 1) of the ranks, interpolated between two values. */
export function quantile(distribution: Distribution, share: number): number {
  const rank = share * (distribution.length - 1);
  const below = Math.floor(rank);
  const lower = distribution[below] ?? 0;
  const upper = distribution[below + 1] ?? lower;
  return lower + (upper - lower) * (rank - below);
}

/** Returns one of the values without interpolation, for counts. */
export function sampleFrom(distribution: Distribution, random: RandomSource): number {
  return distribution[Math.floor(random() * distribution.length)] ?? 0;
}

/** Sorts observed values into a distribution. */
export function toDistribution(values: readonly number[]): Distribution {
  return values.toSorted((one, other) => one - other);
}

/** Creates a seeded random source (mulberry32), so that the same plan has the same price. */
export function createSeededRandom(seed: number): RandomSource {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
