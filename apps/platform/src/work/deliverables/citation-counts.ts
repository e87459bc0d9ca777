import type { CitationCounts } from '@ecp/contract/values/citations';

/**
 * The columns of platform.deliverables that count its citations. All are null when the citations were never checked.
 */
export interface CitationCountColumns {
  citations_verified: number | null;
  citations_altered: number | null;
  citations_missing_source: number | null;
}

/** The columns for select lists. */
export const citationCountColumns = 'citations_verified, citations_altered, citations_missing_source';

/** Turns the columns into the wire form; null when the citations were never checked, as with internal files. */
export function toCitationCounts(row: CitationCountColumns): CitationCounts | null {
  const { citations_verified: verified, citations_altered: altered, citations_missing_source: missingSource } = row;
  if (verified === null || altered === null || missingSource === null) return null;
  return { verified, altered, missingSource };
}
