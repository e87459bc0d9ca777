import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogleGenerativeAI } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { LanguageModelV4 } from '@ai-sdk/provider';
import { defaultSettingsMiddleware, wrapLanguageModel } from 'ai';
import { streamWholeAnswers } from './answer-as-stream.ts';
import { type CatalogModel, ModelConfigurationError, nameAtProvider } from './catalog.ts';
import { type CloudProviders, loadCloudProviders } from './cloud-providers.ts';
import { openModelFetch } from './model-fetch.ts';
import type { ModelSettings } from './model-settings.ts';
import { openOfflineModel } from './offline-model.ts';
import { chooseOpenAiEndpoint } from './openai-endpoint.ts';
import { repairUsage } from './repair-usage.ts';

/** Far above any answer within the token limits, far below what would harm the process. */
const maxResponseBytes = 4 * 1_048_576;

/** Thinking counts against the output limit. A small share leaves the rest for the answer (flash-lite has it off). */
const geminiThinkingTokens = 512;

/**
 * Loads what the models need and returns a function that opens each of them once, at its first call.
 * Throws ModelConfigurationError if a cloud platform of a model is not configured.
 */
export async function openProviders(
  models: CatalogModel[],
  settings: ModelSettings,
): Promise<(entry: CatalogModel) => LanguageModelV4> {
  const clouds = await loadCloudProviders(models, settings, openModelFetch(maxResponseBytes));
  const opened = new Map<string, LanguageModelV4>();
  return (entry) => {
    const key = `${entry.provider} ${entry.id}`;
    const model = opened.get(key) ?? createLanguageModel(entry, settings, clouds);
    opened.set(key, model);
    return model;
  };
}

/**
 * Opens a catalogue entry as a language model of the AI SDK, with the key or address of its provider from the settings.
 * Throws ModelConfigurationError if these are missing, or if the platform of a cloud model is not loaded. Makes no
 * request.
 */
export function createLanguageModel(
  entry: CatalogModel,
  settings: ModelSettings,
  clouds: CloudProviders = new Map(),
): LanguageModelV4 {
  const fetch = openModelFetch(maxResponseBytes);
  const name = nameAtProvider(entry);
  switch (entry.provider) {
    case 'anthropic':
      return createAnthropic({ apiKey: requireKey(settings.anthropicApiKey, entry), fetch })(name);
    case 'openai':
      return chooseOpenAiEndpoint(openOpenAi(requireKey(settings.openaiApiKey, entry), fetch))(name);
    case 'google':
      return limitThinking(createGoogleGenerativeAI({ apiKey: requireKey(settings.googleApiKey, entry), fetch })(name));
    case 'azure':
    case 'amazon-bedrock':
    case 'google-vertex':
      return limitThinking(openCloudModel(entry, clouds));
    case 'openai-compatible':
      return openCompatibleModel(entry, settings, fetch);
    case 'local':
      return openOfflineModel(entry.id, settings.localModelLatencyMs);
  }
}

function openOpenAi(apiKey: string, fetch: typeof globalThis.fetch) {
  return createOpenAI({ apiKey, fetch: repairUsage(streamWholeAnswers(fetch)) });
}

function openCloudModel(entry: CatalogModel, clouds: CloudProviders): LanguageModelV4 {
  const open = clouds.get(entry.provider);
  if (open === undefined) throw new ModelConfigurationError(`${entry.provider} is not configured (${entry.id})`);
  return open(nameAtProvider(entry));
}

function requireKey(apiKey: string | undefined, entry: CatalogModel): string {
  if (apiKey === undefined) throw new ModelConfigurationError(`No API key is set for ${entry.provider} (${entry.id})`);
  return apiKey;
}

function openCompatibleModel(entry: CatalogModel, settings: ModelSettings, fetch: typeof globalThis.fetch) {
  const server = settings.openaiCompatible;
  if (server === undefined) throw new ModelConfigurationError(`OPENAI_COMPATIBLE_BASE_URL is not set (${entry.id})`);
  const provider = createOpenAICompatible({
    name: 'openai-compatible',
    baseURL: server.baseUrl,
    ...(server.apiKey !== undefined && { apiKey: server.apiKey }),
    // The client reports the usage of streams and sends the schema only if these options are set.
    includeUsage: true,
    supportsStructuredOutputs: true,
    fetch: repairUsage(streamWholeAnswers(fetch)),
  });
  return provider(nameAtProvider(entry));
}

function limitThinking(model: LanguageModelV4): LanguageModelV4 {
  if (!/^gemini-2\.5-(?!flash-lite)/.test(model.modelId)) return model;
  const providerOptions = { google: { thinkingConfig: { thinkingBudget: geminiThinkingTokens } } };
  return wrapLanguageModel({ model, middleware: defaultSettingsMiddleware({ settings: { providerOptions } }) });
}
