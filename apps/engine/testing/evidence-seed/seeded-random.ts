/** A random source whose choices are the same for the same seed. */
export interface SeededRandom {
  /** Returns a number from 0 to 1, excluding 1. */
  next: () => number;
  /** Returns a whole number from `from` to `to`, inclusive. */
  integer: (from: number, to: number) => number;
  chance: (probability: number) => boolean;
  pick: <Item>(items: readonly Item[]) => Item;
  shuffle: <Item>(items: readonly Item[]) => Item[];
}

/** Creates a seeded random source (mulberry32). `pick` throws on an empty list. */
export function createSeededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const integer = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  return {
    next,
    integer,
    chance: (probability) => next() < probability,
    pick: (items) => {
      const item = items[integer(0, items.length - 1)];
      if (item === undefined) throw new Error('Nothing to pick from');
      return item;
    },
    shuffle: (items) => {
      const left = [...items];
      const shuffled = [];
      while (left.length > 0) shuffled.push(...left.splice(integer(0, left.length - 1), 1));
      return shuffled;
    },
  };
}
