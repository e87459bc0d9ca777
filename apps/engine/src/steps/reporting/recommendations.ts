import { recommendOnMoney } from './recommend-on-money.ts';
import { recommendOnQuality } from './recommend-on-quality.ts';
import { recommendOnReliability } from './recommend-on-reliability.ts';
import type { RunFacts } from './facts.ts';

/**
 * What follows from a run's numbers, by fixed rules: each entry is one line of markdown and says the number that
 * triggered it. Empty when no number crosses its threshold.
 */
export function recommend(facts: RunFacts): string[] {
  return [...recommendOnReliability(facts), ...recommendOnQuality(facts), ...recommendOnMoney(facts)];
}
