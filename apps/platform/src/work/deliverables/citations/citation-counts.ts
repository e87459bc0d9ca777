import type { CitationCounts } from '@ecp/contract/values/citations';

/**
 * The columns of platform.deliverables that count its citations. All are null when the citations were never checked.
 */
export interface CitationCountColumns {
  citations_verified: number | null;
  citations_computed: number | null;
  citations_unjudged: number | null;
  citations_altered: number | null;
  citations_unsupported: number | null;
  citations_missing_source: number | null;
  citations_uncited: number | null;
}

/** The columns for select lists. */
export const citationCountColumns = `citations_verified, citations_computed, citations_unjudged, citations_altered,
  citations_unsupported, citations_missing_source, citations_uncited`;

/** Turns the columns into the wire form; null when the citations were never checked, as with internal files. */
export function toCitationCounts(row: CitationCountColumns): CitationCounts | null {
  if (row.citations_verified === null) return null;
  return {
    verified: row.citations_verified,
    computed: row.citations_computed ?? 0,
    unjudged: row.citations_unjudged ?? 0,
    altered: row.citations_altered ?? 0,
    unsupported: row.citations_unsupported ?? 0,
    missingSource: row.citations_missing_source ?? 0,
    uncited: row.citations_uncited ?? 0,
  };
}
