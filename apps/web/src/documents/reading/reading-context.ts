import { createContext } from 'react';
import type { NumberedCitation } from './citations/citation-index.ts';

/** The version that is read, for the parts that show where a statement comes from. */
export interface ReadingPlace {
  engagementId: string;
  filename: string;
  version: number;
  /** All checked citations; empty until they have loaded. */
  citations: readonly NumberedCitation[];
  /** Shows the source of a footnote beside the text. */
  openSource: (footnote: string) => void;
}

/** Set by the reading view around text, panel and popover. */
export const ReadingContext = createContext<ReadingPlace>({
  engagementId: '',
  filename: '',
  version: 1,
  citations: [],
  openSource: () => undefined,
});

/** The footnote whose source is shown, and how it changes. */
export interface SourceInAddress {
  /** Label of the footnote; null while no source is shown. */
  footnote: string | null;
  open: (footnote: string) => void;
  close: () => void;
}

/** The parts of the panel, in the order of their tabs. */
export const panelTabNames = ['citations', 'comments', 'objections', 'scores', 'history', 'provenance'] as const;

/** A part of the panel. */
export type PanelTab = (typeof panelTabNames)[number];
