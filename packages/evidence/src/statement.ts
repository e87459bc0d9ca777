import type { CitedSource } from '@ecp/contract/values/citations';

/**
 * Result of a check (contract 9). `verified`: source and words stand, and the passage says what the claim says. `computed`:
 * the figure follows from verified ones, as `derivation` shows. `altered`: the words do not stand there so, or a figure
 * neither stands in the passage nor follows from it. `unsupported`: source and words stand, the claim says something else.
 * `missing_source`: there is no such source. `uncited`: a figure or a fact has no source.
 */
export type StatementState = 'verified' | 'computed' | 'altered' | 'unsupported' | 'missing_source' | 'uncited';

/** How a figure follows from verified ones. */
export interface Derivation {
  /** The expression with its numbers, such as `(4812 − 4655) ÷ 4655 × 100`. */
  expression: string;
  inputs: { label: string; value: number; unit: string | null; citation: string | null }[];
  result: number;
}

/** A checked citation of a document: a footnote, quoted words without one, or a statement without a source. */
export interface CheckedStatement {
  footnote: string | null;
  claim: string;
  quote: string | null;
  source: Omit<CitedSource, 'kind'> & { kind: CitedSource['kind'] | 'query' };
  state: StatementState;
  reason: string | null;
  passage: string | null;
  derivation: Derivation | null;
}

/** Returns true for a statement that is neither verified nor computed. */
export function isOpen({ state }: Pick<CheckedStatement, 'state'>): boolean {
  return state !== 'verified' && state !== 'computed';
}
