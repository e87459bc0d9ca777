import { groupOf } from '@ecp/contract/values/notice-kinds';
import type { Transaction } from '@ecp/database/database';
import { findTenant } from '../../identity/tenants/tenants.ts';
import type { NoticeList } from '../../kernel/mail/notice-mails.ts';
import type { Services } from '../../kernel/services.ts';
import {
  mailRecipient,
  type Recipient,
  recipientColumns,
  recipientTables,
  wantsDaily,
} from '../../material/notices/recipients.ts';
import { type NoticeRow, noticeColumns, toEngagementNotice } from './inbox.ts';

/** The hour (UTC) after which the mails of a day are sent. */
const hourUtc = 6;
/** Tenants of one pass; the next pass takes the others. */
const tenantsInPass = 500;

/**
 * Sends due daily mails: unread notices, and clients' words that nobody has read. Any process may
 * call it; each mail goes once. Throws failures at the end as one AggregateError.
 */
export async function sendDailyMails(services: Services, signal?: AbortSignal): Promise<void> {
  const dueAt = lastDueAt(services.clock.now());
  const [withDigests, withWords] = await services.database.batchSystem<
    [{ tenant_id: string }, { tenant_id: string }]
  >([
    {
      name: 'list_tenants_with_digests',
      text: `select distinct tenant_id from platform.notice_recipients where in_digest and created_at < $1 limit $2`,
      values: [dueAt, tenantsInPass],
    },
    {
      name: 'list_tenants_with_unseen_words',
      text: `select distinct tenant_id from platform.notices
        where from_client and seen_at is null and created_at >= $1 and created_at < $2
          and (reminded_at is null or reminded_at < $3) limit $4`,
      values: [firstWordAt(dueAt), lastWordAt(dueAt), dueAt, tenantsInPass],
    },
  ]);
  const works = [
    ...withDigests.map(
      ({ tenant_id: tenantId }) =>
        () =>
          sendDigests(services, tenantId, dueAt),
    ),
    ...withWords.map(
      ({ tenant_id: tenantId }) =>
        () =>
          sendReminders(services, tenantId, dueAt),
    ),
  ];
  const failures: unknown[] = [];
  for (const work of works) {
    if (signal?.aborted) break;
    await work().catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} daily mails could not be sent`);
}

function lastDueAt(now: Date): Date {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), hourUtc);
  return new Date(today > now.getTime() ? today - 86_400_000 : today);
}

type DueRow = NoticeRow & Recipient;

/**
 * Mails each person what is unread since before `dueAt`, in one mail, and takes it off the list in
 * its transaction.
 */
async function sendDigests(services: Services, tenantId: string, dueAt: Date): Promise<void> {
  await services.database.withTenant(tenantId, async (tx) => {
    const tenant = await findTenant(tx, tenantId);
    if (!tenant) return;
    const { rows } = await tx.query<DueRow>({
      name: 'take_due_digests',
      text: `with due as (
          update platform.notice_recipients set in_digest = false
          where tenant_id = $1 and (notice_id, user_id) in (
            select notice_id, user_id from platform.notice_recipients
            where tenant_id = $1 and in_digest and created_at < $2
            order by notice_id, user_id for update
          )
          returning notice_id, user_id, read_at
        )
        select ${noticeColumns}, ${recipientColumns}
        from due
        join platform.notices n on n.tenant_id = $1 and n.id = due.notice_id
        join platform.engagements e on e.tenant_id = $1 and e.id = n.engagement_id
        join (${recipientTables}) on u.tenant_id = $1 and u.id = due.user_id
        where due.read_at is null and u.can_enter
          and platform.user_sees_engagement(u.id, n.engagement_id)
        order by n.created_at, n.id`,
      values: [tenantId, dueAt],
    });
    const wanted = rows.filter((row) => wantsDaily(row, groupOf(row.kind)));
    for (const [userId, due] of Map.groupBy(wanted, (row) => row.userId)) {
      const [recipient] = due;
      if (!recipient) continue;
      const id = `digest-${userId}-${dueAt.toISOString().slice(0, 10)}`;
      const mail = { kind: 'dailyDigest', ...toNoticeList(tenant.name, due), id } as const;
      const engagementIds = due.map(({ engagement_id }) => engagement_id);
      await mailRecipient(tx, services, tenantId, {
        mail,
        recipient,
        setting: 'digest',
        engagementIds,
      });
    }
  });
}

const dayMs = 86_400_000;
/** The days for which an unseen word of a client is mailed. It stays in the inboxes after that. */
const remindedDays = 14;

/** A reminder leaves out words that are older than this. */
const firstWordAt = (dueAt: Date): Date => new Date(dueAt.getTime() - remindedDays * dayMs);
/** A reminder leaves out words that are newer than this. */
const lastWordAt = (dueAt: Date): Date => new Date(dueAt.getTime() - dayMs);

/**
 * Reminds people of clients' words over a day old that nobody has read: those told; if none wants
 * mail, the admins, else the owner, of those who see the engagement. Mark and mails are one
 * transaction.
 */
async function sendReminders(services: Services, tenantId: string, dueAt: Date): Promise<void> {
  await services.database.withTenant(tenantId, async (tx) => {
    const tenant = await findTenant(tx, tenantId);
    const words = await takeUnseenWords(tx, tenantId, dueAt);
    if (!tenant || words.length === 0) return;
    const told = await findTold(tx, tenantId, words);
    const fallback = await findFallback(tx, tenantId, words);
    const reminders = words.flatMap((word) => {
      const wanting = told.filter(
        ({ notice_id, clients }) => notice_id === word.id && clients !== 'off',
      );
      return (wanting.length > 0 ? wanting : fallback(word)).map((recipient) => ({
        word,
        recipient,
      }));
    });
    await addRecipients(tx, tenantId, reminders);
    for (const [userId, own] of Map.groupBy(reminders, ({ recipient }) => recipient.userId)) {
      const [first] = own;
      if (!first) continue;
      const rows = own.map(({ word }) => word);
      const id = `reminder-${userId}-${dueAt.toISOString().slice(0, 10)}`;
      const mail = { kind: 'clientReminder', ...toNoticeList(tenant.name, rows), id } as const;
      // A person who has switched it off gets it only if nobody else would, because no client's
      // word may be missed.
      const setting = first.recipient.clients === 'off' ? null : 'clients';
      const engagementIds = rows.map(({ engagement_id }) => engagement_id);
      await mailRecipient(tx, services, tenantId, {
        mail,
        recipient: first.recipient,
        setting,
        engagementIds,
      });
    }
  });
}

async function takeUnseenWords(
  tx: Transaction,
  tenantId: string,
  dueAt: Date,
): Promise<NoticeRow[]> {
  const { rows } = await tx.query<NoticeRow>({
    name: 'take_unseen_words',
    text: `with taken as (
        update platform.notices set reminded_at = $4
        where tenant_id = $1 and from_client and seen_at is null and created_at >= $2 and created_at < $3
          and (reminded_at is null or reminded_at < $4)
        returning id, kind, data, engagement_id, created_at
      )
      select ${noticeColumns} from taken n
      join platform.engagements e on e.tenant_id = $1 and e.id = n.engagement_id
      order by n.created_at, n.id`,
    values: [tenantId, firstWordAt(dueAt), lastWordAt(dueAt), dueAt],
  });
  return rows;
}

/** Finds the members who were told of these words and still see them. */
async function findTold(
  tx: Transaction,
  tenantId: string,
  words: readonly NoticeRow[],
): Promise<(Recipient & { notice_id: string })[]> {
  const { rows } = await tx.query<Recipient & { notice_id: string }>({
    name: 'find_told_of_words',
    text: `select r.notice_id, ${recipientColumns}
      from ${recipientTables} join platform.notice_recipients r on r.tenant_id = u.tenant_id and r.user_id = u.id
        join platform.notices n on n.tenant_id = r.tenant_id and n.id = r.notice_id
      where u.tenant_id = $1 and r.notice_id = any($2) and u.can_enter
        and platform.user_sees_engagement(u.id, n.engagement_id) for key share of u`,
    values: [tenantId, words.map(({ id }) => id)],
  });
  return rows;
}

/** The most admins that one reminder goes to. */
const maxAdmins = 50;

/**
 * Finds the admins who want mail of clients and see the engagement of a word; the owner if none
 * does.
 */
async function findFallback(
  tx: Transaction,
  tenantId: string,
  words: readonly NoticeRow[],
): Promise<(word: NoticeRow) => Recipient[]> {
  const { rows } = await tx.query<Recipient & { hidden: string[] }>({
    name: 'find_admins_to_remind',
    text: `select ${recipientColumns}, array(
        select id from unnest($3::text[]) id where not platform.user_sees_engagement(u.id, id)) as hidden
      from ${recipientTables}
      where u.tenant_id = $1 and u.role in ('owner', 'admin') and u.can_enter
      order by u.role = 'owner' desc, u.id limit $2 for key share of u`,
    values: [tenantId, maxAdmins, [...new Set(words.map(({ engagement_id }) => engagement_id))]],
  });
  return ({ engagement_id }) => {
    const seeing = rows.filter(({ hidden }) => !hidden.includes(engagement_id));
    const wanting = seeing.filter(({ clients }) => clients !== 'off');
    return wanting.length > 0 ? wanting : seeing.filter(({ role }) => role === 'owner');
  };
}

/**
 * Puts each word into the inboxes of those who are reminded of it without having been told before.
 */
async function addRecipients(
  tx: Transaction,
  tenantId: string,
  reminders: readonly { word: NoticeRow; recipient: Recipient }[],
): Promise<void> {
  await tx.query({
    name: 'add_reminded_recipients',
    text: `insert into platform.notice_recipients (tenant_id, notice_id, user_id, in_digest)
      select $1, pair.notice_id, pair.user_id, false
      from unnest($2::text[], $3::text[]) as pair (notice_id, user_id) on conflict do nothing`,
    values: [
      tenantId,
      reminders.map(({ word }) => word.id),
      reminders.map(({ recipient }) => recipient.userId),
    ],
  });
}

/** The most notices that one mail lists. */
const maxListed = 50;

function toNoticeList(tenantName: string, rows: readonly NoticeRow[]): NoticeList {
  const notices = rows.slice(0, maxListed).map(toEngagementNotice);
  return { tenantName, notices, more: rows.length - notices.length };
}
