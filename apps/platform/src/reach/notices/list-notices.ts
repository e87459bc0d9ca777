import type { ListNoticesQuery, Notice } from '@ecp/contract/reach/notices';
import { groupOf } from '@ecp/contract/values/notice-kinds';
import type { Statement } from '@ecp/database/statement';
import { requireSession } from '../../identity/sessions/session-principal.ts';
import type { RequestContext } from '../../kernel/context.ts';
import { afterCursor, createdMicrosColumn, nextCursorOf } from '../../kernel/lists.ts';
import { type NoticeRow, noticeColumns, toEngagementNotice } from './notice-rows.ts';

const defaultPage = 50;
/** Beyond this number the inbox only says that there are many. */
const maxCounted = 100;

interface ListedRow extends NoticeRow {
  read_at: Date | null;
  created_at: Date;
  created_micros: string;
}

/** A page of the inbox. `nextCursor` is null on the last page. */
interface NoticePage {
  notices: Notice[];
  unread: number;
  nextCursor: string | null;
}

/** Lists the caller's notices, newest first, and counts the unread ones (NOT-3). Error: `invalid_request`. */
export async function listNotices(context: RequestContext, query: ListNoticesQuery): Promise<NoticePage> {
  const { tenantId, userId } = requireSession(context);
  const limit = query.limit ?? defaultPage;
  const [found, [counted]] = await context.services.database.batchTenant(tenantId, [
    selectPage({ tenantId, userId }, query, limit + 1),
    countUnread(tenantId, userId),
  ]);
  const rows = found.slice(0, limit);
  const nextCursor = nextCursorOf(rows, found.length > limit);
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
export function countUnread(tenantId: string, userId: string): Statement<{ count: number }> {
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
