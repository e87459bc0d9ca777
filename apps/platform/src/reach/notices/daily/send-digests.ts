import { groupOf } from '@ecp/contract/values/notice-kinds';
import { findTenant } from '../../../identity/tenants/tenants.ts';
import type { Services } from '../../../kernel/services.ts';
import { mailRecipient } from '../../../work/notices/mail-recipient.ts';
import { type Recipient, recipientColumns, recipientTables, wantsDaily } from '../../../work/notices/recipients.ts';
import { type NoticeRow, noticeColumns } from '../notice-rows.ts';
import { toNoticeList } from './to-notice-list.ts';

type DueRow = NoticeRow & Recipient;

/**
 * Mails each person of a tenant what waits since before `dueAt` and is still unread, in one mail (NOT-9). Taking it off
 * the waiting list and the mails are one transaction.
 */
export async function sendDigests(services: Services, tenantId: string, dueAt: Date): Promise<void> {
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
        where due.read_at is null
        order by n.created_at, n.id`,
      values: [tenantId, dueAt],
    });
    const wanted = rows.filter((row) => wantsDaily(row, groupOf(row.kind)));
    for (const [userId, due] of Map.groupBy(wanted, (row) => row.userId)) {
      const [recipient] = due;
      if (!recipient) continue;
      const id = `digest-${userId}-${dueAt.toISOString().slice(0, 10)}`;
      const mail = { kind: 'dailyDigest', ...toNoticeList(tenant.name, due), id } as const;
      await mailRecipient(tx, services, tenantId, { mail, recipient, setting: 'digest' });
    }
  });
}
