import type { RuleCase } from './rule-case.ts';

/** A rise told as a fall. */
export const directionCases: RuleCase[] = [
  { source: 'Sales rose by 3.4 percent.', claim: 'Sales fell by 3.4 percent.', state: 'unsupported' },
  {
    source: 'Les ventes ont augmenté de 3,4 %.',
    claim: 'Les ventes ont baissé de 3,4 %.',
    language: 'fr',
    state: 'unsupported',
  },
  { source: 'Sales rose by 3.4 percent.', claim: 'Sales increased by 3.4 percent.', state: 'verified' },
];
