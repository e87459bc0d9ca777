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
 * Prepares a document for section edits by the first of these models. Such edits cannot change the front matter, where
 * the offline model must be named, so this function names it. For other models the document stays unchanged.
 */
export function markForEdits<Document extends { frontMatter: string }>(
  document: Document,
  [model]: readonly CatalogModel[],
): Document {
  return model?.provider === 'local' ? markOffline(document) : document;
}
