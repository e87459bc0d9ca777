import type { Derivation } from '@ecp/contract/values/citations';
import { isRounding } from '../values/match-figures.ts';
import { findAverage, findCount, findSum, findWeightedAverage } from './aggregates.ts';
import { findCompoundGrowth, findDifference, findGrowth, findIndex, findPoints } from './changes.ts';
import { findConversion } from './conversions.ts';
import { findExchange } from './exchange.ts';
import { type Candidate, evaluate, type Inputs, nameInput, type Operation, type Target } from './operation.ts';
import { findPayback, findPerUnit, findProduct } from './rates.ts';
import { findMargin, findRatio, findRemainder, findShare } from './shares.ts';

/** Operations in the order of trial, the most special one first. */
const operations: readonly Operation[] = [
  findPoints,
  findCompoundGrowth,
  findPayback,
  findMargin,
  findRemainder,
  findIndex,
  findRatio,
  findGrowth,
  findShare,
  findWeightedAverage,
  findSum,
  findAverage,
  findDifference,
  findExchange,
  findPerUnit,
  findProduct,
  findConversion,
  findCount,
];
/** Most candidates that are evaluated for one figure. */
const maxCandidates = 4_000;

/**
 * Finds how a figure follows from verified ones. An expression counts only if its operation fits the sentence (words,
 * units, periods, direction) and its result is what the figure shows, rounded as it is shown.
 * @returns null if no fitting expression gives the figure
 */
export function findDerivation(target: Target, inputs: Inputs): Derivation | null {
  let tried = 0;
  for (const operation of operations) {
    for (const candidate of operation(target, inputs)) {
      tried += 1;
      if (tried > maxCandidates) return null;
      const result = evaluate(candidate);
      if (!Number.isFinite(result) || isItself(target, candidate)) continue;
      if (isRounding(target.figure, result, true)) return toDerivation(candidate, result);
    }
  }
  return null;
}

/** Returns true if an input is the figure itself, as in "40 % of 100". */
function isItself({ figure }: Target, { inputs }: Candidate): boolean {
  return inputs.some((input) => input.origin === 'sentence' && input.figure.start === figure.start);
}

function toDerivation({ expression, inputs }: Candidate, result: number): Derivation {
  return {
    expression,
    inputs: inputs.map(({ figure, citation }, index) => {
      return { label: nameInput(index), value: figure.value, unit: figure.unit, citation };
    }),
    result: Number(result.toPrecision(12)),
  };
}
