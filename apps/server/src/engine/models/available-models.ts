import type { EngineEnvironment } from '@ecp/contract/engine/engine-environment';
import { offlineModelId } from '@ecp/contract/values/offline-model';
import type { Static } from 'typebox';
import {
  type CatalogModel,
  cloudPlatforms,
  type ModelCatalog,
  ModelConfigurationError,
  type ModelProvider,
} from './catalog.ts';
import type { OfflineWriter } from './offline-model.ts';

export const offlineModel: CatalogModel = {
  id: offlineModelId,
  provider: 'local',
  inputPerMillion: 0,
  outputPerMillion: 0,
  tier: 'standard',
};

/**
 * Lists the models that can write, or the offline model if no provider is set. `warn` gets a line
 * for each model without a price. Throws ModelConfigurationError if a provider has no model or an
 * id is not unique.
 */
export function availableModels(
  catalog: ModelCatalog,
  settings: ModelSettings,
  warn: (line: string) => void,
): CatalogModel[] {
  const providers = configuredProviders(settings);
  const writers = catalog.models.filter(({ kind }) => kind === undefined);
  const models = writers.filter((model) => providers.includes(model.provider));
  if (settings.openaiCompatible !== undefined) {
    const known = catalog.models.filter(({ kind }) => kind !== 'embedding');
    models.push(...compatibleModels(known, settings.openaiCompatible, warn));
  } else if (providers.length === 0) {
    return [offlineModel];
  }
  const judges = availableJudges(catalog, settings);
  const served = models.length === 0 ? models : [...models, ...judges];
  const lacking = providers.filter(
    (provider) => !served.some((model) => model.provider === provider),
  );
  const unusable =
    models.length === 0
      ? lacking
      : lacking.filter((provider) => cloudPlatforms.some((cloud) => cloud === provider));
  if (unusable.length > 0) {
    throw new ModelConfigurationError(
      `MODEL_CATALOG: the catalogue lists no model of ${unusable.join(', ')}`,
    );
  }
  requireUniqueIds([...models, ...judges]);
  return models;
}

/** Lists the models that only judge and whose provider has a key or an address. */
export function availableJudges(catalog: ModelCatalog, settings: ModelSettings): CatalogModel[] {
  const providers = configuredProviders(settings);
  const isServed = ({ provider }: CatalogModel) =>
    providers.includes(provider) ||
    (provider === 'openai-compatible' && settings.openaiCompatible !== undefined);
  return catalog.models.filter((model) => model.kind === 'judge' && isServed(model));
}

function configuredProviders(settings: ModelSettings): ModelProvider[] {
  const configured: [ModelProvider, unknown][] = [
    ['anthropic', settings.anthropicApiKey],
    ['openai', settings.openaiApiKey],
    ['google', settings.googleApiKey],
    ['azure', settings.azure],
    ['amazon-bedrock', settings.amazonBedrock],
    ['google-vertex', settings.googleVertex],
  ];
  return configured.filter(([, setting]) => setting !== undefined).map(([provider]) => provider);
}

function requireUniqueIds(models: CatalogModel[]): void {
  const byId = new Map<string, CatalogModel>();
  for (const model of models) {
    const other = byId.get(model.id);
    if (other) {
      const both = `${model.id} is a model of ${other.provider} and of ${model.provider}`;
      throw new ModelConfigurationError(
        `MODEL_CATALOG: ${both}; name one of them ${model.provider}/${model.id}`,
      );
    }
    byId.set(model.id, model);
  }
}

/**
 * Lists the named models, or all of the entries that write. Throws ModelConfigurationError without
 * any.
 */
export function compatibleModels(
  entries: CatalogModel[],
  { models, baseUrl }: Pick<OpenAiCompatibleSettings, 'models' | 'baseUrl'>,
  warn: (line: string) => void,
): CatalogModel[] {
  const own = entries.filter((model) => model.provider === 'openai-compatible');
  const [priced, judges] = [
    own.filter(({ kind }) => kind === undefined),
    own.filter(({ kind }) => kind === 'judge'),
  ];
  const named = models.filter((id) => !judges.some((judge) => judge.id === id));
  const wanted = models.length > 0 ? [...new Set(named)] : priced.map((model) => model.id);
  if (wanted.length === 0) {
    throw new ModelConfigurationError(
      `OPENAI_COMPATIBLE_MODELS: name at least one model of ${baseUrl} (comma-separated)`,
    );
  }
  return wanted.map((id) => priced.find((model) => model.id === id) ?? assumeFree(id, warn));
}

/** A missing price counts as free, as for self-hosted models, but never silently. */
function assumeFree(id: string, warn: (line: string) => void): CatalogModel {
  warn(
    `The model ${id} has no price: its calls count as $0.00 and no budget limits them. ` +
      'If it is billed, set MODEL_CATALOG to a file that lists it with provider "openai-compatible".',
  );
  return {
    id,
    provider: 'openai-compatible',
    inputPerMillion: 0,
    outputPerMillion: 0,
    tier: 'standard',
  };
}

/** An OpenAI-compatible server, such as Ollama, vLLM or a gateway. */
interface OpenAiCompatibleSettings {
  baseUrl: string;
  apiKey?: string | undefined;
  /** If empty, the catalogue's `openai-compatible` entries are used. */
  models: string[];
}

