import type { CatalogModel } from '../models/catalog.ts';
import { cacheSavingNanoUsd, callCostNanoUsd, type TokenUsage } from '../models/cost.ts';
import type { ModelCallError } from '../models/model-call-error.ts';
import type { CallSettlement, PaidUsage } from './budget/settle-call.ts';
import { sanitizeText } from './generate/sanitize-answer.ts';

/**
 * Returns the settlement of a failed call: released if certainly not billed, at its worst case if the cost is unknown.
 */
export function settlementOfFailure(model: CatalogModel, { billing, message }: ModelCallError): CallSettlement {
  const error = sanitizeText(message);
  if (billing === 'none') return { status: 'released', error };
  if (billing === 'unknown') return { status: 'unknown', error };
  return { status: 'settled', ...priceUsage(model, billing), error };
}

/** Adds the price of a call, and what a cache saved in it, to its tokens. */
export function priceUsage(model: CatalogModel, usage: TokenUsage): PaidUsage {
  return {
    ...usage,
    costNanoUsd: callCostNanoUsd(model, usage),
    savedNanoUsd: cacheSavingNanoUsd(model, usage),
  };
}
