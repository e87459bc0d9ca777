import { createContext } from 'react';
import type { NumberedCitation } from './citations/citation-index.ts';

interface ReadingPlace {
  engagementId: string;
  filename: string;
  version: number;
  /** All checked citations; empty until they have loaded. */
  citations: readonly NumberedCitation[];
  openSource: (footnote: string) => void;
}

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
export const panelTabNames = [
  'citations',
  'comments',
  'objections',
  'scores',
  'history',
  'provenance',
] as const;

export type PanelTab = (typeof panelTabNames)[number];
