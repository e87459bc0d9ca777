import type { RuleCase } from './rule-case.ts';

/** A cause that the source does not name. */
export const causeCases: RuleCase[] = [
  {
    source: 'Energy use went down while new ovens were installed.',
    claim: 'Energy use went down because new ovens were installed.',
    state: 'unsupported',
  },
  {
    source: 'Energy use went down because new ovens were installed.',
    claim: 'Energy use went down because new ovens were installed in spring.',
    state: 'verified',
  },
];
