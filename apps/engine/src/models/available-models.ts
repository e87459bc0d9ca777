import {
  type CatalogModel,
  cloudPlatforms,
  type ModelCatalog,
  ModelConfigurationError,
  type ModelProvider,
} from './catalog.ts';
import type { ModelSettings, OpenAiCompatibleSettings } from './model-settings.ts';

/** The built-in model, which needs no provider. */
export const offlineModel: CatalogModel = {
  id: 'local/extractive',
  provider: 'local',
  inputPerMillion: 0,
  outputPerMillion: 0,
  tier: 'standard',
};

/**
 * Lists the models that can write with these settings: those whose provider has a key or an address. Without a
 * provider it is the offline model alone.
 * `warn` gets one line for each OpenAI-compatible model without a price, which counts as free.
 * Throws ModelConfigurationError if a provider is set but no model can be called, if the catalogue has none of a cloud
 * platform that is set, or if two models have one id, because a run names a model by its id alone.
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
  const lacking = providers.filter((provider) => !served.some((model) => model.provider === provider));
  const unusable =
    models.length === 0 ? lacking : lacking.filter((provider) => cloudPlatforms.some((cloud) => cloud === provider));
  if (unusable.length > 0) {
    throw new ModelConfigurationError(`MODEL_CATALOG: the catalogue lists no model of ${unusable.join(', ')}`);
  }
  requireUniqueIds([...models, ...judges]);
  return models;
}

/** Lists the models that only judge and whose provider has a key or an address. */
export function availableJudges(catalog: ModelCatalog, settings: ModelSettings): CatalogModel[] {
  const providers = configuredProviders(settings);
  const isServed = ({ provider }: CatalogModel) =>
    providers.includes(provider) || (provider === 'openai-compatible' && settings.openaiCompatible !== undefined);
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
      throw new ModelConfigurationError(`MODEL_CATALOG: ${both}; name one of them ${model.provider}/${model.id}`);
    }
    byId.set(model.id, model);
  }
}

function compatibleModels(
  entries: CatalogModel[],
  { models, baseUrl }: OpenAiCompatibleSettings,
  warn: (line: string) => void,
): CatalogModel[] {
  const own = entries.filter((model) => model.provider === 'openai-compatible');
  const [priced, judges] = [own.filter(({ kind }) => kind === undefined), own.filter(({ kind }) => kind === 'judge')];
  const named = models.filter((id) => !judges.some((judge) => judge.id === id));
  const wanted = models.length > 0 ? [...new Set(named)] : priced.map((model) => model.id);
  if (wanted.length === 0) {
    throw new ModelConfigurationError(
      `OPENAI_COMPATIBLE_MODELS: name at least one model of ${baseUrl} (comma-separated)`,
    );
  }
  return wanted.map((id) => priced.find((model) => model.id === id) ?? assumeFree(id, warn));
}

/** Self-hosted models cost nothing per token, so a missing price counts as free, but never silently. */
function assumeFree(id: string, warn: (line: string) => void): CatalogModel {
  warn(
    `The model ${id} has no price: its calls count as $0.00 and no budget limits them. ` +
      'If it is billed, set MODEL_CATALOG to a file that lists it with provider "openai-compatible".',
  );
  return { id, provider: 'openai-compatible', inputPerMillion: 0, outputPerMillion: 0, tier: 'standard' };
}
