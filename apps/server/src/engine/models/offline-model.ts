import type { LanguageModelV4 } from '@ai-sdk/provider';
import {
  createOfflineModel,
  type OfflineDraft,
  type OfflineOrder,
  type OfflineWriter,
  writeAnswer,
} from '@ecp/offline-model/offline-model';
import type { TextReader } from '@ecp/sandbox/text-readers';
import { createTimeSlice } from '@ecp/semaphore/semaphore';
import type { CatalogModel } from './catalog.ts';

export { markOffline } from '@ecp/offline-model/amend-document';
/** Plans of every model are completed by the rules by which the offline model reads a brief. */
export { keepQuestions } from '@ecp/offline-model/keep-questions';
export type { OfflineWriter };

interface OfflineModelSettings {
  /** The least time of an answer, in milliseconds. */
  latencyMs: number;
  /** Returns the tenant of the current call. Tenants take turns. */
  currentHolder: () => string;
  /** Writes an answer for a tenant. Absent for this process. */
  write?: OfflineWriter | undefined;
}

/** Opens the built-in offline model. */
export function openOfflineModel(
  modelId: string,
  { write, ...settings }: OfflineModelSettings,
): LanguageModelV4 {
  return createOfflineModel({ modelId, ...settings, ...(write && { write }) });
}

/** Writes the answers of the offline model, which reads all material of a call. */
export const offlineReader: TextReader<OfflineOrder, OfflineDraft> = {
  name: 'offline',
  shortWeight: 20_000,
  read: (order) => writeAnswer(order, createTimeSlice(undefined)),
};

/** Tells whether the offline model writes for a task. It is the only choice then. */
export const isOffline = ([model]: readonly CatalogModel[]): boolean => model?.provider === 'local';
