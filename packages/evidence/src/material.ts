import type { Citation } from '@ecp/contract/values/citations';
import type { Language } from '@ecp/language/language';

/** A piece of attached text: a whole file, or one page, sheet or section of it. */
export interface EvidenceSource {
  title: string;
  /** URL, page, sheet or section. Null for a whole file. */
  location: string | null;
  text: string;
}

/** A document that the writer was given from another task. */
export interface UpstreamDocument {
  taskName: string;
  filename: string;
  content: string;
  /**
   * Its checked citations: what the document says without a verified one is no source. Undefined where none are stored.
   */
  citations?: readonly Pick<Citation, 'footnote' | 'claim' | 'state'>[];
}

/** Advice of a colleague, which is no source by itself. */
export interface ColleagueAdvice {
  agentSlug: string;
  agentName: string;
  question: string;
  answer: string;
}

/** A cell of a table or of a query's result. Dates are ISO 8601. */
export type Cell = string | number | boolean | null;

export interface EvidenceColumn {
  name: string;
  type: 'text' | 'number' | 'date' | 'boolean';
  /** Such as `EUR 000` or `%`. */
  unit: string | null;
}

/** A recorded query with its result. It is cited as `Query <id>`. */
export interface EvidenceQuery {
  id: string;
  title: string | null;
  sql: string;
  columns: readonly EvidenceColumn[];
  rows: readonly (readonly Cell[])[];
  resultHash: string;
}

/** A table of an attached file, with the rows that the caller gives. */
export interface EvidenceTable {
  filename: string;
  /** Name of the sheet. Null for a delimited file. */
  sheet: string | null;
  columns: readonly EvidenceColumn[];
  rows: readonly (readonly Cell[])[];
}

/** Everything that a document may cite: what its writer was given. */
export interface EvidenceMaterial {
  brief: string;
  /** The language in which reasons are written. */
  language: Language;
  /** Name and client of the engagement, name and description of the task. They may be quoted like the brief. */
  assignment: readonly string[];
  sources: readonly EvidenceSource[];
  upstream: readonly UpstreamDocument[];
  consultations: readonly ColleagueAdvice[];
  reviewNotes: readonly string[];
  queries: readonly EvidenceQuery[];
  tables: readonly EvidenceTable[];
}

/** A question to a judge: do these passages, read together, support the claim? */
export interface JudgeQuestion {
  claim: string;
  passages: { source: string; words: string }[];
}

export interface JudgeAnswer {
  supported: boolean;
  /** Why not, in one sentence. */
  reason: string;
}

/**
 * Answers questions about meaning, in their order: a model, in one call for all questions of a document. Null where it
 * gives no answer; the rules alone decide there.
 */
export type Judge = (questions: readonly JudgeQuestion[]) => Promise<(JudgeAnswer | null)[]>;
