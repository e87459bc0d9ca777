import { groupOf, type NoticeData, type NoticeGroup } from '@ecp/contract/values/notice-kinds';
import { createId } from '@ecp/database/create-id';
import type { Transaction } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import type { ClientNotice, EngagementNotice } from '../../kernel/mail/notice-mails.ts';
import type { Services } from '../../kernel/services.ts';
import {
  type Concern,
  findRecipient,
  mailRecipient,
  type Recipient,
  recipientColumns,
  recipientTables,
  wantsDaily,
} from './recipients.ts';

/** A notice with its engagement and its cause. The same cause is told once. */
type NewNotice = EngagementNotice & {
  /** The id of what caused it, unique in the engagement and kind. */
  cause: string;
};

type PersonalNotice = NewNotice & Concern;

/**
 * Notifies a person in the inbox, by mail and in channels, with the transaction; by default the
 * owner.
 */
export async function recordNotice(
  tx: Transaction,
  services: Services,
  tenantId: string,
  notice: PersonalNotice,
): Promise<void> {
  const recipient = await recordNoticeToMail(tx, services, tenantId, notice);
  if (recipient) await mailNotice(tx, services, tenantId, { notice, recipient });
}

/**
 * Does the same as recordNotice without the mail: returns whom the caller has to mail now, or null.
 */
export async function recordNoticeToMail(
  tx: Transaction,
  services: Services,
  tenantId: string,
  { userId, keyMaker = null, ...notice }: PersonalNotice,
): Promise<Recipient | null> {
  const recipient = await findRecipient(tx, tenantId, {
    engagementId: notice.engagementId,
    userId,
    keyMaker,
  });
  if (!recipient) return null;
  const [mailed = null] = await writeNotice(tx, services, tenantId, {
    notice,
    recipients: [recipient],
  });
  return mailed;
}

/** Writes a notice and the posts to channels. Returns whom to mail now; nobody the second time. */
async function writeNotice(
  tx: Transaction,
  services: Services,
  tenantId: string,
  { notice, recipients }: { notice: NewNotice; recipients: readonly Recipient[] },
): Promise<Recipient[]> {
  const group = groupOf(notice.kind);
  const noticeId = await insertNotice(tx, tenantId, notice, recipients);
  if (noticeId === null) return [];
  // An assignment concerns one person only.
  if (notice.kind !== 'owner_assigned') {
    const { engagementId } = notice;
    await enqueueChannelPosts(tx, services, tenantId, { noticeId, group, engagementId });
  }
  return recipients.filter((person) => person[group] === 'now');
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
      tenantId,
      inserted.id,
      recipients.map(({ userId }) => userId),
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
  const mail = {
    kind: 'notice',
    notice,
    id: `${kind}-${engagementId}-${cause}-${recipient.userId}`,
  } as const;
  return mailRecipient(tx, services, tenantId, {
    mail,
    recipient,
    setting: groupOf(kind),
    engagementIds: [engagementId],
  });
}

/** Writes a notice, and mails it to whoever of the recipients wants that now. */
async function tellAll(
  tx: Transaction,
  services: Services,
  tenantId: string,
  { notice, recipients }: { notice: NewNotice; recipients: readonly Recipient[] },
): Promise<void> {
  const mailed = await writeNotice(tx, services, tenantId, { notice, recipients });
  for (const recipient of mailed) await mailNotice(tx, services, tenantId, { notice, recipient });
}

/**
 * Notifies the responsible person of a client's words in their transaction; the admins if nobody
 * would get a mail.
 */
export async function recordClientNotice(
  tx: Transaction,
  services: Services,
  tenantId: string,
  notice: ClientNotice & Pick<NewNotice, 'cause'>,
): Promise<void> {
  const { rows } = await tx.query(selectClientAudience(tenantId, notice.engagementId));
  const titled = await nameDocument(tx, tenantId, notice);
  await tellAll(tx, services, tenantId, { notice: titled, recipients: chooseClientAudience(rows) });
}

/** The people who are asked to approve a version. */
interface Approvers {
  /** The owner of the engagement, who is asked like the admins. */
  ownerId: string | null;
  /** The members who have approved the version or may not. */
  withoutIds: readonly string[];
}

/**
 * Notifies members that a version needs another approval, with the transaction: the owner of the
 * engagement and the admins; all other members if none of those can give it.
 */
export async function recordApprovalNotice(
  tx: Transaction,
  services: Services,
  tenantId: string,
  notice: Extract<NewNotice, { kind: 'approval_needed' }>,
  { ownerId, withoutIds }: Approvers,
): Promise<void> {
  const { rows } = await tx.query<Recipient & { asked: boolean }>({
    name: 'select_approvers',
    text: `select ${recipientColumns}, u.id = $4 is true or u.role in ('owner', 'admin') as asked from ${recipientTables}
      where ${seesEngagement} and u.role <> 'viewer' and u.id <> all ($5::text[])
      order by asked desc, u.id = $4 desc nulls last, u.role = 'owner' desc, u.id limit $3 for key share of u`,
    values: [tenantId, notice.engagementId, maxAudience, ownerId, withoutIds],
  });
  const asked = rows.filter((row) => row.asked);
  const titled = await nameDocument(tx, tenantId, notice);
  await tellAll(tx, services, tenantId, {
    notice: titled,
    recipients: asked.length > 0 ? asked : rows,
  });
}

