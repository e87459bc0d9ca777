import { type RuleCase, sales } from './rule-case.ts';

/** Another unit, currency or scale. */
export const unitCases: RuleCase[] = [
  { source: sales, claim: 'Net sales came to EUR 4,812 million in 2024.', state: 'unsupported' },
  { source: sales, claim: 'Net sales came to DKK 4.812 billion in 2024.', state: 'verified' },
  { source: 'We pay 4,700 euros a month in rent.', claim: 'The rent is 4,700 euros a week.', state: 'unsupported' },
  { source: 'The plant used 4.2 GWh.', claim: 'The plant used 4,200 MWh.', state: 'verified' },
];
