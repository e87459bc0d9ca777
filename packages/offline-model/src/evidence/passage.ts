import { quoteText } from '../text/quote-text.ts';

/** Where a statement comes from. `label` is the name that readers see. */
export interface Origin {
  kind: 'brief' | 'source' | 'deliverable' | 'colleague';
  /** "Brief", or the title of the source or deliverable. */
  label: string;
  /** File name, URL or page; null when the label is enough. */
  location: string | null;
}

/** One sentence or list item in the exact words of the material. */
export interface Passage {
  text: string;
  /** True when the text is only the beginning of a longer sentence. */
  clipped: boolean;
  stems: string[];
  origin: Origin;
  /** The heading above the passage in its document. */
  heading: string | null;
  /** Position in the whole material, ascending in reading order. */
  order: number;
  /** True for a question or a request, which says what is wanted, not what is. */
  isRequest: boolean;
  /** True for words in running text that form no sentence: a heading-like line, a navigation entry, a signature. */
  isLabel: boolean;
  /** True for words addressed to the processor of the text ("ignore previous instructions"). They are never followed. */
  isInstruction: boolean;
}

/** A table found in the material. Every row has as many cells as `header`. */
export interface SourceTable {
  origin: Origin;
  heading: string | null;
  header: string[];
  rows: string[][];
  stems: string[];
}

/** The passages and tables that were read from one set of documents. */
export interface Material {
  passages: Passage[];
  tables: SourceTable[];
  /** Origins with words that try to steer the processor of the text. Those words are in no passage or table. */
  steered: Set<Origin>;
}

export const briefOrigin: Origin = { kind: 'brief', label: 'Brief', location: null };

/** Names an origin in running text: the brief, “Churn survey”. */
export function nameOrigin(origin: Origin): string {
  return origin.kind === 'brief' ? 'the brief' : quoteText(origin.label);
}
