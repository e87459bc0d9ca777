import type { FigureFindings } from '../check-figures.ts';
import type { ClaimView } from '../claim-view.ts';
import type { FoundFault } from '../faults.ts';
import type { Alignment } from './align.ts';

/**
 * The input of a rule: a claim whose footnotes, quotes and figures hold, and its nearest words in the passages.
 */
export interface RuleInput {
  view: ClaimView;
  figures: FigureFindings;
  /** The sentence of the passages that says the most of what the claim says. Null if none is in its language. */
  aligned: Alignment | null;
}

/** Finds what a claim says otherwise than its passages. Null if nothing. */
export type Rule = (input: RuleInput) => FoundFault | null;
