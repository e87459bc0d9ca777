import type { Figure } from '@ecp/contract/values/figures';

/** The figures of one document, for the ledger of an engagement (contract 10, "one figure, one value"). */
export interface DocumentFigures {
  filename: string;
  version: number;
  figures: readonly Figure[];
}

/** Figures of the same label, unit and period in all documents. */
export interface FigureGroup extends Pick<Figure, 'label' | 'unit' | 'period'> {
  /** True if two documents give values that differ beyond the rounding that they show. */
  conflict: boolean;
  values: (Pick<Figure, 'value' | 'text' | 'section' | 'state'> & Pick<DocumentFigures, 'filename' | 'version'>)[];
}
