/** How a quantity varies: values in ascending order, each as likely as the next. Never empty. */
export type Spread = readonly number[];

/** Throws dice: numbers from 0 to 1, 1 excluded. */
export type Dice = () => number;

/** The value at a share (0 to 1) of the ranks, between two values where it falls between them. */
export function valueAt(spread: Spread, share: number): number {
  const rank = share * (spread.length - 1);
  const below = Math.floor(rank);
  const lower = spread[below] ?? 0;
  const upper = spread[below + 1] ?? lower;
  return lower + (upper - lower) * (rank - below);
}

/** One of the values themselves: for counts. */
export function pickFrom(spread: Spread, dice: Dice): number {
  return spread[Math.floor(dice() * spread.length)] ?? 0;
}

/** Sorts observed values into a spread. */
export function spreadOf(values: readonly number[]): Spread {
  return values.toSorted((one, other) => one - other);
}

/** Dice that fall the same way at each opening (mulberry32), so that the same plan has the same price. */
export function openDice(seed: number): Dice {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
