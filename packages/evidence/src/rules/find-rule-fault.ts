import type { FigureFindings } from '../check-figures.ts';
import type { ClaimView } from '../claim-view.ts';
import type { FoundFault } from '../faults.ts';
import { alignClaim } from './align.ts';
import { findCause } from './cause.ts';
import { findComparison } from './comparison.ts';
import { findDirection } from './direction.ts';
import { findModality } from './modality.ts';
import { findNegation } from './negation.ts';
import { findPartForTotal } from './part-for-total.ts';
import { findPeriod } from './period.ts';
import { findRanking } from './ranking.ts';
import { findRate } from './rate.ts';
import type { Rule } from './rule.ts';
import { findScope } from './scope.ts';
import { findSign } from './sign.ts';
import { findWrongCell } from './table-cell.ts';

const rules: readonly Rule[] = [
  findSign,
  findWrongCell,
  findRanking,
  findPartForTotal,
  findRate,
  findPeriod,
  findDirection,
  findNegation,
  findComparison,
  findModality,
  findScope,
  findCause,
];

/** Applies the rules about words to a claim whose figures stand. A fault that is sure counts before one that is not. */
export function findRuleFault(view: ClaimView, figures: FigureFindings): FoundFault | null {
  const input = { view, figures, aligned: alignClaim(view) };
  let suspected: FoundFault | null = null;
  for (const rule of rules) {
    const found = rule(input);
    if (found?.isSure) return found;
    suspected ??= found;
  }
  return suspected;
}
