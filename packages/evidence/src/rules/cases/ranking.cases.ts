import { type RuleCase, table } from './rule-case.ts';

/** "The highest" of a row that is not. */
export const rankingCases: RuleCase[] = [
  {
    source: table,
    claim: 'Mill has the highest sales, EUR 2,225 thousand.',
    quote: 'Mill | 2,225 | 5',
    state: 'unsupported',
  },
  {
    source: table,
    claim: 'Harbour has the highest sales, EUR 8,900 thousand.',
    quote: 'Harbour | 8,900 | 12',
    state: 'verified',
  },
];
