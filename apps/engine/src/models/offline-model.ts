import type { LanguageModelV4 } from '@ai-sdk/provider';
import { currentTenant } from '@ecp/database/pool';
import { createOfflineModel, type OfflineWriter } from '@ecp/offline-model/offline-model';
import type { CatalogModel } from './catalog.ts';

/**
 * Opens the built-in offline model. Each answer takes at least `latencyMs`. Tenants take turns.
 * @param write writes an answer for a tenant; by default this process does
 */
export function openOfflineModel(modelId: string, latencyMs: number, write?: OfflineWriter): LanguageModelV4 {
  return createOfflineModel({ modelId, latencyMs, currentHolder: currentTenant, ...(write && { write }) });
}

/** Tells whether the offline model, which is the first choice then, writes for a task. */
export const isOffline = ([model]: readonly CatalogModel[]): boolean => model?.provider === 'local';

/** Plans of every model are completed by the rules by which the offline model reads a brief. */
export { keepQuestions } from '@ecp/offline-model/keep-questions';
