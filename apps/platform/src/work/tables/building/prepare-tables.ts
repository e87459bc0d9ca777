import { setTimeout as delay } from 'node:timers/promises';
import type { Services } from '../../../kernel/services.ts';
import { extractionWait } from '../../attachments/reading/wait-for-extraction.ts';
import { lockEngagement } from '../../engagements/engagement-rows.ts';
import { tableExtensions } from './table-files.ts';

type PreparingServices = Pick<Services, 'database' | 'durable'>;

/** Files of an earlier release that one call orders to be read; the next call orders more. */
const ordersAtOnce = 50;

const pattern = `\\.(${tableExtensions.map((extension) => extension.slice(1)).join('|')})$`;

/**
 * Waits until the tables of the engagement's files are built, 30 seconds at most (TAB-3). Orders those of files that
 * an earlier release has read, in durable work. Costs one statement when there is nothing to wait for.
 */
export async function prepareTables(
  services: PreparingServices,
  tenantId: string,
  engagementId: string,
): Promise<void> {
  const endMs = performance.now() + extractionWait.mostMs;
  for (;;) {
    const { unordered, unread } = await findUnbuilt(services, tenantId, engagementId);
    if (unordered) await orderTables(services, tenantId, engagementId);
    if ((!unordered && !unread) || performance.now() > endMs) return;
    await delay(extractionWait.lookAgainMs);
  }
}

/** Tells whether there are files that nobody has ordered, and recent ones that are still being read. */
async function findUnbuilt(
  { database }: PreparingServices,
  tenantId: string,
  engagementId: string,
): Promise<{ unordered: boolean; unread: boolean }> {
  const [[found]] = await database.batchTenant<[{ unordered: boolean; unread: boolean }]>(tenantId, [
    {
      name: 'find_unbuilt_tables',
      text: `select
          coalesce(bool_or(b.state is null and a.extraction_state <> 'pending'), false) as unordered,
          coalesce(bool_or(coalesce(b.ordered_at, a.created_at) > now() - $4::interval
            and (b.state = 'pending' or b.state is null and a.extraction_state = 'pending')), false) as unread
        from platform.attachments a
        left join platform.table_builds b on b.tenant_id = a.tenant_id and b.attachment_id = a.id
        where a.tenant_id = $1 and a.engagement_id = $2 and a.filename ~* $3`,
      values: [tenantId, engagementId, pattern, extractionWait.freshInterval],
    },
  ]);
  return found ?? { unordered: false, unread: false };
}

/** Orders files to be read again, with their tables. Each is ordered once. */
async function orderTables(
  { database, durable }: PreparingServices,
  tenantId: string,
  engagementId: string,
): Promise<void> {
  await database.withTenant(tenantId, async (tx) => {
    if (!(await lockEngagement(tx, tenantId, engagementId))) return;
    const { rows } = await tx.query<{ attachment_id: string }>({
      name: 'order_tables',
      text: `insert into platform.table_builds (tenant_id, engagement_id, attachment_id, state)
        select a.tenant_id, a.engagement_id, a.id, 'pending' from platform.attachments a
        where a.tenant_id = $1 and a.engagement_id = $2 and a.filename ~* $3 and a.extraction_state <> 'pending'
          and not exists (
            select from platform.table_builds b where b.tenant_id = a.tenant_id and b.attachment_id = a.id
          )
        order by a.created_at desc limit $4
        on conflict (tenant_id, attachment_id) do nothing returning attachment_id`,
      values: [tenantId, engagementId, pattern, ordersAtOnce],
    });
    for (const { attachment_id: attachmentId } of rows) {
      const work = { tenantId, attachmentId, tablesOnly: true };
      await durable.enqueue(tx, 'extractAttachment', `tables:${attachmentId}`, work, { partition: tenantId });
    }
  });
}
