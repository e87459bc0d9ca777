import type { ListNoticesQuery, Notice, ReadNoticesBody } from '@ecp/contract/reach/notices';
import { groupOf, type NoticeFacts } from '@ecp/contract/values/notice-kinds';
import type { Database } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import { requireSession } from '../../identity/sessions/session-principal.ts';
import type { RequestContext } from '../../kernel/context.ts';
import { afterCursor, createdMicrosColumn, cutPage } from '../../kernel/lists.ts';
import type { EngagementNotice } from '../../kernel/mail/notice-mails.ts';
import { purgeOldRows } from '../../kernel/sql.ts';

const defaultPage = 50;
/** Beyond this number the inbox only says that there are many. */
const maxCounted = 100;

interface ListedRow extends NoticeRow {
  read_at: Date | null;
  created_at: Date;
  created_micros: string;
}

interface NoticePage {
  notices: Notice[];
  unread: number;
  nextCursor: string | null;
}

/**
 * Lists the caller's notices, newest first, and counts the unread ones. Error: `invalid_request`.
 */
export async function listNotices(
  context: RequestContext,
  query: ListNoticesQuery,
): Promise<NoticePage> {
  const { tenantId, userId } = requireSession(context);
  const limit = query.limit ?? defaultPage;
  const [found, [counted]] = await context.services.database.batchTenant(tenantId, [
    selectPage({ tenantId, userId }, query, limit + 1),
    countUnread(tenantId, userId),
  ]);
  const { rows, nextCursor } = cutPage(found, limit);
  return { notices: rows.map(toNotice), unread: counted?.count ?? 0, nextCursor };
}

function selectPage(
  { tenantId, userId }: { tenantId: string; userId: string },
  { cursor, unread = false }: ListNoticesQuery,
  rows: number,
): Statement<ListedRow> {
  const values: unknown[] = [];
  const place = (value: unknown) => `$${values.push(value)}`;
  const own = `r.tenant_id = ${place(tenantId)} and r.user_id = ${place(userId)}${unread ? ' and r.read_at is null' : ''}`;
  const after = cursor === undefined ? '' : `where ${afterCursor(cursor, place)}`;
  return {
    name: `list_notices${unread ? ' unread' : ''}${after && ' after'}`,
    text: `select *, ${createdMicrosColumn} from (
        select ${noticeColumns}, r.read_at, r.created_at
        from platform.notice_recipients r
        join platform.notices n on n.tenant_id = r.tenant_id and n.id = r.notice_id
        join platform.engagements e on e.tenant_id = n.tenant_id and e.id = n.engagement_id
        where ${own}
      ) listed ${after} order by created_at desc, id desc limit ${place(rows)}`,
    values,
  };
}

/** Counts the unread notices of a person, at most 100. */
function countUnread(tenantId: string, userId: string): Statement<{ count: number }> {
  return {
    name: 'count_unread_notices',
    text: `select count(*)::integer as count from (
        select from platform.notice_recipients where tenant_id = $1 and user_id = $2 and read_at is null
        limit ${maxCounted}
      ) unread`,
    values: [tenantId, userId],
  };
}

function toNotice(row: ListedRow): Notice {
  return {
    ...toEngagementNotice(row),
    id: row.id,
    group: groupOf(row.kind),
    createdAt: row.created_at.toISOString(),
    readAt: row.read_at?.toISOString() ?? null,
  };
}

/**
 * Marks the caller's notices that match each given field as read; a client's word is then seen for
 * the whole team. Returns how many are left. Rows are locked by id, so that calls cannot deadlock.
 */
export async function readNotices(
  context: RequestContext,
  body: ReadNoticesBody,
): Promise<{ unread: number }> {
  const { tenantId, userId } = requireSession(context);
  return context.commit(async (tx) => {
    await tx.query({
      name: 'read_notices',
      text: `with read as (
          update platform.notice_recipients set read_at = now()
          where tenant_id = $1 and user_id = $2 and notice_id in (
            select r.notice_id from platform.notice_recipients r
            join platform.notices n on n.tenant_id = r.tenant_id and n.id = r.notice_id
            where r.tenant_id = $1 and r.user_id = $2 and r.read_at is null
              and ($3::text[] is null or n.id = any($3)) and ($4::text is null or n.engagement_id = $4)
              and ($5::text is null or n.data ->> 'filename' = $5) and ($6::text[] is null or n.kind = any($6))
            order by r.notice_id for update of r
          )
          returning notice_id
        )
        update platform.notices set seen_at = now()
        where tenant_id = $1 and id in (
          select id from platform.notices
          where tenant_id = $1 and id in (select notice_id from read) and seen_at is null
          order by id for no key update
        )`,
      values: [
        tenantId,
        userId,
        body.ids ?? null,
        body.engagementId ?? null,
        body.filename ?? null,
        body.kinds ?? null,
      ],
    });
    const { rows } = await tx.query(countUnread(tenantId, userId));
    return { unread: rows[0]?.count ?? 0 };
  });
}

/** The columns of NoticeRow, from the notice `n` and its engagement `e`. */
export const noticeColumns = 'n.id, n.kind, n.data, n.engagement_id, e.name as engagement_name';

export interface NoticeRow {
  id: string;
  kind: NoticeFacts['kind'];
  data: NoticeFacts['data'];
  engagement_id: string;
  engagement_name: string;
}

/** Turns a row into a notice with its facts. */
export function toEngagementNotice(row: NoticeRow): EngagementNotice {
  // The kind decides the data; only recordNotice writes both.
  const facts = { kind: row.kind, data: row.data } as NoticeFacts;
  return { ...facts, engagementId: row.engagement_id, engagementName: row.engagement_name };
}

const keptDays = 90;

/**
 * Deletes notices older than 90 days with their places in inboxes. Any process may call it at any
 * time.
 */
export const purgeOldNotices = (database: Database, now: Date): Promise<void> =>
  purgeOldRows(database, 'platform.notices', now, keptDays);
