import type { NoticeGroup } from '@ecp/contract/values/notice-kinds';
import type { Transaction } from '@ecp/database/database';
import type { Services } from '../../kernel/services.ts';

/**
 * Enqueues the post of a notice to each enabled channel of the workspace that gets its group, if and only if `tx`
 * commits (NOT-10). Without channels this is one indexed statement.
 */
export async function enqueueChannelPosts(
  tx: Transaction,
  { durable }: Pick<Services, 'durable'>,
  tenantId: string,
  { noticeId, group }: { noticeId: string; group: NoticeGroup },
): Promise<void> {
  const { rows } = await tx.query<{ id: string }>({
    name: 'find_channels_of_group',
    text: 'select id from platform.notice_channels where tenant_id = $1 and enabled and $2 = any(groups)',
    values: [tenantId, group],
  });
  for (const { id: channelId } of rows) {
    const work = { tenantId, channelId, noticeId };
    await durable.enqueue(tx, 'postNotice', `${noticeId}:${channelId}`, work, { partition: channelId });
  }
}
