import { createContext } from 'react';
import type { NumberedCitation } from '../../../domain/citations/index-citations.ts';

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
