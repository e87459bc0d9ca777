import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { SourceDocument, SourceImage } from '@ecp/model-calls/prompt-types';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';

const maxUsdPerMillion = 100_000;

/**
 * The cloud platforms. The shipped catalogue has no models of theirs: names, regions and prices are the customer's own.
 */
export const cloudPlatforms = ['azure', 'amazon-bedrock', 'google-vertex'] as const;
export const modelProvider = Type.Enum([
  'anthropic',
  'openai',
  'google',
  ...cloudPlatforms,
  'openai-compatible',
  'local',
]);

const entrySchema = Type.Object(
  {
    /** Unique among the models that can be called. It may begin with its provider and a slash, which are not sent. */
    id: Type.String({ minLength: 1, maxLength: 200 }),
    provider: modelProvider,
    inputPerMillion: Type.Number({ minimum: 0, maximum: maxUsdPerMillion }),
    outputPerMillion: Type.Number({ minimum: 0, maximum: maxUsdPerMillion }),
    tier: Type.Union([Type.Literal('economy'), Type.Literal('standard'), Type.Literal('premium')]),
    /** Absent for a model that writes. A model of kind `judge` judges statements and writes nothing. */
    kind: Type.Optional(Type.Union([Type.Literal('embedding'), Type.Literal('judge')])),
    /** The most tokens of input and output together at these prices. */
    contextWindow: Type.Optional(Type.Integer({ minimum: 1_000, maximum: 100_000_000 })),
    maxOutputTokens: Type.Optional(Type.Integer({ minimum: 100, maximum: 10_000_000 })),
    /** Price of input that the provider reads from its cache. */
    cachedInputPerMillion: Type.Optional(Type.Number({ minimum: 0, maximum: maxUsdPerMillion })),
    /** Price of input that the provider writes to its cache. */
    cacheWritePerMillion: Type.Optional(Type.Number({ minimum: 0, maximum: maxUsdPerMillion })),
    reasoningEffort: Type.Optional(Type.Union([Type.Literal('low'), Type.Literal('medium'), Type.Literal('high')])),
    /** True for a model that reads images. */
    vision: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);

const catalogSchema = Type.Object({ models: Type.Array(entrySchema) });

/** One model with its list price in USD per million tokens. */
export type CatalogModel = Static<typeof entrySchema>;
export type ModelTier = CatalogModel['tier'];
export type ModelProvider = CatalogModel['provider'];

/** Returns the name by which a model's provider knows it: the id without a leading provider and slash. */
export function nameAtProvider({ id, provider }: Pick<CatalogModel, 'id' | 'provider'>): string {
  return id.startsWith(`${provider}/`) ? id.slice(provider.length + 1) : id;
}

/** A validated catalogue. The pair of provider and id is unique in it. */
export interface ModelCatalog {
  models: CatalogModel[];
}

/** A model setting or catalogue that cannot be used. The start ends with its one-line message. */
export class ModelConfigurationError extends Error {
  override name = 'ModelConfigurationError';
}

const shippedCatalogPath = fileURLToPath(new URL('./model-catalog.json', import.meta.url));

/**
 * Reads and checks the model catalogue in a JSON file, by default the shipped one. Throws ModelConfigurationError if
 * the file is missing, is not JSON, has another shape or lists a model twice.
 */
export function loadCatalog(path: string = shippedCatalogPath): ModelCatalog {
  const content = readJson(path);
  if (!Value.Check(catalogSchema, content)) {
    const [first] = Value.Errors(catalogSchema, content);
    throw new ModelConfigurationError(
      `MODEL_CATALOG: ${path} is not a model catalogue: ${first?.instancePath || '/'} ${first?.message ?? 'is invalid'}`,
    );
  }
  const seen = new Set<string>();
  for (const { provider, id } of content.models) {
    const key = `${provider} ${id}`;
    if (seen.has(key)) throw new ModelConfigurationError(`MODEL_CATALOG: ${path} lists ${id} of ${provider} twice`);
    seen.add(key);
  }
  return { models: content.models };
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ModelConfigurationError(`MODEL_CATALOG: cannot read ${path}: ${reason}`);
  }
}

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
 * Returns an upper bound of the cost of a call in nano-USD, for its reservation. Every token of a
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
 * budget, and a fraction or a huge number could not be stored.
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

/**
 * Providers count a fixed number of tokens for an image (Google up to 2,240), or one for each square of its pixels: of
 * 28 pixels at Anthropic, of 32 at OpenAI, there with a factor of up to 2.46.
 */
const fixedTokens = 2_500;
const squarePixels = 20;

/** Returns all images of the sources, in their order. */
export function imagesOf(sources: readonly SourceDocument[]): SourceImage[] {
  return sources.flatMap(({ images = [] }) => images);
}

/** Returns an upper bound of the input tokens that an image costs, for the reservation of a call. */
export function worstCaseImageTokens({ width, height }: Pick<SourceImage, 'width' | 'height'>): number {
  return fixedTokens + Math.ceil(width / squarePixels) * Math.ceil(height / squarePixels);
}
