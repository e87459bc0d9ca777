import type { UpdateWebhookBody, WebhookEndpoint } from '@ecp/contract/reach/webhooks';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import type { RequestContext } from '../../kernel/context.ts';
import { checkEvents, checkWebhookUrl } from './check-webhook.ts';
import { lockWebhook, toWebhook } from './webhook-rows.ts';

/**
 * Changes the given fields; `events` replaces the list, and a disabled endpoint receives nothing more (WEB-9). Errors:
 * `not_found`, `webhook_url_not_https`, `webhook_url_private`, `unknown_event`.
 */
export async function updateWebhook(
  context: RequestContext,
  id: string,
  body: UpdateWebhookBody,
): Promise<WebhookEndpoint> {
  const { services, tenantId } = context;
  if (body.url !== undefined) checkWebhookUrl(body.url, services.config.outboundAllowedHosts);
  return context.transaction(async (tx) => {
    const row = await lockWebhook(tx, tenantId, id);
    const { url = row.url, enabled = row.enabled, description = row.description } = body;
    const events = body.events ? checkEvents(body.events) : row.events;
    await tx.query({
      name: 'update_webhook',
      text: `update platform.webhook_endpoints set url = $3, events = $4, enabled = $5, description = $6
        where tenant_id = $1 and id = $2`,
      values: [tenantId, id, url, events, enabled, description],
    });
    const metadata = { url, events, enabled };
    await recordAudit(tx, context, { action: 'webhook.update', resourceType: 'webhook', resourceId: id, metadata });
    return toWebhook({ ...row, url, events, enabled, description });
  });
}
