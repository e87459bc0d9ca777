import type { ReportCitation } from '../reports/report-types.ts';

/** The states of contract 9 in words, as tables show them. */
export const stateWords: Record<ReportCitation['state'], string> = {
  verified: 'Verified',
  computed: 'Computed',
  altered: 'Altered',
  unsupported: 'Not supported',
  missing_source: 'No such source',
  uncited: 'Uncited',
};

/** Tells whether a statement is open: neither verified nor computed (contract 9). */
export function isOpen({ state }: Pick<ReportCitation, 'state'>): boolean {
  return state !== 'verified' && state !== 'computed';
}
