import type { CatalogModel } from './catalog.ts';

/** Tokens that a provider may add to our text: roles, separators, its own structured-output instructions. */
const overheadTokens = 1_024;

/** The prices of a catalogue entry. */
export type Prices = Pick<
  CatalogModel,
  'inputPerMillion' | 'outputPerMillion' | 'cachedInputPerMillion' | 'cacheWritePerMillion'
>;

/** The tokens that a provider reports for a call. `inputTokens` includes those read from and written to its cache. */
export interface TokenUsage {
  inputTokens: number;
  outputTokens: number;
  cachedInputTokens: number;
  cacheWriteTokens: number;
}

/** Returns the price of a finished call in nano-USD, rounded up. Cached tokens have their own price (contract 8). */
export function callCostNanoUsd(prices: Prices, usage: TokenUsage): number {
  const { cachedInputTokens, cacheWriteTokens, ...tokens } = usage;
  const fullTokens = tokens.inputTokens - cachedInputTokens - cacheWriteTokens;
  const picoUsd =
    fullTokens * picoUsdPerToken(prices.inputPerMillion) +
    cachedInputTokens * picoUsdPerToken(cachedPrice(prices)) +
    cacheWriteTokens * picoUsdPerToken(writePrice(prices)) +
    tokens.outputTokens * picoUsdPerToken(prices.outputPerMillion);
  return Math.ceil(picoUsd / 1_000);
}

/**
 * Returns what a provider's cache saved in a call against the full price, in nano-USD. Negative if writing cost more.
 */
export function cacheSavingNanoUsd(prices: Prices, { cachedInputTokens, cacheWriteTokens }: TokenUsage): number {
  const full = picoUsdPerToken(prices.inputPerMillion);
  const picoUsd =
    cachedInputTokens * (full - picoUsdPerToken(cachedPrice(prices))) +
    cacheWriteTokens * (full - picoUsdPerToken(writePrice(prices)));
  return Math.round(picoUsd / 1_000);
}

const cachedPrice = (prices: Prices) => prices.cachedInputPerMillion ?? prices.inputPerMillion;
const writePrice = (prices: Prices) => prices.cacheWritePerMillion ?? prices.inputPerMillion;

/**
 * Returns an upper bound of the cost of a call in nano-USD, for its reservation (BUD-2, BUD-5). Every token of a
 * byte-level tokenizer covers at least one UTF-8 byte, so the bytes of the prompt (including the schema) plus a fixed
 * overhead bound the input tokens. `maxOutputTokens`, which every call sends, bounds the output.
 */
export function worstCaseCostNanoUsd(prices: Prices, call: { promptBytes: number; maxOutputTokens: number }): number {
  const dearest = Math.max(prices.inputPerMillion, cachedPrice(prices), writePrice(prices));
  const picoUsd =
    worstCaseInputTokens(call.promptBytes) * picoUsdPerToken(dearest) +
    call.maxOutputTokens * picoUsdPerToken(prices.outputPerMillion);
  return Math.ceil(picoUsd / 1_000);
}

/** Returns the most input tokens of a prompt with this many UTF-8 bytes (see worstCaseCostNanoUsd). */
export function worstCaseInputTokens(promptBytes: number): number {
  return promptBytes + overheadTokens;
}

/** Far above any call. It keeps the price of a call far below 2^63 nano-USD. */
const maxReportedTokens = 100_000_000;

/**
 * Returns a provider's token count, or undefined if it is impossible. A negative count would return money to the
 * budget, and a fraction or a huge number could not be stored (BUD-2).
 */
export function readTokenCount(reported: number | undefined): number | undefined {
  const plausible = Number.isSafeInteger(reported) && Number(reported) >= 0 && Number(reported) <= maxReportedTokens;
  return plausible ? reported : undefined;
}

/** Converts USD per million tokens to whole pico-USD per token, so that sums stay exact integers. */
function picoUsdPerToken(usdPerMillion: number): number {
  return Math.ceil(Number((usdPerMillion * 1_000_000).toFixed(3)));
}

/** Returns the usage of a call without a provider's cache. */
export function plainUsage(inputTokens: number, outputTokens = 0): TokenUsage {
  return { inputTokens, outputTokens, cachedInputTokens: 0, cacheWriteTokens: 0 };
}
