import { type RuleCase, table } from './rule-case.ts';

/** The figure of another row or column than the one named. */
export const tableCellCases: RuleCase[] = [
  { source: table, claim: 'Mill sold for EUR 8,900 thousand.', quote: 'Harbour | 8,900 | 12', state: 'unsupported' },
  { source: table, claim: 'Harbour sold for EUR 8,900 thousand.', quote: 'Harbour | 8,900 | 12', state: 'verified' },
  { source: table, claim: 'Harbour has sales of 12.', quote: 'Harbour | 8,900 | 12', state: 'unsupported' },
];
