import type { QueueKind } from '@ecp/contract/work/queue';

const kinds: readonly unknown[] = ['review', 'question', 'comment', 'failed_run'] satisfies QueueKind[];
const isKind = (value: unknown): value is QueueKind => kinds.includes(value);

/** The filters of the queue. */
export interface QueueSearch {
  scope?: 'all';
  kind?: QueueKind;
}

/** Reads the filters of the queue from an address and ignores unknown values. */
export const readQueueSearch = ({ scope, kind }: Record<string, unknown>): QueueSearch => ({
  ...(scope === 'all' ? { scope } : {}),
  ...(isKind(kind) ? { kind } : {}),
});
