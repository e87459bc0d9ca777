import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogleGenerativeAI } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { LanguageModelV4 } from '@ai-sdk/provider';
import { defaultSettingsMiddleware, wrapLanguageModel } from 'ai';
import { type CatalogModel, type cloudPlatforms, ModelConfigurationError, nameAtProvider } from './catalog.ts';
import { openModelFetch, repairUsage } from './model-fetch.ts';
import type {
  AmazonBedrockSettings,
  AzureSettings,
  CloudSettings,
  GoogleVertexSettings,
  ModelSettings,
} from './model-settings.ts';
import { openOfflineModel } from './offline-model.ts';

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

type CloudProvider = (typeof cloudPlatforms)[number];
/** Opens a model by the name that its provider knows. */
type OpenModel = (name: string) => LanguageModelV4;
/** The cloud platforms whose packages are loaded. */
type CloudProviders = ReadonlyMap<CatalogModel['provider'], OpenModel>;

/**
 * Loads the package of each cloud platform that one of the models needs. Others are not loaded, because each takes up
 * to 45 ms and 9 MB at the start. Makes no request; `fetch` makes those of the models. Throws ModelConfigurationError
 * if the platform of a model is not configured.
 */
async function loadCloudProviders(
  models: CatalogModel[],
  settings: CloudSettings,
  fetch: typeof globalThis.fetch,
): Promise<CloudProviders> {
  const load: Record<CloudProvider, () => Promise<OpenModel>> = {
    azure: () => loadAzure(required(settings.azure, 'azure'), fetch),
    'amazon-bedrock': () => loadAmazonBedrock(required(settings.amazonBedrock, 'amazon-bedrock'), fetch),
    'google-vertex': () => loadGoogleVertex(required(settings.googleVertex, 'google-vertex'), fetch),
  };
  const needed = new Set(models.map(({ provider }) => provider).filter((provider) => provider in load));
  return new Map(
    await Promise.all([...needed].map(async (name) => [name, await load[name as CloudProvider]()] as const)),
  );
}

function required<Settings>(settings: Settings | undefined, provider: CloudProvider): Settings {
  if (settings === undefined) throw new ModelConfigurationError(`${provider} is not configured`);
  return settings;
}

async function loadAzure({ resourceName, baseUrl, apiKey }: AzureSettings, fetch: typeof globalThis.fetch) {
  const { createAzure } = await import('@ai-sdk/azure');
  const place = baseUrl === undefined ? { resourceName: resourceName ?? '' } : { baseURL: baseUrl };
  return chooseOpenAiEndpoint(createAzure({ ...place, apiKey, fetch: repairUsage(fetch) }));
}

async function loadAmazonBedrock(settings: AmazonBedrockSettings, fetch: typeof globalThis.fetch): Promise<OpenModel> {
  const { createAmazonBedrock } = await import('@ai-sdk/amazon-bedrock');
  // An empty API key keeps the package from reading AWS_BEARER_TOKEN_BEDROCK instead of the configured access key.
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

async function loadGoogleVertex(settings: GoogleVertexSettings, fetch: typeof globalThis.fetch): Promise<OpenModel> {
  const { createGoogleVertex } = await import('@ai-sdk/google-vertex');
  const { project = '', location = '', baseUrl, apiKey } = settings;
  const account = apiKey === undefined ? { project, location } : { apiKey };
  return createGoogleVertex({ ...account, ...(baseUrl !== undefined && { baseURL: baseUrl }), fetch });
}

interface OpenAiProvider {
  chat(name: string): LanguageModelV4;
  responses(name: string): LanguageModelV4;
}

/** GPT 5.6 and later refuse tools beside reasoning in chat completions. Azure calls GPT 3.5 `gpt-35`. */
const needsResponses = /^gpt-(5\.[6-9]|[6-9]|[12]\d)/;

/**
 * Returns a function that opens a model of OpenAI by its name: in the chat endpoint, which every gateway supports, or
 * in the responses endpoint for models that need it. There the provider is told to store nothing.
 */
function chooseOpenAiEndpoint(provider: OpenAiProvider): (name: string) => LanguageModelV4 {
  return (name) => {
    if (!needsResponses.test(name)) return provider.chat(name);
    const providerOptions = { openai: { store: false } };
    const middleware = defaultSettingsMiddleware({ settings: { providerOptions } });
    return wrapLanguageModel({ model: provider.responses(name), middleware });
  };
}

/** A completion of OpenAI's chat endpoint, as far as a stream needs it. */
interface Completion {
  choices?: { message?: { tool_calls?: object[] }; finish_reason?: unknown }[];
}

/**
 * Wraps the `fetch` of OpenAI's chat endpoint for servers that ignore `stream: true`: a whole answer in JSON is passed
 * on as a stream of one event, because it is paid. Other responses stay as they are.
 */
function streamWholeAnswers(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    const isWhole = response.ok && response.headers.get('content-type')?.includes('application/json') === true;
    if (!isWhole || !isStreamRequest(init?.body)) return response;
    const whole = readObject(await response.text());
    const headers = { 'content-type': 'text/event-stream' };
    if (whole === null) return new Response('', { headers });
    const choices = whole.choices?.map(({ message, finish_reason }) => {
      const calls = message?.tool_calls?.map((call, index) => ({ index, ...call }));
      return { index: 0, delta: { ...message, ...(calls && { tool_calls: calls }) }, finish_reason };
    });
    return new Response(`data: ${JSON.stringify({ ...whole, choices })}\n\ndata: [DONE]\n\n`, { headers });
  };
}

function isStreamRequest(body: unknown): boolean {
  return typeof body === 'string' && readObject(body)?.['stream'] === true;
}

function readObject(text: string): (Completion & Record<string, unknown>) | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Completion & Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
