import type { CatalogModel } from './catalog.ts';

/** Tokens that a provider may add to our text: roles, separators, its own structured-output instructions. */
const overheadTokens = 1_024;

type Prices = Pick<CatalogModel, 'inputPerMillion' | 'outputPerMillion'>;

/**
 * Returns the price of a finished call in nano-USD, rounded up (RUN-1).
 * Takes the tokens that the provider reported. Cached input counts in full, so the price is never too low.
 */
export function callCostNanoUsd(prices: Prices, usage: { inputTokens: number; outputTokens: number }): number {
  const picoUsd =
    usage.inputTokens * picoUsdPerToken(prices.inputPerMillion) +
    usage.outputTokens * picoUsdPerToken(prices.outputPerMillion);
  return Math.ceil(picoUsd / 1_000);
}

/**
 * Returns an upper bound of the cost of a call in nano-USD, for its reservation (BUD-2, BUD-5). Every token of a byte-level
 * tokenizer covers at least one UTF-8 byte, so the bytes of the prompt (including the schema) plus a fixed overhead bound
 * the input tokens. `maxOutputTokens`, which every call sends, bounds the output.
 */
export function worstCaseCostNanoUsd(prices: Prices, call: { promptBytes: number; maxOutputTokens: number }): number {
  return callCostNanoUsd(prices, {
    inputTokens: worstCaseInputTokens(call.promptBytes),
    outputTokens: call.maxOutputTokens,
  });
}

/** Returns the most input tokens of a prompt with this many UTF-8 bytes (see worstCaseCostNanoUsd). */
export function worstCaseInputTokens(promptBytes: number): number {
  return promptBytes + overheadTokens;
}

/** Far above any call. It keeps the price of a call far below 2^63 nano-USD. */
const maxReportedTokens = 100_000_000;

/**
 * Returns a provider's token count, or undefined if it is impossible. A negative count would return money to the budget,
 * and a fraction or a huge number could not be stored (BUD-2).
 */
export function readTokenCount(reported: number | undefined): number | undefined {
  const plausible = Number.isSafeInteger(reported) && Number(reported) >= 0 && Number(reported) <= maxReportedTokens;
  return plausible ? reported : undefined;
}

/** Converts USD per million tokens to whole pico-USD per token, so that sums stay exact integers. */
function picoUsdPerToken(usdPerMillion: number): number {
  return Math.ceil(Number((usdPerMillion * 1_000_000).toFixed(3)));
}
