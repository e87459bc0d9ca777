import type { Citation, CitationCounts, CitationState } from './citations.ts';

/** Tells whether a citation has a fault or no source (contract 9); an unjudged one is not open (contract 14). */
export function isOpen({ state }: { state: CitationState }): boolean {
  return state !== 'verified' && state !== 'computed' && state !== 'unjudged';
}

export function countCitations(citations: readonly Pick<Citation, 'state'>[]): CitationCounts {
  const inState = (state: CitationState) => citations.filter((citation) => citation.state === state).length;
  return {
    verified: inState('verified'),
    computed: inState('computed'),
    unjudged: inState('unjudged'),
    altered: inState('altered'),
    unsupported: inState('unsupported'),
    missingSource: inState('missing_source'),
    uncited: inState('uncited'),
  };
}

export function countAll(counts: CitationCounts): number {
  return counts.verified + counts.computed + counts.unjudged + countOpen(counts);
}

/** Returns the number of open citations (see `isOpen`). */
export function countOpen({ altered, unsupported, missingSource, uncited }: CitationCounts): number {
  return altered + unsupported + missingSource + uncited;
}
