import type { RuleCase } from './rule-case.ts';

/** A "not" dropped or added. */
export const negationCases: RuleCase[] = [
  {
    source: 'The group did not close any shops during the year.',
    claim: 'The group closed shops during the year.',
    state: 'unsupported',
  },
  {
    source: 'Die Gruppe hat im Jahr keine Läden geschlossen.',
    claim: 'Die Gruppe hat im Jahr Läden geschlossen.',
    language: 'de',
    state: 'unsupported',
  },
  { source: 'No fare above €4, and no ticket for dogs.', claim: 'The limit is €4.', state: 'verified' },
  {
    source: 'The office took 310 calls. It does not note their origin.',
    claim: 'Their origin is not known: the office took 310 calls.',
    state: 'verified',
  },
  { source: 'The board does not accept new debt.', claim: 'The board rules out new debt.', state: 'verified' },
];
