import { hash, randomInt } from 'node:crypto';

/** The random choices of a test, which follow from a seed. */
interface SeededChance {
  seed: string;
  /** Returns a number from 0 to 1 for one decision. */
  chance(decided: string): number;
}

/**
 * Takes the seed from an environment variable, by which a run of the test can be repeated, or
 * chooses one.
 */
export function seededChance(variable: string): SeededChance {
  const seed = process.env[variable] ?? String(randomInt(2 ** 32));
  return {
    seed,
    chance: (decided) => hash('sha256', `${seed} ${decided}`, 'buffer').readUInt32BE() / 2 ** 32,
  };
}
