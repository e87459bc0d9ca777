import type { CatalogModel } from './catalog.ts';

/** Tokens that a provider may add around our text: roles, separators, its own structured-output instructions. */
const overheadTokens = 1_024;

type Prices = Pick<CatalogModel, 'inputPerMillion' | 'outputPerMillion'>;

/**
 * The price of a finished call in nano-USD, rounded up (RUN-1).
 * Takes the tokens that the provider reported; cached input counts in full, which never undercharges.
 */
export function callCostNanoUsd(prices: Prices, usage: { inputTokens: number; outputTokens: number }): number {
  const picoUsd =
    usage.inputTokens * picoUsdPerToken(prices.inputPerMillion) +
    usage.outputTokens * picoUsdPerToken(prices.outputPerMillion);
  return Math.ceil(picoUsd / 1_000);
}

/**
 * An upper bound, in nano-USD, of what a call can cost before it is made: what a budget must hold (BUD-2, BUD-5). Every
 * token of a byte-level tokenizer stands for at least one UTF-8 byte, so the bytes of the prompt (schema included) plus
 * a fixed overhead bound the input tokens; `maxOutputTokens`, which every call sends, bounds the output.
 */
export function worstCaseCostNanoUsd(prices: Prices, call: { promptBytes: number; maxOutputTokens: number }): number {
  return callCostNanoUsd(prices, {
    inputTokens: worstCaseInputTokens(call.promptBytes),
    outputTokens: call.maxOutputTokens,
  });
}

/** The most input tokens that a prompt of so many UTF-8 bytes can be (see worstCaseCostNanoUsd). */
export function worstCaseInputTokens(promptBytes: number): number {
  return promptBytes + overheadTokens;
}

/** Far above any call; keeps the price of a call far below 2^63 nano-USD. */
const maxReportedTokens = 100_000_000;

/**
 * A provider's count of tokens, or undefined for what no count can be: a negative count would pay money back into the
 * budget, a fraction or a giant could not be stored (BUD-2).
 */
export function readTokenCount(reported: number | undefined): number | undefined {
  const plausible = Number.isSafeInteger(reported) && Number(reported) >= 0 && Number(reported) <= maxReportedTokens;
  return plausible ? reported : undefined;
}

/** USD per million tokens is micro-USD per token; in whole pico-USD, sums stay exact integers. */
function picoUsdPerToken(usdPerMillion: number): number {
  return Math.ceil(Number((usdPerMillion * 1_000_000).toFixed(3)));
}
