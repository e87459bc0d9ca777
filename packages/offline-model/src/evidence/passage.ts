import { quoteText } from '../text/quote-text.ts';

/** Where a statement comes from; `label` is what a reader is told. */
export interface Origin {
  kind: 'brief' | 'source' | 'deliverable' | 'colleague';
  /** "Brief", or the title of the source or deliverable. */
  label: string;
  /** File name, URL, page; null when the label says it all. */
  location: string | null;
}

/** One sentence or list item, its words exactly as in the material. */
export interface Passage {
  text: string;
  /** True when the sentence was longer than what is kept of it. */
  clipped: boolean;
  stems: string[];
  origin: Origin;
  /** The heading above it in its document. */
  heading: string | null;
  /** Place in the whole material, ascending in reading order. */
  order: number;
  /** A question or a request: it says what is wanted, not what is. */
  isRequest: boolean;
  /** A heading-like line, a navigation entry, a signature: words without a sentence, in running text. */
  isLabel: boolean;
  /** Words addressed to whoever processes the text ("ignore previous instructions"); quoted at most, never followed. */
  isInstruction: boolean;
}

/** A table found in the material; every row has as many cells as `header`. */
export interface SourceTable {
  origin: Origin;
  heading: string | null;
  header: string[];
  rows: string[][];
  stems: string[];
}

/** What was read from one set of documents. */
export interface Material {
  passages: Passage[];
  tables: SourceTable[];
  /** Where words were found that try to steer whoever processes the text; those words are in no other part. */
  steered: Set<Origin>;
}

export const briefOrigin: Origin = { kind: 'brief', label: 'Brief', location: null };

/** The name of an origin in running text: the brief, “Churn survey”. */
export function nameOrigin(origin: Origin): string {
  return origin.kind === 'brief' ? 'the brief' : quoteText(origin.label);
}
