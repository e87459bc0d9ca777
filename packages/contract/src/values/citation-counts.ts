import type { Citation, CitationCounts, CitationState } from './citations.ts';

/**
 * Tells whether a citation has a fault or no source. What is unjudged, or set by the text itself,
 * is not open.
 */
export function isOpen({ state }: { state: CitationState }): boolean {
  return (
    state !== 'verified' && state !== 'computed' && state !== 'unjudged' && state !== 'set_by_text'
  );
}

const worstFirst: readonly CitationState[] = [
  'missing_source',
  'altered',
  'unsupported',
  'uncited',
  'unjudged',
  'set_by_text',
  'computed',
  'verified',
];

/** Returns the citation in the worst state. Undefined for no citation. */
export const findWorst = <One extends { state: CitationState }>(
  citations: readonly One[],
): One | undefined =>
  worstFirst.flatMap((state) => citations.find((one) => one.state === state) ?? [])[0];

export function countCitations(citations: readonly Pick<Citation, 'state'>[]): CitationCounts {
  const inState = (state: CitationState) =>
    citations.filter((citation) => citation.state === state).length;
  return {
    verified: inState('verified'),
    computed: inState('computed'),
    unjudged: inState('unjudged'),
    setByText: inState('set_by_text'),
    altered: inState('altered'),
    unsupported: inState('unsupported'),
    missingSource: inState('missing_source'),
    uncited: inState('uncited'),
  };
}

/**
 * Returns the number of statements that were compared with sources. What the text sets itself has
 * none.
 */
export function countAll(counts: CitationCounts): number {
  return counts.verified + counts.computed + counts.unjudged + countOpen(counts);
}

/** Returns the number of open citations (see `isOpen`). */
export function countOpen({
  altered,
  unsupported,
  missingSource,
  uncited,
}: CitationCounts): number {
  return altered + unsupported + missingSource + uncited;
}
