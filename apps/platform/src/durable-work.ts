import type { Transaction } from '@ecp/database/database';
import type { TokenOwner } from './auth/email-tokens.ts';

/** Work that outlives a crash, by name; each input is JSON. */
export interface DurableInputs {
  /** Sends one mail; the id makes a repeated send recognisable. */
  sendMail: { mailId: string; to: string; subject: string; text: string; html: string };
  /** Makes a link for each user, all of one address, and mails them: until then there is no link to be stolen. */
  sendLinkMail: { mailId: string; users: TokenOwner[] } & (
    | { purpose: 'magic_link' | 'password_reset' }
    | { purpose: 'invitation'; inviterName: string }
  );
  /** Follows a run until its end and brings its events over. */
  followRun: { tenantId: string; runId: string };
  /** Has the engine erase what it keeps about a deleted engagement; `runIds` may not have reached it yet. */
  eraseEngineData: { tenantId: string; engagementId: string; runIds?: string[] };
  /** Reads the text of an attachment into the context index. */
  extractAttachment: { tenantId: string; attachmentId: string };
  /** Writes an engagement's attachment manifest and context index as they should be now. */
  refreshAttachmentIndex: { tenantId: string; engagementId: string };
  /** Deletes one stored file, or all of a prefix. */
  deleteStoredFiles: { key: string } | { prefix: string };
}
export type DurableName = keyof DurableInputs;

/** Port to the durable queue. */
export interface DurableWork {
  /** Enqueues work that exists if and only if `tx` commits; the same `id` again is the same work. */
  enqueue<N extends DurableName>(tx: Transaction, name: N, id: string, input: DurableInputs[N]): Promise<void>;
  close(): Promise<void>;
}
