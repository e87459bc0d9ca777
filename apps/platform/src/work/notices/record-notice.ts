import { groupOf, type NoticeFacts } from '@ecp/contract/values/notice-kinds';
import { createId } from '@ecp/database/create-id';
import type { Transaction } from '@ecp/database/database';
import type { Services } from '../../kernel/services.ts';
import { enqueueChannelPosts } from './enqueue-channel-posts.ts';
import { mailRecipient } from './mail-recipient.ts';
import { findRecipient, type Recipient, wantsDaily } from './recipients.ts';

/** A notice with its engagement and its cause. The same cause is told once. */
export type NewNotice = NoticeFacts & {
  engagementId: string;
  engagementName: string;
  /** The id of what caused it, unique in the engagement and kind. */
  cause: string;
};

/** A notice for one person. */
export type PersonalNotice = NewNotice & {
  /** Null for what an API key began: then the owner of the workspace is told. */
  userId: string | null;
  /** Mails the person in place of the usual mail of a notice. */
  mail?: (recipient: Recipient) => Promise<void>;
};

/**
 * Tells a person of something, in the transaction that causes it (NOT-1): in the inbox, by mail as the person has chosen
 * (NOT-4), and in the channels of the workspace. Without the person, or for an API key, the owner is told.
 */
export async function recordNotice(
  tx: Transaction,
  services: Services,
  tenantId: string,
  { userId, mail, ...notice }: PersonalNotice,
): Promise<void> {
  const recipient = await findRecipient(tx, tenantId, userId);
  if (!recipient) return;
  await tellRecipients(tx, services, tenantId, { notice, recipients: [recipient], ...(mail ? { mail } : {}) });
}

/** Writes a notice for its recipients, with their mails and the posts to channels. Does nothing the second time. */
export async function tellRecipients(
  tx: Transaction,
  services: Services,
  tenantId: string,
  {
    notice,
    recipients,
    mail = (recipient) => mailNotice(tx, services, tenantId, { notice, recipient }),
  }: { notice: NewNotice; recipients: readonly Recipient[]; mail?: PersonalNotice['mail'] },
): Promise<void> {
  const group = groupOf(notice.kind);
  const noticeId = await insertNotice(tx, tenantId, notice, recipients);
  if (noticeId === null) return;
  for (const recipient of recipients.filter((person) => person[group] === 'now')) await mail(recipient);
  // An assignment concerns one person only.
  if (notice.kind !== 'owner_assigned') await enqueueChannelPosts(tx, services, tenantId, { noticeId, group });
}

/** Returns the id of the new notice; null if its cause has been told before. */
async function insertNotice(
  tx: Transaction,
  tenantId: string,
  { engagementId, kind, cause, data }: NewNotice,
  recipients: readonly Recipient[],
): Promise<string | null> {
  const group = groupOf(kind);
  const { rows } = await tx.query<{ id: string }>({
    name: 'insert_notice',
    text: `insert into platform.notices (id, tenant_id, engagement_id, kind, cause, data)
      values ($1, $2, $3, $4, $5, $6) on conflict do nothing returning id`,
    values: [createId(), tenantId, engagementId, kind, cause, JSON.stringify(data)],
  });
  const [inserted] = rows;
  if (!inserted) return null;
  await tx.query({
    name: 'insert_notice_recipients',
    text: `insert into platform.notice_recipients (tenant_id, notice_id, user_id, in_digest)
      select $1, $2, person.user_id, person.in_digest
      from unnest($3::text[], $4::boolean[]) as person (user_id, in_digest)`,
    values: [
      ...[tenantId, inserted.id, recipients.map(({ userId }) => userId)],
      recipients.map((recipient) => wantsDaily(recipient, group)),
    ],
  });
  return inserted.id;
}

function mailNotice(
  tx: Transaction,
  services: Services,
  tenantId: string,
  { notice, recipient }: { notice: NewNotice; recipient: Recipient },
): Promise<void> {
  const { kind, engagementId, cause } = notice;
  const mail = { kind: 'notice', notice, id: `${kind}-${engagementId}-${cause}-${recipient.userId}` } as const;
  return mailRecipient(tx, services, tenantId, { mail, recipient, setting: groupOf(kind) });
}
