import type { Citation, CitationCounts, CitationState } from './citations.ts';

/** Tells whether a citation has a fault or no source (contract 9); an unjudged one is not open (contract 14). */
export function isOpen({ state }: { state: CitationState }): boolean {
  return state !== 'verified' && state !== 'computed' && state !== 'unjudged';
}

const worstFirst: readonly CitationState[] = [
  ...(['missing_source', 'altered', 'unsupported', 'uncited', 'unjudged', 'computed', 'verified'] as const),
];

/** Returns the citation in the worst state. Undefined for no citation. */
export const findWorst = <One extends { state: CitationState }>(citations: readonly One[]): One | undefined =>
  worstFirst.flatMap((state) => citations.find((one) => one.state === state) ?? [])[0];

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
