import type { StatementState } from '../statement.ts';

/** One figure of a document, for the ledger of an engagement (contract 10, "one figure, one value"). */
export interface Figure {
  /** What the figure is, in the document's words without the figure: "net sales". */
  label: string;
  /** A currency's code, `%`, or a noun in the document's words. Null if none is written. */
  unit: string | null;
  /** `2025`, `2025-Q2`, `2025-06`, `FY2025`, as ISO 8601 as far as it goes. Null if none is written. */
  period: string | null;
  /** In whole units: 2.4 million is 2400000; 12 % is 12. */
  value: number;
  /** The figure as the document writes it. */
  text: string;
  /** The heading that it is under. */
  section: string | null;
  /** The worst state of the citations of its sentence. */
  state: StatementState;
}

/** The figures of one document. */
export interface DocumentFigures {
  filename: string;
  version: number;
  figures: readonly Figure[];
}

/** Figures of the same label, unit and period in all documents. */
export interface FigureGroup {
  label: string;
  unit: string | null;
  period: string | null;
  /** True if two documents give values that differ beyond the rounding that they show. */
  conflict: boolean;
  values: (Pick<Figure, 'value' | 'text' | 'section' | 'state'> & Pick<DocumentFigures, 'filename' | 'version'>)[];
}
