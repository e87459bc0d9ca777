import type { Citation } from '@ecp/contract/values/citations';
import type { JudgeAnswer, JudgeQuestion } from '@ecp/contract/values/judging';
import type { Language } from '@ecp/language/language';

export type { Doubt, JudgeAnswer, JudgeQuestion } from '@ecp/contract/values/judging';

/** A piece of attached text: a whole file, or one page, sheet or section of it. */
export interface EvidenceSource {
  title: string;
  /** URL, page, sheet or section. Null for a whole file. */
  location: string | null;
  text: string;
}

export interface UpstreamDocument {
  taskName: string;
  filename: string;
  content: string;
  /**
   * What the document says without a verified citation is no source. Undefined if none are stored.
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

export interface EvidenceTable {
  filename: string;
  /** Name of the sheet. Null for a delimited file. */
  sheet: string | null;
  columns: readonly EvidenceColumn[];
  rows: readonly (readonly Cell[])[];
}

/** A named result of a notebook's entry. A date is text in ISO 8601. */
export interface NotebookFact {
  label: string;
  value: number | string | boolean;
  /** Such as `EUR`, `EUR million` or `%`. */
  unit: string | null;
  period: string | null;
}

/** An entry of a notebook. It is cited as `Notebook <number>: “<label>: <value>”`. */
export interface NotebookEntry {
  number: number;
  facts: readonly NotebookFact[];
}

/** Everything that a document may cite: what its writer was given. */
export interface EvidenceMaterial {
  brief: string;
  language: Language;
  /**
   * Name and client of the engagement, name and description of the task. They may be quoted like
   * the brief.
   */
  assignment: readonly string[];
  sources: readonly EvidenceSource[];
  upstream: readonly UpstreamDocument[];
  consultations: readonly ColleagueAdvice[];
  reviewNotes: readonly string[];
  queries: readonly EvidenceQuery[];
  tables: readonly EvidenceTable[];
  /** Entries of the engagement's notebook with the facts that they set. */
  notebook?: readonly NotebookEntry[];
}

/** One call for all questions of a document, in their order. Null for no answer. */
export type Judge = (
  questions: readonly JudgeQuestion[],
  document: { date: string | null },
) => Promise<(JudgeAnswer | null)[]>;

/** The word before a query's id in a footnote. */
export const queryNames = ['Query', 'Abfrage', 'Requête', 'Consulta', 'クエリ'];

/** The word before the number of a notebook's entry in a footnote. */
export const notebookNames = ['Notebook', 'Notizbuch', 'Carnet', 'Cuaderno', 'ノートブック'];

/** The words before a colleague's name in a citation of advice. */
export const colleagueNames = ['Colleague', 'Kollege', 'Kollegin', 'Collègue', 'Colega', '同僚'];

/**
 * The words by which a document cites a reviewer's notes, with or without the number of the note.
 */
export const reviewerNames =
  `Reviewer|Reviewer notes|Review|Note|Reviewer note|Anmerkung|Prüfer|Notiz des Prüfers|Relecteur
  |Note du relecteur|Revisor|Nota del revisor|レビュー担当者|レビューコメント`.split(/\s*\|/);
