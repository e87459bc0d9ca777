import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogleGenerativeAI } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { LanguageModelV4 } from '@ai-sdk/provider';
import { currentTenant } from '@ecp/database/pool';
import { defaultSettingsMiddleware, wrapLanguageModel } from 'ai';
import type {
  AmazonBedrockSettings,
  AzureSettings,
  CloudSettings,
  GoogleVertexSettings,
  ModelSettings,
} from './available-models.ts';
import {
  type CatalogModel,
  type cloudPlatforms,
  ModelConfigurationError,
  nameAtProvider,
} from './catalog.ts';
import { normalizeChatAnswers, readCount } from './chat-answers.ts';
import { openModelFetch, readObject } from './model-fetch.ts';
import { openOfflineModel } from './offline-model.ts';
import { adaptRequests } from './refused-parameters.ts';

/** Limits the bytes of a response, far above any answer within the token limits. */
const maxResponseBytes = 4 * 1_048_576;

/** Thoughts count against the output limit, so a small share leaves the rest for the answer. */
const geminiThinkingTokens = 512;

/**
 * Returns a function that opens each model once. Throws ModelConfigurationError for an unconfigured
 * platform.
 */
export async function openProviders(
  models: CatalogModel[],
  settings: ModelSettings,
): Promise<(entry: CatalogModel) => LanguageModelV4> {
  const clouds = await loadCloudProviders(
    models,
    settings,
    openModelFetch(maxResponseBytes, settings.fetch),
  );
  const opened = new Map<string, LanguageModelV4>();
  return (entry) => {
    const key = `${entry.provider} ${entry.id}`;
    const model = opened.get(key) ?? createLanguageModel(entry, settings, clouds);
    opened.set(key, model);
    return model;
  };
}

/**
 * Opens a catalogue entry without a request. Throws ModelConfigurationError if its provider has no
 * key or address.
 */
export function createLanguageModel(
  entry: CatalogModel,
  settings: ModelSettings,
  clouds: CloudProviders = new Map(),
): LanguageModelV4 {
  const fetch = openModelFetch(maxResponseBytes, settings.fetch);
  const name = nameAtProvider(entry);
  const place = settings.baseUrl === undefined ? {} : { baseURL: settings.baseUrl };
  switch (entry.provider) {
    case 'anthropic':
      return createAnthropic({
        ...place,
        apiKey: requireKey(settings.anthropicApiKey, entry),
        fetch,
      })(name);
    case 'openai':
      return chooseOpenAiEndpoint(
        openOpenAi({ ...place, apiKey: requireKey(settings.openaiApiKey, entry) }, fetch),
      )(name);
    case 'google':
      return limitThinking(
        createGoogleGenerativeAI({
          ...place,
          apiKey: requireKey(settings.googleApiKey, entry),
          fetch,
        })(name),
      );
    case 'azure':
    case 'amazon-bedrock':
    case 'google-vertex':
      return limitThinking(openCloudModel(entry, clouds));
    case 'openai-compatible':
      return openCompatibleModel(entry, settings, fetch);
    case 'local':
      return openOfflineModel(entry.id, {
        latencyMs: settings.localModelLatencyMs,
        currentHolder: currentTenant,
        write: settings.writeOffline,
      });
  }
}

/**
 * Makes a `fetch` for servers of OpenAI's protocol, which differ in what they take and in what they
 * send.
 */
function openChatFetch(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return adaptRequests(normalizeChatAnswers(fetch));
}

function openOpenAi(account: { apiKey: string; baseURL?: string }, fetch: typeof globalThis.fetch) {
  return createOpenAI({ ...account, fetch: openChatFetch(fetch) });
}

function openCloudModel(entry: CatalogModel, clouds: CloudProviders): LanguageModelV4 {
  const open = clouds.get(entry.provider);
  if (open === undefined)
    throw new ModelConfigurationError(`${entry.provider} is not configured (${entry.id})`);
  return open(nameAtProvider(entry));
}

function requireKey(apiKey: string | undefined, entry: CatalogModel): string {
  if (apiKey === undefined)
    throw new ModelConfigurationError(`No API key is set for ${entry.provider} (${entry.id})`);
  return apiKey;
}

function openCompatibleModel(
  entry: CatalogModel,
  settings: ModelSettings,
  fetch: typeof globalThis.fetch,
) {
  const server = settings.openaiCompatible;
  if (server === undefined)
    throw new ModelConfigurationError(`OPENAI_COMPATIBLE_BASE_URL is not set (${entry.id})`);
  const provider = createOpenAICompatible({
    name: 'openai-compatible',
    baseURL: server.baseUrl,
    ...(server.apiKey !== undefined && { apiKey: server.apiKey }),
    // The client reports the usage of streams and sends the schema only if these options are set.
    includeUsage: true,
    supportsStructuredOutputs: true,
    fetch: openChatFetch(fetch),
  });
  return provider(nameAtProvider(entry));
}

