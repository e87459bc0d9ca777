import type { Language } from '@ecp/language/language';
import type { Absence, Omission } from '../book-words.ts';
import type { BookColumn, TableBook } from '../workbook-types.ts';

/** What a workbook of an engagement holds. Rows of tables and queries come as bytes beside it. */
export interface EngagementBook {
  title: string;
  /** The language of its labels. */
  language: Language;
  client: string;
  company: string;
  color: string | null;
  /** ISO date of the export. */
  date: string;
  /** A client's copy has no SQL, no ids and no results of checks: its texts come without them. */
  audience: 'team' | 'client';
  documents: BookDocument[];
  queries: BookQuery[];
  tables: BookTable[];
  /** Grids that documents cite. */
  grids?: BookGrid[];
  omissions: Omission[];
}

/** A table of a document with the texts of its cells, and the heading above it. */
export interface PaperTable {
  section: string | null;
  columns: string[];
  rows: string[][];
}

export interface BookDocument {
  title: string;
  /** True for a document that concludes the work. */
  isConclusion?: boolean;
  tables?: PaperTable[];
  figures: BookFigure[];
  footnotes: BookFootnote[];
  statements: BookStatement[];
}

/** A figure of a document, as the ledger has it. */
export interface BookFigure {
  label: string;
  unit: string | null;
  period: string | null;
  value: number;
  /** As the document writes it, and half of the last digit that it shows. */
  text: string;
  rounding: number;
  section: string | null;
  /** Result of the check; null for a client. */
  state: string | null;
}

/** A number of a calculation as it is written. */
export interface BookInput {
  label: string;
  name?: string | undefined;
  value: number;
  unit: string | null;
  rounding: number;
  isAssumed: boolean;
  isConstant: boolean;
  /** Label of the footnote that it comes from, if it is known. */
  footnote?: string | null | undefined;
}

export interface BookCalculation {
  expression: string;
  inputs: BookInput[];
  value: number;
  unit: string | null;
  /** The result as the document writes it; empty if it does not. */
  text: string;
  written: number;
  rounding: number;
}

/** Where the words of a footnote stand. */
export interface BookSource {
  /**
   * The source as people read it; empty for a query, which has a title, and for the document
   * itself.
   */
  text: string;
  /** True for an assumption or a proposal, whose source is the document itself. */
  isSelf?: boolean;
  place: string | null;
  quote: string | null;
  /** Index of the query whose result it cites. */
  query: number | null;
  /** Indexes of the tables of the file that it cites. */
  tables: number[];
  /** Index of the document that it cites. */
  document: number | null;
  /** Index of the grid that it cites. */
  grid?: number;
}

export interface BookFootnote {
  label: string;
  /** The calculation as the document writes it; empty for other footnotes. */
  text: string;
  names: string[];
  calculations: BookCalculation[];
  /** The sources, in the order in which the footnote names them. */
  sources: BookSource[];
  /** True for an assumption or a proposal of the document. */
  isDeclared: boolean;
}

/** A checked statement with what it cites. */
export interface BookStatement {
  footnote: string | null;
  /** Label of the calculation that the check found for it; null without one. */
  calculation: string | null;
  claim: string;
  sources: BookSource[];
  state: string | null;
}

export interface BookQuery {
  /** Null for one without a title. */
  title: string | null;
  /** Null in a client's copy. */
  team: { id: string; sql: string; author: string; date: string; tables: string[] } | null;
  columns: BookColumn[];
  rowCount: number;
  truncated: boolean;
  /** Titles of the documents that cite it. */
  citedIn: string[];
  /** Why its rows are not here; null if they are. */
  absent: Absence | null;
}

export interface BookTable {
  /** Its name in queries. */
  name: string;
  title: string;
  /** The file, or its title in a client's copy. */
  file: string;
  sheet: string | null;
  /** Rows of the file that are not in the table. */
  leftOut: number;
  remarks: string[];
  columns: BookColumn[];
  rowCount: number;
  absent: Absence | null;
}

/** A grid without its rows. */
type BookGrid = Pick<TableBook, 'title' | 'legend' | 'columns'>;

/** A stretch of the bytes beside an engagement: the rows of one table, query or grid. */
export interface RowsPart {
  kind: 'query' | 'table' | 'grid';
  index: number;
  sizeBytes: number;
  /** JSON of all rows, or a line of JSON for each row. */
  form: 'array' | 'lines';
}
