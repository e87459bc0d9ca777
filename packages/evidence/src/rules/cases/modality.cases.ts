import type { RuleCase } from './rule-case.ts';

/** A possibility told as a fact. */
export const modalityCases: RuleCase[] = [
  { source: 'The board may pay a dividend.', claim: 'The board pays a dividend.', state: 'unsupported' },
  { source: 'A shuttle would cost €210 a day.', claim: 'A shuttle costs €210 a day.', state: 'verified' },
  { source: 'The board may pay a dividend.', claim: 'A dividend is possible.', state: 'verified' },
  {
    source: 'Le musée compte 48 agents et 192 bénévoles.',
    claim: 'Il y a quatre bénévoles pour un agent.',
    language: 'fr',
    state: 'verified',
  },
  {
    source: 'Le musée compte ouvrir une salle de lecture.',
    claim: 'Le musée ouvre une salle de lecture.',
    language: 'fr',
    state: 'unsupported',
  },
];
