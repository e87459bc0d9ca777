import type { Citation, CitationCounts, CitationState } from './citations.ts';

/**
 * Tells whether a citation is open: the check found a fault or no source (contract 9). What only a judge could confirm
 * is not open (contract 14).
 */
export function isOpen({ state }: { state: CitationState }): boolean {
  return state !== 'verified' && state !== 'computed' && state !== 'unjudged';
}

/** Counts the citations in each state. */
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

/** Returns the number of citations in all states. */
export function countAll(counts: CitationCounts): number {
  return counts.verified + counts.computed + counts.unjudged + countOpen(counts);
}

/** Returns the number of open citations (see `isOpen`). */
export function countOpen({ altered, unsupported, missingSource, uncited }: CitationCounts): number {
  return altered + unsupported + missingSource + uncited;
}

/**
 * The words of the mark after a citation that is not verified, by the language of the document:
 * `**[not verified: …]**`. Stored documents keep the words that they were written with. When a word changes,
 * `citationMark` must match the old word too.
 */
export const citationMarkWords = {
  en: 'not verified',
  de: 'nicht belegt',
  fr: 'non vérifié',
  es: 'no verificado',
  ja: '未確認',
} as const;

const words = Object.values(citationMarkWords).join('|');

/** Matches a mark in any of the languages; its group is the reason. Use it with `matchAll` or `replace` only. */
export const citationMark = new RegExp(String.raw`\*\*\[(?:${words}): ([^\]\n]{1,200})\]\*\*`, 'g');

/** Matches the whole text of a mark without its asterisks; its group is the reason. */
export const citationMarkText = new RegExp(String.raw`^\[(?:${words}): (.*)\]$`, 's');
