import type { CitationState } from '@ecp/contract/values/citations';

/** A fault of a statement, as data. `evidence-texts.ts` makes the sentence. */
export type Fault =
  | { kind: 'figures'; figures: string[] }
  | { kind: 'unit'; figure: string; found: string }
  | { kind: 'points'; figure: string }
  | { kind: 'direction' }
  | { kind: 'period'; figure: string; found: string }
  | { kind: 'scope' }
  | { kind: 'negation' }
  | { kind: 'modality' }
  | { kind: 'comparison' }
  | { kind: 'cause' }
  | { kind: 'row'; figure: string; found: string }
  | { kind: 'column'; figure: string; found: string }
  | { kind: 'ranking'; found: string }
  | { kind: 'words'; words: string[] }
  | { kind: 'judged'; reason: string }
  | { kind: 'estimate'; figure: string }
  | { kind: 'uncitedFigures'; figures: string[] }
  | { kind: 'uncitedFact' }
  | { kind: 'chain'; title: string; figures: string[] };

/**
 * A fault with how sure it is. A judge decides about one that is not sure; without a judge it counts unless it is weak.
 */
export interface FoundFault {
  fault: Fault;
  isSure: boolean;
  /** Too uncertain to count without a judge. */
  isWeak?: boolean;
}

/** Returns the state of a statement with a fault (contract 9). */
export function stateOf({ kind }: Fault): CitationState {
  switch (kind) {
    case 'figures':
    case 'estimate':
      return 'altered';
    case 'uncitedFigures':
    case 'uncitedFact':
      return 'uncited';
    case 'chain':
      return 'missing_source';
    default:
      return 'unsupported';
  }
}
