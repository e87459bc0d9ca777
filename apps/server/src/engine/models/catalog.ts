import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { SourceDocument, SourceImage } from '@ecp/model-calls/prompt-types';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';

const maxUsdPerMillion = 100_000;

/**
 * The shipped catalogue has no models of these: names, regions and prices are the customer's own.
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
    /** Unique among the available models. A leading provider and slash are not sent. */
    id: Type.String({ minLength: 1, maxLength: 200 }),
    provider: modelProvider,
    inputPerMillion: Type.Number({ minimum: 0, maximum: maxUsdPerMillion }),
    outputPerMillion: Type.Number({ minimum: 0, maximum: maxUsdPerMillion }),
    tier: Type.Union([Type.Literal('economy'), Type.Literal('standard'), Type.Literal('premium')]),
    /**
     * Absent for a model that writes. `judge` is for a model that judges statements and writes
     * nothing.
     */
    kind: Type.Optional(Type.Union([Type.Literal('embedding'), Type.Literal('judge')])),
    /** Limits the tokens of input and output together at these prices. */
    contextWindow: Type.Optional(Type.Integer({ minimum: 1_000, maximum: 100_000_000 })),
    maxOutputTokens: Type.Optional(Type.Integer({ minimum: 100, maximum: 10_000_000 })),
    cachedInputPerMillion: Type.Optional(Type.Number({ minimum: 0, maximum: maxUsdPerMillion })),
    cacheWritePerMillion: Type.Optional(Type.Number({ minimum: 0, maximum: maxUsdPerMillion })),
    reasoningEffort: Type.Optional(
      Type.Union([Type.Literal('low'), Type.Literal('medium'), Type.Literal('high')]),
    ),
    vision: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);

const catalogSchema = Type.Object({ models: Type.Array(entrySchema) });

/** One model with its list prices in USD per million tokens. */
export type CatalogModel = Static<typeof entrySchema> & {
  /** The tenant's key that calls are made with. Absent for the installation's own. */
  account?: string;
};
export type ModelTier = CatalogModel['tier'];
export type ModelProvider = CatalogModel['provider'];

/** Returns the id without a leading provider and slash. */
export function nameAtProvider({ id, provider }: Pick<CatalogModel, 'id' | 'provider'>): string {
  return id.startsWith(`${provider}/`) ? id.slice(provider.length + 1) : id;
}

/** Names whom a provider serves with a model: the installation, or a tenant with its own key. */
export function accountOf({
  provider,
  account,
}: Pick<CatalogModel, 'provider' | 'account'>): string {
  return account === undefined ? provider : `${provider} ${account}`;
}

/** The pair of provider and id is unique. */
export interface ModelCatalog {
  models: CatalogModel[];
}

/** An unusable model setting or catalogue. The start ends with its one-line message. */
export class ModelConfigurationError extends Error {
  override name = 'ModelConfigurationError';
}

const shippedCatalogPath = fileURLToPath(new URL('./model-catalog.json', import.meta.url));

/**
 * Reads a catalogue in JSON. Throws ModelConfigurationError if it is missing, invalid, or lists a
 * model twice.
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
    if (seen.has(key))
      throw new ModelConfigurationError(`MODEL_CATALOG: ${path} lists ${id} of ${provider} twice`);
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

/** Tokens that a provider may add: roles, separators, its own structured-output instructions. */
const overheadTokens = 1_024;

export type Prices = Pick<
  CatalogModel,
  'inputPerMillion' | 'outputPerMillion' | 'cachedInputPerMillion' | 'cacheWritePerMillion'
>;

/** Billed tokens. `inputTokens` includes those read from and written to the provider's cache. */
export interface TokenUsage {
  inputTokens: number;
  outputTokens: number;
  cachedInputTokens: number;
  cacheWriteTokens: number;
}

/**
 * Returns the price of a finished call in nano-USD, rounded up. Cached tokens have their own price.
 */
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

/** Returns what a provider's cache saved in a call, in nano-USD. Negative if writing cost more. */
export function cacheSavingNanoUsd(
  prices: Prices,
  { cachedInputTokens, cacheWriteTokens }: TokenUsage,
): number {
  const full = picoUsdPerToken(prices.inputPerMillion);
  const picoUsd =
    cachedInputTokens * (full - picoUsdPerToken(cachedPrice(prices))) +
    cacheWriteTokens * (full - picoUsdPerToken(writePrice(prices)));
  return Math.round(picoUsd / 1_000);
}

const cachedPrice = (prices: Prices) => prices.cachedInputPerMillion ?? prices.inputPerMillion;
const writePrice = (prices: Prices) => prices.cacheWritePerMillion ?? prices.inputPerMillion;

/**
 * Returns an upper bound of a call's cost in nano-USD. A token covers at least one UTF-8 byte, so
 * `promptBytes` (with the schema) plus an overhead bounds the input tokens.
 */
export function worstCaseCostNanoUsd(
  prices: Prices,
  call: { promptBytes: number; maxOutputTokens: number },
): number {
  const dearest = Math.max(prices.inputPerMillion, cachedPrice(prices), writePrice(prices));
  const picoUsd =
    worstCaseInputTokens(call.promptBytes) * picoUsdPerToken(dearest) +
    call.maxOutputTokens * picoUsdPerToken(prices.outputPerMillion);
  return Math.ceil(picoUsd / 1_000);
}

/**
 * Returns the most input tokens of a prompt with this many UTF-8 bytes (see worstCaseCostNanoUsd).
 */
export function worstCaseInputTokens(promptBytes: number): number {
  return promptBytes + overheadTokens;
}

/**
 * Limits the counts that are believed, in tokens. So the price of a call stays far below 2^63
 * nano-USD.
 */
const maxReportedTokens = 100_000_000;

/**
 * Returns a provider's token count, or undefined for one that is negative, a fraction or too large
 * to store.
 */
export function readTokenCount(reported: number | undefined): number | undefined {
  const plausible =
    Number.isSafeInteger(reported) &&
    Number(reported) >= 0 &&
    Number(reported) <= maxReportedTokens;
  return plausible ? reported : undefined;
}

/**
 * Converts USD per million tokens to whole pico-USD per token, so that sums stay exact integers.
 */
function picoUsdPerToken(usdPerMillion: number): number {
  return Math.ceil(Number((usdPerMillion * 1_000_000).toFixed(3)));
}

/** Returns the usage of a call without a provider's cache. */
export function plainUsage(inputTokens: number, outputTokens = 0): TokenUsage {
  return { inputTokens, outputTokens, cachedInputTokens: 0, cacheWriteTokens: 0 };
}

/**
 * Upper bounds for an image: fixed tokens (Google counts up to 2,240), and the side in pixels of
 * the square for a token (28 at Anthropic; 32 for up to 2.46 tokens, so 20.4 for one, at OpenAI).
 */
const fixedTokens = 2_500;
const squarePixels = 20;

export function imagesOf(sources: readonly SourceDocument[]): SourceImage[] {
  return sources.flatMap(({ images = [] }) => images);
}

/** Returns an upper bound of the input tokens of an image. */
export function worstCaseImageTokens({
  width,
  height,
}: Pick<SourceImage, 'width' | 'height'>): number {
  return fixedTokens + Math.ceil(width / squarePixels) * Math.ceil(height / squarePixels);
}
