import { type OfflineDraft, type OfflineOrder, writeAnswer } from '@ecp/offline-model/offline-model';
import type { TextReader } from '@ecp/sandbox/text-readers';
import { createTimeSlice } from '@ecp/semaphore/semaphore';

/** Writes the answers of the offline model, which reads all material of a call. */
export const offlineReader: TextReader<OfflineOrder, OfflineDraft> = {
  name: 'offline',
  shortWeight: 20_000,
  read: (order) => writeAnswer(order, createTimeSlice(undefined)),
};
