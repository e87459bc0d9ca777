import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { LanguageModelV4 } from '@ai-sdk/provider';
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

/** One model with its list price in USD per million tokens (MOD-3). */
export type CatalogModel = Static<typeof entrySchema>;
export type ModelTier = CatalogModel['tier'];
export type ModelProvider = CatalogModel['provider'];

/** Returns the name by which a model's provider knows it: the id without a leading provider and slash (MOD-17). */
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
 * the file is missing, is not JSON, has another shape or lists a model twice (MOD-3).
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

declare module '../kernel/engine-services.ts' {
  interface EngineServices {
    /** The models that can be called to write, at least one. */
    models: CatalogModel[];
    /** The models that only judge, perhaps none. */
    judges: CatalogModel[];
    languageModel(entry: CatalogModel): LanguageModelV4;
  }
}
