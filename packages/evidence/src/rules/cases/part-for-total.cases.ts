import type { RuleCase } from './rule-case.ts';

/** One of several amounts told as their total. */
export const partForTotalCases: RuleCase[] = [
  {
    source: 'The board approved 2.1 million for ovens and 2.8 million for delivery.',
    claim: 'In all, the board approved 2.8 million.',
    state: 'altered',
  },
  {
    source: 'The board approved 2.1 million for ovens and 2.8 million for delivery.',
    claim: 'In all, the board approved 4.9 million.',
    state: 'computed',
  },
];
