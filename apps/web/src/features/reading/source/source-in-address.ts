/** The footnote whose source is shown, and how it changes. */
export interface SourceInAddress {
  /** Label of the footnote; null while no source is shown. */
  footnote: string | null;
  open: (footnote: string) => void;
  close: () => void;
}
