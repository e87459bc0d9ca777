import type { RuleCase } from './rule-case.ts';

/** A rate per week told per month. */
export const rateCases: RuleCase[] = [
  { source: 'The van costs €210 per week.', claim: 'The van costs €210 per month.', state: 'unsupported' },
  { source: 'The van costs €210 per week.', claim: 'The van costs €210 a week.', state: 'verified' },
  {
    source: 'Der Wagen kostet 210 € pro Woche.',
    claim: 'Der Wagen kostet 210 € pro Monat.',
    language: 'de',
    state: 'unsupported',
  },
];
