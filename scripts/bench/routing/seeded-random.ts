/** A stream of numbers determined by its seed (mulberry32), so that worlds and noise are the same each time. */
export interface SeededRandom {
  /** Returns a number from 0 to below 1. */
  uniform(): number;
  normal(mean: number, deviation: number): number;
  pick<T>(items: readonly [T, ...T[]]): T;
}

export function seededRandom(seed: number): SeededRandom {
  let state = seed | 0;
  const uniform = () => {
    state = (state + 0x6d2b79f5) | 0;
    const mixed = Math.imul(state ^ (state >>> 15), state | 1);
    const again = mixed ^ (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61));
    return ((again ^ (again >>> 14)) >>> 0) / 2 ** 32;
  };
  const normal = (mean: number, deviation: number) =>
    mean + deviation * Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
  return {
    uniform,
    normal,
    pick: ([first, ...rest]) => [first, ...rest][Math.floor(uniform() * (rest.length + 1))] ?? first,
  };
}
