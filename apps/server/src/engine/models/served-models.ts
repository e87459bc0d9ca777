import type { Database } from '@ecp/database/database';
import type { PlatformConfig } from '../../kernel/settings.ts';
import { findKeyEdition } from '../../material/model-keys/engine-access.ts';
import { selectKeys } from '../../material/model-keys/key-rows.ts';
import { type CatalogModel, type ModelCatalog, ModelConfigurationError } from './catalog.ts';
import type { KeyHolder } from './key-requests.ts';
import { modelsOf } from './own-models.ts';

/** The models that serve a tenant, and the holder of the keys if they are its own. */
export interface ServedModels {
  models: CatalogModel[];
  judges: CatalogModel[];
  keyHolder?: KeyHolder;
}

/**
 * Lists the models that a tenant's own keys serve, without reading the keys; null for a tenant
 * without keys. A key that names a model which the catalogue lacks serves none.
 */
export async function listOwnModels(
  database: Database,
  config: PlatformConfig,
  catalog: ModelCatalog,
  tenantId: string,
): Promise<ServedModels | null> {
  const edition = await findKeyEdition({ database, config }, tenantId);
  if (edition === null) return null;
  const [rows] = await database.batchTenant(tenantId, [selectKeys(tenantId)]);
  const openaiCompatible = { baseUrl: '', apiKey: '', models: [...config.compatibleModels] };
  const served = rows.map(({ id, provider, models }) => {
    try {
      return modelsOf(catalog, { openaiCompatible }, { id, provider, models }, () => undefined);
    } catch (error) {
      if (error instanceof ModelConfigurationError) return { models: [], judges: [] };
      throw error;
    }
  });
  return {
    models: served.flatMap(({ models }) => models),
    judges: served.flatMap(({ judges }) => judges),
    keyHolder: { tenantId, edition },
  };
}
