import { countCitations, isOpen } from '@ecp/contract/values/citation-counts';
import type { Citation, Derivation } from '@ecp/contract/values/citations';
import type { Transaction } from '@ecp/database/database';

/** Most stored citations of one version. The counts include all. */
export const maxCitations = 500;

/** Longest text of each field, in characters. A source's title may have any length. */
const longest = { footnote: 100, claim: 1_000, quote: 2_000, title: 500, location: 300, reason: 500, passage: 2_000 };

/**
 * Writes the findings of the check of a version's citations in the transaction that inserts the version: the counts in
 * its row, and the citations in the order of the text. If there are more than `maxCitations`, those that are open
 * are chosen first.
 */
export async function recordCitations(
  tx: Transaction,
  tenantId: string,
  deliverableId: string,
  citations: Citation[],
): Promise<void> {
  const { verified, computed, unjudged, altered, unsupported, missingSource, uncited } = countCitations(citations);
  await tx.query({
    name: 'set_citation_counts',
    text: `update platform.deliverables
      set citations_verified = $3, citations_computed = $4, citations_altered = $5, citations_unsupported = $6,
        citations_missing_source = $7, citations_uncited = $8, citations_unjudged = $9
      where tenant_id = $1 and id = $2`,
    values: [tenantId, deliverableId, verified, computed, altered, unsupported, missingSource, uncited, unjudged],
  });
  await tx.query({
    name: 'insert_citations',
    text: 'insert into platform.deliverable_citations (tenant_id, deliverable_id, citations) values ($1, $2, $3)',
    values: [tenantId, deliverableId, JSON.stringify(chooseCitations(citations).map(shorten))],
  });
}

function chooseCitations(citations: Citation[]): Citation[] {
  const urgent = citations.toSorted((a, b) => Number(isOpen(b)) - Number(isOpen(a)));
  const chosen = new Set(urgent.slice(0, maxCitations));
  return citations.filter((citation) => chosen.has(citation));
}

function shorten({ footnote, claim, quote, source, state, reason, passage, derivation }: Citation): Citation {
  return {
    footnote: cut(footnote, longest.footnote),
    claim: cut(claim, longest.claim),
    quote: cut(quote, longest.quote),
    source: {
      kind: source.kind,
      title: cut(source.title, longest.title),
      location: cut(source.location, longest.location),
    },
    state,
    reason: cut(reason, longest.reason),
    passage: cut(passage, longest.passage),
    derivation: derivation && shortenDerivation(derivation),
  };
}

/** Most inputs of a derivation that are stored; a sum over a table is a query. */
const maxInputs = 50;

function shortenDerivation({ expression, inputs, ...rest }: Derivation): Derivation {
  const shortInputs = inputs.slice(0, maxInputs).map((input) => ({ ...input, label: cut(input.label, longest.title) }));
  return { expression: cut(expression, longest.quote), inputs: shortInputs, ...rest };
}

function cut<Text extends string | null>(text: Text, length: number): Text | string {
  if (text === null || text.length <= length) return text;
  return `${text.slice(0, length - 2).toWellFormed()} …`;
}