/** Notifies owner and admins of the workspace who see the engagement, with the transaction. */
export async function recordAdminNotice(
  tx: Transaction,
  services: Services,
  tenantId: string,
  about: Omit<Extract<NewNotice, { kind: 'model_key_refused' }>, 'engagementName'>,
): Promise<void> {
  const engagementName = await nameEngagement(tx, tenantId, about.engagementId);
  if (engagementName === null) return;
  const notice = { ...about, engagementName };
  const { rows: recipients } = await tx.query<Recipient>({
    name: 'select_admin_audience',
    text: `select ${recipientColumns} from ${recipientTables}
      where ${seesEngagement} and u.role in ('owner', 'admin')
      order by u.role = 'owner' desc, u.id limit $3 for key share of u`,
    values: [tenantId, about.engagementId, maxAudience],
  });
  await tellAll(tx, services, tenantId, { notice, recipients });
}

/** Returns the name of an engagement; null if it is gone. */
export async function nameEngagement(
  tx: Transaction,
  tenantId: string,
  engagementId: string,
): Promise<string | null> {
  const { rows } = await tx.query<{ name: string }>({
    name: 'select_name_of_engagement',
    text: 'select name from platform.engagements where tenant_id = $1 and id = $2 for key share',
    values: [tenantId, engagementId],
  });
  return rows[0]?.name ?? null;
}

/** Adds to a notice about a document what the document is called. */
async function nameDocument<T extends EngagementNotice>(
  tx: Transaction,
  tenantId: string,
  notice: T,
): Promise<T> {
  const filename = 'filename' in notice.data ? notice.data.filename : null;
  if (filename === null) return notice;
  const { rows } = await tx.query<{ title: string | null }>({
    name: 'select_title_of_notice',
    text: `select nullif(platform.document_title(content, filename), filename) as title from platform.deliverables
      where tenant_id = $1 and engagement_id = $2 and filename = $3 order by version desc limit 1`,
    values: [tenantId, notice.engagementId, filename],
  });
  const title = rows[0]?.title ?? null;
  return title === null ? notice : { ...notice, data: { ...notice.data, title } };
}

/** The most characters of a client's words that a notice holds. */
const maxWords = 500;

/** Returns the author and the words of a client as a notice holds them. */
export function quoteClient(
  author: string,
  words: string | null,
): Pick<NoticeData['client_answer'], 'author' | 'words'> {
  return { author, words: [...(words ?? '').trim()].slice(0, maxWords).join('') };
}

/** The most people who are told of one client's word, of a refused key or of an approval. */
const maxAudience = 50;

/** SQL for the active members `u` of the tenant $1 who see the engagement $2. */
const seesEngagement = `u.tenant_id = $1 and u.can_enter and platform.user_sees_engagement(u.id, $2)`;

/**
 * Selects whom a client's word concerns, of those who see the engagement: first the `responsible`
 * owner or starter of the latest run, then workspace owner and admins, and behind a wall everybody
 * inside.
 */
function selectClientAudience(
  tenantId: string,
  engagementId: string,
): Statement<Recipient & { responsible: boolean }> {
  return {
    name: 'select_client_audience',
    text: `select ${recipientColumns}, u.id = told.user_id is true as responsible
      from ${recipientTables} left join lateral (
        select coalesce(e.owner_id, (
          select started_by from platform.runs where tenant_id = $1 and engagement_id = $2
          order by started_at desc, id desc limit 1
        )) as user_id
        from platform.engagements e where e.tenant_id = $1 and e.id = $2
      ) told on true
      where ${seesEngagement}
        and (u.id = told.user_id or u.role in ('owner', 'admin') or platform.is_behind_wall($2))
      order by responsible desc, u.role = 'owner' desc, u.role = 'admin' desc, u.id limit $3 for key share of u`,
    values: [tenantId, engagementId, maxAudience],
  };
}

/**
 * Chooses the responsible person, else the admins if nobody would get a mail; the owner if all
 * switched it off. Behind a wall without admins, everybody inside.
 */
function chooseClientAudience<Person extends Recipient & { responsible: boolean }>(
  people: Person[],
): Person[] {
  const responsible = people.filter((person) => person.responsible);
  if (responsible.some(({ clients }) => clients !== 'off')) return responsible;
  const isAdmin = ({ role }: Recipient) => role === 'owner' || role === 'admin';
  const admins = people.filter(
    (person) => isAdmin(person) && !person.responsible && person.clients !== 'off',
  );
  const owners = people.filter(({ role }) => role === 'owner');
  const others = [admins, owners, people].find(({ length }) => length > 0) ?? [];
  return [...new Set([...responsible, ...others])];
}

/**
 * Enqueues a notice's posts to the enabled channels of its group with `tx`; none about what is
 * behind a wall.
 */
async function enqueueChannelPosts(
  tx: Transaction,
  { durable }: Pick<Services, 'durable'>,
  tenantId: string,
  { noticeId, group, engagementId }: { noticeId: string; group: NoticeGroup; engagementId: string },
): Promise<void> {
  const { rows } = await tx.query<{ id: string }>({
    name: 'find_channels_of_group',
    text: `select id from platform.notice_channels where tenant_id = $1 and enabled and $2 = any(groups)
      and not platform.is_behind_wall($3)`,
    values: [tenantId, group, engagementId],
  });
  for (const { id: channelId } of rows) {
    const work = { tenantId, channelId, noticeId };
    await durable.enqueue(tx, 'postNotice', `${noticeId}:${channelId}`, work, {
      partition: channelId,
    });
  }
}
