import type { EngineConfig } from '../../apps/server/src/engine/config.ts';
import { placeOf, reasonOf } from './failure-reasons.ts';
import { type Finding, find } from './finding.ts';

/** A provider whose list of models costs nothing to read. */
interface ListingProvider {
  provider: string;
  url: string;
  headers: Record<string, string>;
  /** The variable that holds its key or address. */
  setting: string;
  /** Models that the list must have. */
  models: readonly string[];
}

/** Reads the list of models of each provider that is set. No call is paid for. */
export async function checkModels(
  { models: settings }: EngineConfig,
  signal: AbortSignal,
): Promise<Finding[]> {
  const listing = listProviders(settings);
  const clouds = Object.entries({
    'Azure OpenAI': settings.azure,
    'Amazon Bedrock': settings.amazonBedrock,
    'Vertex AI': settings.googleVertex,
  });
  const unchecked = clouds
    .filter(([, cloud]) => cloud !== undefined)
    .map(([provider]) => find('models', 'models_unchecked', { provider }));
  if (listing.length + unchecked.length === 0) return [find('models', 'models_offline')];
  const answers = await Promise.all(listing.map((provider) => askProvider(provider, signal)));
  return [...answers.flat(), ...unchecked];
}

function listProviders(settings: EngineConfig['models']): ListingProvider[] {
  const { anthropicApiKey, openaiApiKey, googleApiKey, openaiCompatible } = settings;
  const providers: ListingProvider[] = [];
  if (anthropicApiKey !== undefined) {
    providers.push({
      provider: 'Anthropic',
      url: 'https://api.anthropic.com/v1/models',
      headers: { 'x-api-key': anthropicApiKey, 'anthropic-version': '2023-06-01' },
      setting: 'ANTHROPIC_API_KEY',
      models: [],
    });
  }
  if (openaiApiKey !== undefined) {
    providers.push({
      provider: 'OpenAI',
      url: 'https://api.openai.com/v1/models',
      headers: { authorization: `Bearer ${openaiApiKey}` },
      setting: 'OPENAI_API_KEY',
      models: [],
    });
  }
  if (googleApiKey !== undefined) {
    providers.push({
      provider: 'Google',
      url: 'https://generativelanguage.googleapis.com/v1beta/models',
      headers: { 'x-goog-api-key': googleApiKey },
      setting: 'GOOGLE_GENERATIVE_AI_API_KEY',
      models: [],
    });
  }
  if (openaiCompatible !== undefined) {
    const { apiKey, baseUrl, models } = openaiCompatible;
    providers.push({
      provider: 'the OpenAI-compatible server',
      url: `${baseUrl.replace(/\/+$/, '')}/models`,
      headers: apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` },
      setting:
        apiKey === undefined
          ? 'OPENAI_COMPATIBLE_API_KEY'
          : 'OPENAI_COMPATIBLE_API_KEY or its address',
      models,
    });
  }
  return providers;
}

async function askProvider(
  { provider, url, headers, setting, models }: ListingProvider,
  signal: AbortSignal,
): Promise<Finding[]> {
  const address = placeOf(url);
  try {
    const response = await fetch(url, { headers, signal, redirect: 'manual' });
    const { status } = response;
    // Google refuses a wrong key with 400.
    if ([400, 401, 403].includes(status))
      return [find('models', 'models_refused', { provider, status, setting })];
    if (status !== 200) return [find('models', 'models_unexpected', { provider, address, status })];
    const served = readIds(await response.json().catch(() => null));
    const missing = served === null ? [] : models.filter((model) => !isServed(served, model));
    if (missing.length === 0) return [find('models', 'models_answer', { provider })];
    return missing.map((model) => find('models', 'model_missing', { provider, model }));
  } catch (error) {
    return [find('models', 'models_unreachable', { provider, address, reason: reasonOf(error) })];
  }
}

/** Reads the ids of a list of models; null if the answer is none, as some gateways have no list. */
function readIds(answer: unknown): string[] | null {
  const { data } = (answer ?? {}) as { data?: unknown };
  if (!Array.isArray(data)) return null;
  return data.map((model: { id?: unknown } | null) => String(model?.id));
}

/** Ollama names a model with its tag, `llama3.1:latest`, and serves it by either name. */
const isServed = (served: readonly string[], model: string): boolean =>
  served.includes(model) || served.includes(`${model}:latest`);
