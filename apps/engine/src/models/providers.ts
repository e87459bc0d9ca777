import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogleGenerativeAI } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { LanguageModelV4 } from '@ai-sdk/provider';
import { defaultSettingsMiddleware, wrapLanguageModel } from 'ai';
import { streamWholeAnswers } from './answer-as-stream.ts';
import { type CatalogModel, ModelConfigurationError } from './catalog.ts';
import { openModelFetch } from './model-fetch.ts';
import type { ModelSettings } from './model-settings.ts';
import { openOfflineModel } from './offline-model.ts';

/** Far above any answer within the token limits, far below what would harm the process. */
const maxResponseBytes = 4 * 1_048_576;

/** Thinking counts against the output limit. A small share leaves the rest for the answer (flash-lite has it off). */
const geminiThinkingTokens = 512;

/**
 * Opens a catalogue entry as a language model of the AI SDK, with the key or address of its provider from the settings.
 * Throws ModelConfigurationError if these are missing. Makes no request.
 */
export function createLanguageModel(entry: CatalogModel, settings: ModelSettings): LanguageModelV4 {
  const fetch = openModelFetch(maxResponseBytes);
  switch (entry.provider) {
    case 'anthropic':
      return createAnthropic({ apiKey: requireKey(settings.anthropicApiKey, entry), fetch })(entry.id);
    case 'openai':
      // The provider would use the responses endpoint by default, but every gateway supports chat.
      return createOpenAI({
        apiKey: requireKey(settings.openaiApiKey, entry),
        fetch: streamWholeAnswers(fetch),
      }).chat(entry.id);
    case 'google':
      return limitThinking(
        createGoogleGenerativeAI({ apiKey: requireKey(settings.googleApiKey, entry), fetch })(entry.id),
      );
    case 'openai-compatible':
      return openCompatibleModel(entry, settings, fetch);
    case 'local':
      return openOfflineModel(entry.id, settings.localModelLatencyMs);
  }
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
    fetch: streamWholeAnswers(fetch),
  });
  return provider(entry.id);
}

function limitThinking(model: LanguageModelV4): LanguageModelV4 {
  if (!/^gemini-2\.5-(?!flash-lite)/.test(model.modelId)) return model;
  const providerOptions = { google: { thinkingConfig: { thinkingBudget: geminiThinkingTokens } } };
  return wrapLanguageModel({ model, middleware: defaultSettingsMiddleware({ settings: { providerOptions } }) });
}
