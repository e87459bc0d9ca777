import type { Citation, CitationCounts, CitationState } from './citations.ts';

/** Tells whether a citation is open: neither verified nor computed (contract 9). */
export function isOpen({ state }: { state: CitationState }): boolean {
  return state !== 'verified' && state !== 'computed';
}

/** Counts the citations in each state. */
export function countCitations(citations: readonly Pick<Citation, 'state'>[]): CitationCounts {
  const inState = (state: CitationState) => citations.filter((citation) => citation.state === state).length;
  return {
    verified: inState('verified'),
    computed: inState('computed'),
    altered: inState('altered'),
    unsupported: inState('unsupported'),
    missingSource: inState('missing_source'),
    uncited: inState('uncited'),
  };
}

/** Returns the number of citations in all states. */
export function countAll(counts: CitationCounts): number {
  return counts.verified + counts.computed + countOpen(counts);
}

/** Returns the number of open citations: those neither verified nor computed (contract 9). */
export function countOpen({ altered, unsupported, missingSource, uncited }: CitationCounts): number {
  return altered + unsupported + missingSource + uncited;
}
