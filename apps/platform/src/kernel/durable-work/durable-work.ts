import type { Transaction } from '@ecp/database/database';
import type { WorkCount } from '@ecp/durable-work/records';

/** Work that outlives a crash, by name; each input is JSON. */
export interface DurableInputs {
  /** Sends one mail; the id makes a repeated send recognisable, `tenantIds` what goes with an erased tenant. */
  sendMail: { mailId: string; to: string; subject: string; text: string; html: string; tenantIds?: string[] };
  /** Makes a link for each user, all of one address, and mails them: until then there is no link to be stolen. */
  sendLinkMail: { mailId: string; users: { userId: string; tenantId: string }[] } & (
    | { purpose: 'magic_link' | 'password_reset' }
    | { purpose: 'invitation'; inviterName: string }
  );
  /** Follows a run until its end and brings its events over. */
  followRun: { tenantId: string; runId: string };
  /** Has the engine erase what it keeps about a deleted engagement; `runIds` may not have reached it yet. */
  eraseEngineData: { tenantId: string; engagementId: string; runIds?: string[] };
  /** Erases a tenant; names no tenant itself, so that nothing of it is left here. */
  eraseAccount: { deletionRequestId: string };
  /** Looks a second time for what belongs to a tenant that was erased; only this installation can read which. */
  sweepErasedTenant: { sealedTenant: string };
  /** Does an analysis of a tenant's engagements that was begun. */
  analyzePatterns: { tenantId: string; analysisId: string };
  /** Makes one attempt of a webhook's delivery; a failed one enqueues the next. */
  deliverWebhook: { tenantId: string; deliveryId: string; attempt: number };
  /** Reads the text of an attachment into the context index. */
  extractAttachment: { tenantId: string; attachmentId: string };
  /** Writes an engagement's attachment manifest and context index as they should be now. */
  refreshAttachmentIndex: { tenantId: string; engagementId: string };
  /** Deletes one stored file, or all of a prefix. */
  deleteStoredFiles: { key: string } | { prefix: string };
}
export type DurableWorkName = keyof DurableInputs;

/** Names of work that is enqueued with a partition: none waits for the work of another partition. */
export type PartitionedWorkName = 'deliverWebhook' | 'extractAttachment';

/** Names of work that is enqueued to begin later. */
export type DelayedWorkName = 'sweepErasedTenant';

/** Where and when work begins. */
export interface EnqueueOptions {
  /** What the work may wait behind: of one partition, only so much is done at a time. */
  partition: string;
  /** Begins this much later; default: at once. */
  waitMs?: number;
}

/** Port to the durable queue. */
export interface DurableWork {
  /** Enqueues work that exists if and only if `tx` commits; the same `id` again is the same work. */
  enqueue<N extends DurableWorkName>(
    tx: Transaction,
    name: N,
    id: string,
    input: DurableInputs[N],
    ...placement: N extends PartitionedWorkName
      ? [EnqueueOptions]
      : N extends DelayedWorkName
        ? [{ waitMs: number }]
        : []
  ): Promise<void>;
  /** Counts the work of all processes that has not ended. */
  count(): Promise<WorkCount[]>;
  /** Deletes all work of an erased tenant; throws while some of it has not ended. */
  eraseTenantWork(tenantId: string): Promise<void>;
  /** Deletes work that ended more than ten minutes before `now`. */
  forgetFinished(now: Date): Promise<void>;
  close(): Promise<void>;
}

declare module '../services.ts' {
  interface Services {
    durable: DurableWork;
  }
}
