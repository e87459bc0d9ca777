import type { RunFacts } from './facts.ts';
import { recommendOnMoney } from './recommend-on-money.ts';
import { recommendOnQuality } from './recommend-on-quality.ts';
import { recommendOnReliability } from './recommend-on-reliability.ts';

/**
 * Derives recommendations from a run's numbers by fixed rules. Each entry is one line of markdown with the number that
 * triggered it. The list is empty if no number crosses its threshold.
 */
export function recommend(facts: RunFacts): string[] {
  return [...recommendOnReliability(facts), ...recommendOnQuality(facts), ...recommendOnMoney(facts)];
}