export interface AzureSettings {
  resourceName?: string | undefined;
  baseUrl?: string | undefined;
  apiKey: string;
}

/** Amazon Bedrock: a region, with an API key of Bedrock or a user's access key. */
export interface AmazonBedrockSettings {
  region: string;
  /** Address of an endpoint inside a network. Absent for the region's own. */
  baseUrl?: string | undefined;
  apiKey?: string | undefined;
  accessKeyId?: string | undefined;
  secretAccessKey?: string | undefined;
}

/**
 * Vertex AI: an API key, or a project and location with Google Cloud's application default
 * credentials.
 */
export interface GoogleVertexSettings {
  project?: string | undefined;
  location?: string | undefined;
  baseUrl?: string | undefined;
  apiKey?: string | undefined;
}

export interface CloudSettings {
  azure?: AzureSettings | undefined;
  amazonBedrock?: AmazonBedrockSettings | undefined;
  googleVertex?: GoogleVertexSettings | undefined;
}

export interface ModelSettings extends CloudSettings {
  anthropicApiKey?: string | undefined;
  openaiApiKey?: string | undefined;
  googleApiKey?: string | undefined;
  openaiCompatible?: OpenAiCompatibleSettings | undefined;
  /** Address in place of that of Anthropic, OpenAI or Google. */
  baseUrl?: string | undefined;
  /** Makes the requests to providers. Absent for the process's own `fetch`. */
  fetch?: typeof globalThis.fetch;
  localModelLatencyMs: number;
  /** Writes the answers of the offline model. Absent for this process. */
  writeOffline?: OfflineWriter;
  /** `off` for none. Absent for the first one of the catalogue whose provider is configured. */
  embeddingModel?: string | undefined;
  catalogPath?: string | undefined;
}

type Variables = Static<typeof EngineEnvironment>;
type Name = keyof Variables;

/**
 * Reads the settings of cloud platforms. Throws ModelConfigurationError that names the missing
 * variables of one.
 */
export function readCloudSettings(env: Variables): CloudSettings {
  return {
    azure: readAzure(env),
    amazonBedrock: readAmazonBedrock(env),
    googleVertex: readGoogleVertex(env),
  };
}

function readAzure(env: Variables): AzureSettings | undefined {
  const given = firstSet(env, ['AZURE_API_KEY', 'AZURE_RESOURCE_NAME', 'AZURE_BASE_URL']);
  if (given === undefined) return undefined;
  const { AZURE_API_KEY: apiKey, AZURE_RESOURCE_NAME: resourceName, AZURE_BASE_URL: baseUrl } = env;
  if (apiKey === undefined) throw missing('AZURE_API_KEY', given);
  if (resourceName === undefined && baseUrl === undefined)
    throw missing('AZURE_RESOURCE_NAME or AZURE_BASE_URL', given);
  return { resourceName, baseUrl, apiKey };
}

function readAmazonBedrock(env: Variables): AmazonBedrockSettings | undefined {
  const names = [
    'BEDROCK_REGION',
    'BEDROCK_API_KEY',
    'BEDROCK_ACCESS_KEY_ID',
    'BEDROCK_SECRET_ACCESS_KEY',
  ] as const;
  const given = firstSet(env, [...names, 'BEDROCK_BASE_URL']);
  if (given === undefined) return undefined;
  const { BEDROCK_REGION: region, BEDROCK_BASE_URL: baseUrl, BEDROCK_API_KEY: apiKey } = env;
  const { BEDROCK_ACCESS_KEY_ID: accessKeyId, BEDROCK_SECRET_ACCESS_KEY: secretAccessKey } = env;
  if (region === undefined) throw missing('BEDROCK_REGION', given);
  if (apiKey === undefined && (accessKeyId === undefined || secretAccessKey === undefined)) {
    throw missing(
      'BEDROCK_API_KEY, or BEDROCK_ACCESS_KEY_ID with BEDROCK_SECRET_ACCESS_KEY,',
      given,
    );
  }
  return { region, baseUrl, apiKey, accessKeyId, secretAccessKey };
}

function readGoogleVertex(env: Variables): GoogleVertexSettings | undefined {
  const names = [
    'GOOGLE_VERTEX_API_KEY',
    'GOOGLE_VERTEX_PROJECT',
    'GOOGLE_VERTEX_LOCATION',
  ] as const;
  const given = firstSet(env, [...names, 'GOOGLE_VERTEX_BASE_URL']);
  if (given === undefined) return undefined;
  const {
    GOOGLE_VERTEX_API_KEY: apiKey,
    GOOGLE_VERTEX_PROJECT: project,
    GOOGLE_VERTEX_LOCATION: location,
  } = env;
  if (apiKey === undefined && (project === undefined || location === undefined)) {
    throw missing(
      'GOOGLE_VERTEX_PROJECT with GOOGLE_VERTEX_LOCATION, or GOOGLE_VERTEX_API_KEY,',
      given,
    );
  }
  return { project, location, baseUrl: env.GOOGLE_VERTEX_BASE_URL, apiKey };
}

function firstSet(env: Variables, names: readonly Name[]): Name | undefined {
  return names.find((name) => env[name] !== undefined);
}

function missing(needed: string, given: Name): ModelConfigurationError {
  return new ModelConfigurationError(`${needed} is required with ${given}`);
}
