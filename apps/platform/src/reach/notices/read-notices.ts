import type { ReadNoticesBody } from '@ecp/contract/reach/notices';
import { requireSession } from '../../identity/sessions/session-principal.ts';
import type { RequestContext } from '../../kernel/context.ts';
import { countUnread } from './list-notices.ts';

/**
 * Marks the caller's notices as read: all that match each given field (NOT-3). What a client said counts as seen for the
 * whole team then (NOT-7). Ids of others have no effect. Returns how many are left. Rows are locked in the order of
 * their ids, so that no two calls wait for each other.
 */
export async function readNotices(context: RequestContext, body: ReadNoticesBody): Promise<{ unread: number }> {
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
