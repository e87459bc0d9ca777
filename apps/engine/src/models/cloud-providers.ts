import type { LanguageModelV4 } from '@ai-sdk/provider';
import { type CatalogModel, type cloudPlatforms, ModelConfigurationError } from './catalog.ts';
import type { AmazonBedrockSettings, AzureSettings, CloudSettings, GoogleVertexSettings } from './model-settings.ts';
import { chooseOpenAiEndpoint } from './openai-endpoint.ts';
import { repairUsage } from './repair-usage.ts';

type CloudProvider = (typeof cloudPlatforms)[number];
/** Opens a model by the name that its provider knows. */
type OpenModel = (name: string) => LanguageModelV4;
/** The cloud platforms whose packages are loaded. */
export type CloudProviders = ReadonlyMap<CatalogModel['provider'], OpenModel>;

/**
 * Loads the package of each cloud platform that one of the models needs. Others are not loaded, because each takes up
 * to 45 ms and 9 MB at the start. Makes no request; `fetch` makes those of the models. Throws ModelConfigurationError
 * if the platform of a model is not configured.
 */
export async function loadCloudProviders(
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
