import { ApiError } from '@ecp/contract/declaring/errors';
import { recordAudit } from '../../../kernel/audit/record-audit.ts';
import type { RequestContext } from '../../../kernel/context.ts';

/** Deletes a channel; posts that are enqueued for it then do nothing (NOT-11). Error: `not_found`. */
export async function deleteChannel(context: RequestContext, channelId: string): Promise<void> {
  const { tenantId } = context;
  await context.transaction(async (tx) => {
    const { rows } = await tx.query<{ host: string }>({
      name: 'delete_notice_channel',
      text: 'delete from platform.notice_channels where tenant_id = $1 and id = $2 returning host',
      values: [tenantId, channelId],
    });
    const [deleted] = rows;
    if (!deleted) throw new ApiError('not_found');
    await recordAudit(tx, context, {
      action: 'notice_channel.delete',
      resourceType: 'notice_channel',
      resourceId: channelId,
      metadata: { host: deleted.host },
    });
  });
}
