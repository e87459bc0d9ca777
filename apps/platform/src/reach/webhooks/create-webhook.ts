import type { CreateWebhookBody, WebhookEndpoint } from '@ecp/contract/reach/webhooks';
import { createId } from '@ecp/database/create-id';
import type { Statement } from '@ecp/database/statement';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import type { RequestContext } from '../../kernel/context.ts';
import { requireFewer } from '../../kernel/limits/refusals.ts';
import { checkEvents, checkWebhookUrl } from './check-webhook.ts';
import { issueSecret } from './issue-secret.ts';
import { type EndpointRow, endpointColumns, toWebhook } from './webhook-rows.ts';

/** Limit of one tenant: each endpoint has its own partition of the queue, and the list shows all endpoints. */
const maxEndpoints = 50;

/**
 * Creates an enabled endpoint. Only this response contains its secret (WEB-1, WEB-5). Errors:
 * `webhook_url_not_https`, `webhook_url_private`, `unknown_event`, `webhook_limit_reached`.
 */
export async function createWebhook(
  context: RequestContext,
  body: CreateWebhookBody,
): Promise<WebhookEndpoint & { secret: string }> {
  const { services, tenantId } = context;
  checkWebhookUrl(body.url, services.config.outboundAllowedHosts);
  const events = checkEvents(body.events);
  return context.commit(async (tx) => {
    await requireFewer(tx, tenantId, {
      count: countWebhooks(tenantId),
      limit: maxEndpoints,
      code: 'webhook_limit_reached',
    });
    const id = createId();
    const { rows } = await tx.query<EndpointRow>({
      name: 'insert_webhook',
      text: `insert into platform.webhook_endpoints (id, tenant_id, url, events, description)
        values ($1, $2, $3, $4, $5) returning ${endpointColumns}`,
      values: [id, tenantId, body.url, events, body.description ?? ''],
    });
    const [row] = rows;
    if (!row) throw new Error('The insert of a webhook endpoint returned nothing');
    const secret = await issueSecret(tx, services, tenantId, id);
    const metadata = { url: body.url, events };
    await recordAudit(tx, context, { action: 'webhook.create', resourceType: 'webhook', resourceId: id, metadata });
    return { ...toWebhook(row), secret };
  });
}

const countWebhooks = (tenantId: string): Statement<{ count: number }> => ({
  name: 'count_webhooks',
  text: 'select count(*)::integer as count from platform.webhook_endpoints where tenant_id = $1',
  values: [tenantId],
});
