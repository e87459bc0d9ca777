import type { SearchResult } from '@ecp/contract/reach/search';
import { searchTexts } from '../../texts/en/findings/search.ts';

/** Returns what a result is called: its title, and for a comment who wrote it. */
export const titleOfResult = ({ kind, title }: SearchResult): string =>
  kind === 'comment' ? searchTexts.commentBy(title) : title;

/** Describes what a result is and where it stands, in one line. */
export function describeResult({ kind, engagementName, title, filename, location }: SearchResult): string {
  const facts = [
    searchTexts.kindOf[kind],
    kind === 'engagement' ? null : engagementName,
    kind === 'comment' || (kind === 'deliverable' && filename !== title) ? filename : null,
    location,
  ];
  return facts.filter((fact) => fact !== null && fact !== '').join(' · ');
}
