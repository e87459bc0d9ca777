import { type RuleCase, sales } from './rule-case.ts';

/** The figure of another year or quarter. */
export const periodCases: RuleCase[] = [
  { source: sales, claim: 'Net sales came to DKK 4,812 million in 2023.', state: 'unsupported' },
  { source: sales, claim: 'Net sales came to DKK 4,655 million in 2023.', state: 'verified' },
  {
    source: 'El segundo trimestre de 2025 dejó 310 pedidos.',
    claim: 'El tercer trimestre de 2025 dejó 310 pedidos.',
    language: 'es',
    state: 'unsupported',
  },
];
