import type { RuleCase } from './rule-case.ts';

/** All for some. */
export const scopeCases: RuleCase[] = [
  {
    source: 'Some shops run out of bread before noon.',
    claim: 'All shops run out of bread before noon.',
    state: 'unsupported',
  },
  {
    source: 'Algunas tiendas se quedan sin pan.',
    claim: 'Todas las tiendas se quedan sin pan.',
    language: 'es',
    state: 'unsupported',
  },
  { source: 'All shops run out of bread.', claim: 'Every shop runs out of bread.', state: 'verified' },
];
