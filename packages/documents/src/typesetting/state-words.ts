import type { ReportCitation } from '../reports/report-types.ts';

/** The states of contract 9 and 14 in words, as tables show them. */
export const stateWords: Record<ReportCitation['state'], string> = {
  verified: 'Verified',
  computed: 'Computed',
  unjudged: 'Not judged',
  altered: 'Altered',
  unsupported: 'Not supported',
  missing_source: 'No such source',
  uncited: 'Uncited',
};

/** Tells whether a statement is open: the check found a fault or no source. An unjudged one is not (contract 14). */
export function isOpen({ state }: Pick<ReportCitation, 'state'>): boolean {
  return state !== 'verified' && state !== 'computed' && state !== 'unjudged';
}
