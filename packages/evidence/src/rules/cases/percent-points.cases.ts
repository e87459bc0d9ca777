import type { RuleCase } from './rule-case.ts';

/** Percent told for percentage points, and the other way round. */
export const percentPointsCases: RuleCase[] = [
  {
    source: 'The margin rose from 4.1 percent to 6.3 percent.',
    claim: 'The margin rose by 2.2 percent.',
    state: 'altered',
  },
  {
    source: 'The margin rose from 4.1 percent to 6.3 percent.',
    claim: 'The margin rose by 2.2 percentage points.',
    state: 'computed',
  },
  { source: 'The share rose by 3 percentage points.', claim: 'The share rose by 3 percent.', state: 'unsupported' },
];
