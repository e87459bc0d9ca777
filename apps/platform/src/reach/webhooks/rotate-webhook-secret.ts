import type { WebhookEndpoint } from '@ecp/contract/reach/webhooks';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import type { RequestContext } from '../../kernel/context.ts';
import { issueSecret } from './issue-secret.ts';
import { lockWebhook, toWebhook } from './webhook-rows.ts';

const overlapMs = 24 * 3_600_000;

/**
 * Gives an endpoint a new secret. Each earlier one continues to sign until 24 hours after its own replacement (WEB-27).
 * Error: `not_found`.
 */
export async function rotateWebhookSecret(
  context: RequestContext,
  id: string,
): Promise<WebhookEndpoint & { secret: string; previousSecretExpiresAt: string }> {
  const { services, tenantId } = context;
  const now = services.clock.now();
  const expiresAt = new Date(now.getTime() + overlapMs);
  return context.commit(async (tx) => {
    const row = await lockWebhook(tx, tenantId, id);
    await tx.query({
      name: 'delete_expired_webhook_secrets',
      text: 'delete from platform.webhook_secrets where tenant_id = $1 and endpoint_id = $2 and expires_at <= $3',
      values: [tenantId, id, now],
    });
    await tx.query({
      name: 'expire_webhook_secret',
      text: `update platform.webhook_secrets set expires_at = $3
        where tenant_id = $1 and endpoint_id = $2 and expires_at is null`,
      values: [tenantId, id, expiresAt],
    });
    const secret = await issueSecret(tx, services, tenantId, id);
    await recordAudit(tx, context, { action: 'webhook.rotate_secret', resourceType: 'webhook', resourceId: id });
    return { ...toWebhook(row), secret, previousSecretExpiresAt: expiresAt.toISOString() };
  });
}
