import type { LanguageModelV4 } from '@ai-sdk/provider';
import { currentTenant } from '@ecp/database/pool';
import { markOffline } from '@ecp/offline-model/amend-document';
import { createOfflineModel } from '@ecp/offline-model/offline-model';
import type { CatalogModel } from './catalog.ts';

/** Opens the built-in offline model. Each answer takes at least `latencyMs`. Tenants take turns. */
export function openOfflineModel(modelId: string, latencyMs: number): LanguageModelV4 {
  return createOfflineModel({ modelId, latencyMs, currentHolder: currentTenant });
}

/** Names the offline model, if it is first, in a document's front matter, which section edits cannot change. */
export function markForEdits<Document extends { frontMatter: string }>(
  document: Document,
  [model]: readonly CatalogModel[],
): Document {
  return model?.provider === 'local' ? markOffline(document) : document;
}

/** Plans of every model are completed by the rules by which the offline model reads a brief. */
export { keepQuestions } from '@ecp/offline-model/keep-questions';
