import type { RuleCase } from './rule-case.ts';

/** A comparison turned round. */
export const comparisonCases: RuleCase[] = [
  {
    source: 'Danes spend more on bread than Swedes.',
    claim: 'Swedes spend more on bread than Danes.',
    state: 'unsupported',
  },
  {
    source: 'Danes spend more on bread than Swedes.',
    claim: 'Swedes spend less on bread than Danes.',
    state: 'verified',
  },
];
