import type { Database, Transaction } from '@ecp/database/database';
import type { WorkCount } from '@ecp/durable-work/works';

/** A team member who gets a mail, and the engagements that it tells of. */
export interface MailReader {
  tenantId: string;
  userId: string;
  engagementIds: string[];
}

/** Work that survives a crash, by name; each input is JSON. */
export interface DurableInputs {
  /**
   * Sends a mail once per id and erases it with any tenant of `tenantIds`. Mail programs post to
   * `unsubscribeUrl`. It is not sent to a `reader` who is outside of a wall by then.
   */
  sendMail: {
    mailId: string;
    to: string;
    subject: string;
    text: string;
    html: string;
    tenantIds?: string[];
    unsubscribeUrl?: string;
    reader?: MailReader;
  };
  /**
   * Makes and mails a link for each user of one address. Before that there is no link that could be
   * stolen.
   */
  sendLinkMail: { mailId: string; users: { userId: string; tenantId: string }[] } & (
    | { purpose: 'magic_link' | 'password_reset' | 'confirmation' | 'new_address' }
    | { purpose: 'invitation'; inviterName: string }
  );
  /** Mails a question to a person. The link that answers it is made when the mail is sent. */
  sendQuestionMail: { tenantId: string; engagementId: string; questionId: string; userId: string };
  /**
   * Mails a release to the address of a client link. The secret that opens the link is made when
   * the mail is sent.
   */
  sendReleaseMail: { tenantId: string; releaseId: string; tokenId: string };
  /**
   * Erases a tenant. The input does not name the tenant, so that nothing of it remains in the
   * queue.
   */
  eraseAccount: { deletionRequestId: string };
  /**
   * Searches again for data of an erased tenant. Only this installation can decrypt the tenant's
   * id.
   */
  sweepErasedTenant: { sealedTenant: string };
  analyzePatterns: { tenantId: string; analysisId: string };
  /**
   * Makes the cards of a reviewed version, or takes back those that nobody has read if it is not
   * approved.
   */
  makeCards: { tenantId: string; deliverableId: string };
  /**
   * Reads the sources of an engagement again for a check that is due, and proposes what follows
   * from changes.
   */
  checkSources: { tenantId: string; updateId: string };
  /** Asks the files of a grid its questions until none waits; work of an earlier number ends. */
  fillGrid: { tenantId: string; gridId: string; work: number };
  /** Lets the engine write the slides of a document's deck, or of the whole engagement's. */
  writeStoryline: {
    tenantId: string;
    engagementId: string;
    filename: string | null;
    draftId: string;
  };
  /** Makes one attempt of a webhook delivery; a failed one enqueues the next. */
  deliverWebhook: { tenantId: string; deliveryId: string; attempt: number };
  postNotice: { tenantId: string; channelId: string; noticeId: string };
  /** Reads the text of an attachment into the context index, and its tables. */
  extractAttachment: { tenantId: string; attachmentId: string };
  /** Writes an engagement's attachment manifest and context index in their current state. */
  refreshAttachmentIndex: { tenantId: string; engagementId: string };
  /**
   * Checks a version again that was written while a file of its engagement was being read, once it
   * is read.
   */
  recheckVersion: { tenantId: string; deliverableId: string; looks: number };
  /** Deletes one stored file, or all files with a prefix. */
  deleteStoredFiles: { tenantId: string } & ({ key: string } | { prefix: string });
}
export type DurableWorkName = keyof DurableInputs;

/**
 * Names of work that is enqueued with a partition and never waits for the work of another
 * partition.
 */
export type PartitionedWorkName =
  | 'deliverWebhook'
  | 'extractAttachment'
  | 'fillGrid'
  | 'postNotice'
  | 'writeStoryline';

/** Names of work that can begin later. */
type DelayedWorkName =
  | 'sweepErasedTenant'
  | 'sendMail'
  | 'sendLinkMail'
  | 'sendQuestionMail'
  | 'sendReleaseMail'
  | 'recheckVersion'
  | 'deleteStoredFiles';

export interface EnqueueOptions {
  /** The partition of the queue, which has its own limit of concurrent work. */
  partition: string;
  /** Delay before the work begins; default: none. */
  waitMs?: number;
}

export interface DurableWork {
  /**
   * Enqueues work that exists if and only if `tx` commits; the same `id` again is the same work.
   */
  enqueue<N extends DurableWorkName>(
    tx: Transaction,
    name: N,
    id: string,
    input: DurableInputs[N],
    ...placement: N extends PartitionedWorkName
      ? [EnqueueOptions]
      : N extends DelayedWorkName
        ? [{ waitMs: number }?]
        : []
  ): Promise<void>;
  count(): Promise<WorkCount[]>;
  /** Deletes all work of an erased tenant; throws while some of it has not ended. */
  eraseTenantWork(tenantId: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * Tells whether the process of an executor id is certainly dead: its work is in no hands any more.
 */
export async function isExecutorDead(database: Database, executorId: string): Promise<boolean> {
  const [[executor]] = await database.batchSystem<[{ lives: boolean | null }]>([
    {
      name: 'executor_lives',
      text: 'select platform.executor_lives($1) as lives',
      values: [executorId],
    },
  ]);
  return executor?.lives === false;
}
