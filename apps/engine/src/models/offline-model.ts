import type { LanguageModelV4 } from '@ai-sdk/provider';
import { currentTenant } from '@ecp/database/pool';
import { markOffline } from '@ecp/offline-model/amend-document';
import { createOfflineModel } from '@ecp/offline-model/offline-model';
import type { CatalogModel } from './catalog.ts';

/** Opens the built-in offline model. Each answer takes at least `latencyMs`. Tenants take turns. */
export function openOfflineModel(modelId: string, latencyMs: number): LanguageModelV4 {
  return createOfflineModel({ modelId, latencyMs, currentHolder: currentTenant });
}

/**
 * Names the offline model in the front matter of a document for section edits, which cannot change it. Other models
 * leave the document unchanged.
 */
export function markForEdits<Document extends { frontMatter: string }>(
  document: Document,
  [model]: readonly CatalogModel[],
): Document {
  return model?.provider === 'local' ? markOffline(document) : document;
}
