/** How a figure follows from others (contract 9). */
export interface ReportDerivation {
  /** Over the labels of the inputs, such as `(b - a) / a * 100`. */
  expression: string;
  /** Values are whole units: 4,655 million is 4,655,000,000. `citation` is the label of the footnote that backs it. */
  inputs: { label: string; value: number; unit: string | null; citation: string | null; assumed?: boolean }[];
  result: number;
  /** All inputs are assumed by the text. */
  assumed?: boolean;
}

/** A recorded query and its result (contract 10). */
export interface ReportQuery {
  title: string | null;
  sql: string;
  /** The tables that it read, as they were then. */
  tables: { name: string; sha256: string }[];
  columns: { name: string; unit: string | null }[];
  /** JSON text of the rows (arrays of cells), or its beginning: only the first rows are printed. */
  rows: string;
  /** All rows of the result. */
  rowCount: number;
  /** True if the query has more rows than its result. */
  truncated: boolean;
  resultHash: string;
  /** The person or agent that asked, and which of the two it is. */
  author: { name: string; isAgent: boolean };
  /** ISO date-time. */
  createdAt: string;
}

/** A query that documents of the report cite. */
export interface CitedQuery {
  id: string;
  /** Names of the files that cite it. */
  citedIn: string[];
  /** Null if the engagement has no such query. */
  query: ReportQuery | null;
}

/**
 * The content of the appendix "How the figures were made" besides the derivations of citations (contract 9).
 */
export interface ReportFigures {
  queries: CitedQuery[];
  /** How many further cited queries there are. */
  leftOut: number;
}
