import { type Static, Type } from 'typebox';
import { Nullable } from '../declaring/scalars.ts';

/**
 * Result of the check of a citation. `verified`: the source has the words, and the cited passage has the figures beside
 * them. `altered`: the source exists, but says it otherwise or not at all. `missing_source`: there is no such source.
 */
export const citationStates = ['verified', 'altered', 'missing_source'] as const;
export type CitationState = (typeof citationStates)[number];

/** The source of a citation: a file or URL, with the page, sheet or section when that is known. */
export const CitedSource = Type.Object({
  kind: Type.Enum(['attachment', 'url', 'brief', 'deliverable', 'colleague', 'reviewer', 'unknown']),
  title: Type.String(),
  location: Nullable(Type.String()),
});
export type CitedSource = Static<typeof CitedSource>;

/** One checked citation of a deliverable: a footnote, or quoted words without one. */
export const Citation = Type.Object({
  footnote: Nullable(
    Type.String({ description: 'Label of the footnote, `1` for `[^1]`; null for a quote without one' }),
  ),
  claim: Type.String({ description: 'The sentence that the citation backs' }),
  quote: Nullable(Type.String({ description: 'The quoted words; null when only a source is named' })),
  source: CitedSource,
  state: Type.Enum([...citationStates]),
  reason: Nullable(Type.String({ description: 'What is wrong; null when verified' })),
  passage: Nullable(Type.String({ description: 'The closest words in the source; null without a source' })),
});
export type Citation = Static<typeof Citation>;

/** How many citations of a deliverable are in each state. */
export const CitationCounts = Type.Object({
  verified: Type.Integer({ minimum: 0 }),
  altered: Type.Integer({ minimum: 0 }),
  missingSource: Type.Integer({ minimum: 0 }),
});
export type CitationCounts = Static<typeof CitationCounts>;

/** The checked citations of one version of a deliverable. */
export const DeliverableCitations = Type.Object({
  filename: Type.String(),
  version: Type.Integer({ minimum: 1 }),
  summary: Nullable(CitationCounts),
  complete: Type.Boolean({ description: 'False when there are more citations than are stored; `summary` counts all' }),
  citations: Type.Array(Citation),
});
export type DeliverableCitations = Static<typeof DeliverableCitations>;

/** How many citations are in each state. */
export function countCitations(citations: readonly Citation[]): CitationCounts {
  const count = (state: CitationState) => citations.filter((citation) => citation.state === state).length;
  return { verified: count('verified'), altered: count('altered'), missingSource: count('missing_source') };
}
