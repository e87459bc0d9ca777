import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readConfig } from '../../../apps/engine/src/config.ts';
import { availableModels, offlineModel } from '../../../apps/engine/src/models/available-models.ts';
import { type CatalogModel, loadCatalog, type ModelCatalog } from '../../../apps/engine/src/models/catalog.ts';
import { RehearsalError } from '../rehearsal-error.ts';

/** The models of a rehearsal, each configured in this environment. */
export interface ChosenModels {
  catalog: ModelCatalog;
  models: CatalogModel[];
}

const howToConfigure =
  'Set a provider first, such as ANTHROPIC_API_KEY, OPENAI_API_KEY, GOOGLE_GENERATIVE_AI_API_KEY, or ' +
  'OPENAI_COMPATIBLE_BASE_URL with OPENAI_COMPATIBLE_MODELS, and name models with --models a,b ' +
  `(--models ${offlineModel.id} rehearses the offline model).`;

/**
 * Finds models by their ids among those that the engine could call with these settings. Throws a RehearsalError that
 * says what to set when there is no provider, and which models there are when one is unknown.
 */
export function chooseModels(ids: readonly string[], environment: NodeJS.ProcessEnv): ChosenModels {
  const needed = { DATABASE_URL: 'postgres://none', ENGINE_TOKEN: 'only-models-are-read' };
  const { models: settings } = readConfig({ ...environment, ...needed });
  const catalog = loadCatalog(settings.catalogPath);
  const configured = availableModels(catalog, settings, () => undefined);
  const hasProvider = configured[0] !== offlineModel;
  if (!hasProvider && (ids.length === 0 || ids.some((id) => id !== offlineModel.id)))
    throw new RehearsalError(`No model provider is configured. ${howToConfigure}`);
  const list = configured.map(({ id }) => id).join(', ');
  if (ids.length === 0) throw new RehearsalError(`Name models with --models a,b. Configured are: ${list}`);
  const models = [...new Set(ids)].map((id) => {
    const found = configured.find((model) => model.id === id);
    if (found === undefined) throw new RehearsalError(`The model ${id} is not configured. Configured are: ${list}`);
    return found;
  });
  return { catalog, models };
}

/**
 * Returns settings with which an engine has one model that writes, and the embedding models as before. Writes the
 * catalogue for it to `folder`.
 */
export async function isolateModel(
  model: CatalogModel,
  catalog: ModelCatalog,
  { environment, folder }: { environment: NodeJS.ProcessEnv; folder: string },
): Promise<NodeJS.ProcessEnv> {
  if (model === offlineModel) return environment;
  const path = join(folder, 'model-catalog.json');
  const embeddings = catalog.models.filter(({ kind }) => kind === 'embedding');
  await writeFile(path, JSON.stringify({ models: [model, ...embeddings] }));
  const own: NodeJS.ProcessEnv = { ...environment, MODEL_CATALOG: path };
  if (model.provider === 'openai-compatible') return { ...own, OPENAI_COMPATIBLE_MODELS: model.id };
  // Removing the server's settings keeps its other models, also the embedding model, from being called.
  const {
    OPENAI_COMPATIBLE_BASE_URL: server,
    OPENAI_COMPATIBLE_MODELS: _models,
    EMBEDDING_MODEL: embedding,
    ...rest
  } = own;
  return {
    ...rest,
    ...(embedding !== undefined && (!server || embedding === 'off') && { EMBEDDING_MODEL: embedding }),
  };
}
