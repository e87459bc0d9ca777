import { ApiError } from '@ecp/contract/declaring/errors';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import type { RequestContext } from '../../kernel/context.ts';

/**
 * Deletes an endpoint with its secrets and history; deliveries that are enqueued for it then do nothing (WEB-10).
 * Error: `not_found`.
 */
export async function deleteWebhook(context: RequestContext, id: string): Promise<void> {
  const { tenantId } = context;
  await context.transaction(async (tx) => {
    const { rows } = await tx.query<{ url: string }>({
      name: 'delete_webhook',
      text: 'delete from platform.webhook_endpoints where tenant_id = $1 and id = $2 returning url',
      values: [tenantId, id],
    });
    const [deleted] = rows;
    if (!deleted) throw new ApiError('not_found');
    const metadata = { url: deleted.url };
    await recordAudit(tx, context, { action: 'webhook.delete', resourceType: 'webhook', resourceId: id, metadata });
  });
}