function limitThinking(model: LanguageModelV4): LanguageModelV4 {
  if (!/^gemini-2\.5-(?!flash-lite)/.test(model.modelId)) return model;
  const providerOptions = { google: { thinkingConfig: { thinkingBudget: geminiThinkingTokens } } };
  return wrapLanguageModel({
    model,
    middleware: defaultSettingsMiddleware({ settings: { providerOptions } }),
  });
}

type CloudProvider = (typeof cloudPlatforms)[number];
type OpenModel = (name: string) => LanguageModelV4;
type CloudProviders = ReadonlyMap<CatalogModel['provider'], OpenModel>;

/**
 * Loads only needed packages, because each takes up to 45 ms and 9 MB. Throws
 * ModelConfigurationError.
 */
async function loadCloudProviders(
  models: CatalogModel[],
  settings: CloudSettings,
  fetch: typeof globalThis.fetch,
): Promise<CloudProviders> {
  const load: Record<CloudProvider, () => Promise<OpenModel>> = {
    azure: () => loadAzure(required(settings.azure, 'azure'), fetch),
    'amazon-bedrock': () =>
      loadAmazonBedrock(required(settings.amazonBedrock, 'amazon-bedrock'), fetch),
    'google-vertex': () =>
      loadGoogleVertex(required(settings.googleVertex, 'google-vertex'), fetch),
  };
  const needed = new Set(
    models.map(({ provider }) => provider).filter((provider) => provider in load),
  );
  return new Map(
    await Promise.all(
      [...needed].map(async (name) => [name, await load[name as CloudProvider]()] as const),
    ),
  );
}

function required<Settings>(settings: Settings | undefined, provider: CloudProvider): Settings {
  if (settings === undefined) throw new ModelConfigurationError(`${provider} is not configured`);
  return settings;
}

async function loadAzure(
  { resourceName, baseUrl, apiKey }: AzureSettings,
  fetch: typeof globalThis.fetch,
) {
  const { createAzure } = await import('@ai-sdk/azure');
  const place = baseUrl === undefined ? { resourceName: resourceName ?? '' } : { baseURL: baseUrl };
  return chooseOpenAiEndpoint(createAzure({ ...place, apiKey, fetch: openChatFetch(fetch) }));
}

async function loadAmazonBedrock(
  settings: AmazonBedrockSettings,
  fetch: typeof globalThis.fetch,
): Promise<OpenModel> {
  const { createAmazonBedrock } = await import('@ai-sdk/amazon-bedrock');
  // An empty API key keeps the package from reading AWS_BEARER_TOKEN_BEDROCK instead of the
  // configured access key.
  const { region, baseUrl, apiKey = '', accessKeyId = '', secretAccessKey = '' } = settings;
  return createAmazonBedrock({
    region,
    apiKey,
    accessKeyId,
    secretAccessKey,
    ...(baseUrl !== undefined && { baseURL: baseUrl }),
    fetch,
  });
}

async function loadGoogleVertex(
  settings: GoogleVertexSettings,
  fetch: typeof globalThis.fetch,
): Promise<OpenModel> {
  const { createGoogleVertex } = await import('@ai-sdk/google-vertex');
  const { project = '', location = '', baseUrl, apiKey } = settings;
  const account = apiKey === undefined ? { project, location } : { apiKey };
  return createGoogleVertex({
    ...account,
    ...(baseUrl !== undefined && { baseURL: baseUrl }),
    fetch,
  });
}

interface OpenAiProvider {
  chat(name: string): LanguageModelV4;
  responses(name: string): LanguageModelV4;
}

/**
 * GPT 5.6 and later refuse tools beside reasoning in chat completions. Azure calls GPT 3.5
 * `gpt-35`.
 */
const needsResponses = /^gpt-(5\.[6-9]|[6-9]|[12]\d)/;

/**
 * Uses the chat endpoint, which every gateway supports, or, if a model needs it, responses without
 * storage.
 */
function chooseOpenAiEndpoint(provider: OpenAiProvider): (name: string) => LanguageModelV4 {
  return (name) => {
    if (!needsResponses.test(name)) return provider.chat(name);
    const providerOptions = { openai: { store: false } };
    const middleware = defaultSettingsMiddleware({ settings: { providerOptions } });
    return wrapLanguageModel({ model: provider.responses(name), middleware });
  };
}

/** Repairs embedding usage within the text, because parsing the long vectors would cost time. */
export function repairEmbeddingUsage(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    if (!response.ok) return response;
    const text = await response.text();
    const repaired = text.replace(
      /"usage"\s*:\s*(\{[^{}]*\}|"[^"]*"|\[[^\]]*\])/,
      (_usage, given: string) => {
        const usage = readObject(given);
        const count = readCount(usage?.['prompt_tokens']) ?? readCount(usage?.['total_tokens']);
        const kept = count === undefined ? null : { prompt_tokens: count, total_tokens: count };
        return `"usage":${JSON.stringify(kept)}`;
      },
    );
    return new Response(repaired, response);
  };
}
