import type { Language } from '@ecp/language/language';

/** Claims about sources that each is cited by its whole text, or without words if it is a table. */
export interface CaseGroup {
  language: Language;
  sources: string[];
  /** Claims that follow from the sources. */
  right: string[];
  /** Claims whose figure or unit does not. */
  wrong: string[];
}
