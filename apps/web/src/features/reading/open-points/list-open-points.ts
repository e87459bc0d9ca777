import { isOpen } from '@ecp/contract/values/citation-counts';
import type { NumberedCitation } from '../../../domain/citations/index-citations.ts';
import type { Conflict } from '../../../domain/figures/conflicts.ts';

/** A point that a reviewer has to look at: an open citation, or a value that is in an open conflict. */
export type OpenPoint = { kind: 'citation'; citation: NumberedCitation } | { kind: 'conflict'; conflict: Conflict };

/** Lists the open citations of a version in the order of its text, then the open conflicts whose values it gives. */
export function listOpenPoints(
  citations: readonly NumberedCitation[],
  conflicts: readonly Conflict[],
  filename: string,
): OpenPoint[] {
  const own = conflicts.filter(({ status, documents }) => status === 'open' && documents.includes(filename));
  return [
    ...citations.filter(isOpen).map((citation) => ({ kind: 'citation' as const, citation })),
    ...own.map((conflict) => ({ kind: 'conflict' as const, conflict })),
  ];
}
