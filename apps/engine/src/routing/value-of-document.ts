import { usdToNano } from '@ecp/contract/declaring/money';
import { verdictThresholds } from '@ecp/contract/values/verdicts';
import { taskSpread } from './estimate-quality.ts';
import { reviewNoise } from './judge-calibration.ts';
import { type Normal, shareBelow } from './normal-distribution.ts';

/**
 * Value of an approved deliverable in nano-USD: ten minutes of a consultant at 60 USD an hour, the least that it saves.
 * A much higher value would hide the price of every model.
 */
export const approvedNanoUsd = usdToNano(10);
/** Cost of a reviewer's reading of a document in nano-USD: two minutes at 60 USD an hour. */
export const readingNanoUsd = usdToNano(2);
/** The least quality of a good document, and the least share of good documents of a model, if any model reaches it. */
export const goodQuality = 75;
export const goodShare = 0.85;

/** Returns the probability that a model's next document has a quality of at least 75. */
export function probabilityGood({ mean, variance }: Normal): number {
  return shareBelow((mean - goodQuality) / Math.sqrt(variance + taskSpread ** 2));
}

/** Returns the probability that a reviewer approves a model's next document. */
export function probabilityApproved({ mean, variance }: Normal): number {
  return shareBelow((mean - verdictThresholds.approve) / Math.sqrt(variance + taskSpread ** 2 + reviewNoise ** 2));
}

/**
 * Returns the net value of a task with a model, in nano-USD: the value of an approved document, minus its cost and the
 * reviewer's time. A document that is not approved (`approved` is the probability) is written and read once more.
 */
export function netValueNanoUsd(approved: number, costNanoUsd: number): number {
  return approvedNanoUsd * approved - (costNanoUsd + readingNanoUsd) * (2 - approved);
}
