import type { CitationState } from '@ecp/contract/values/citations';
import type { Language } from '@ecp/language/language';

/** A claim that cites a source by its whole text, or by `quote`, and the state that the check gives without a judge. */
export interface RuleCase {
  source: string;
  claim: string;
  quote?: string;
  language?: Language;
  state: CitationState;
}

/** Sources that cases of several rules share. */
export const sales = 'Net sales came to DKK 4,812 million in 2024, against DKK 4,655 million in 2023.';
export const table = 'Shop | Sales (EUR 000) | Staff\nHarbour | 8,900 | 12\nMill | 2,225 | 5\nTotal | 11,125 | 17';
