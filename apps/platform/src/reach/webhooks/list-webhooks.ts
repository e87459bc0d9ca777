import type { WebhookDelivery, WebhookEndpoint } from '@ecp/contract/reach/webhooks';
import type { RequestContext } from '../../kernel/context.ts';
import { type AttemptRow, type EndpointRow, endpointColumns, toDelivery, toWebhook } from './webhook-rows.ts';

const recentDeliveries = 10;

interface RecentAttempt extends AttemptRow {
  endpoint_id: string;
}

/** Lists the tenant's endpoints, newest first, each with its newest ten attempts (WEB-4). */
export async function listWebhooks({
  services,
  tenantId,
}: RequestContext): Promise<(WebhookEndpoint & { recentDeliveries: WebhookDelivery[] })[]> {
  const [endpoints, attempts] = await services.database.batchTenant<[EndpointRow, RecentAttempt]>(tenantId, [
    {
      name: 'list_webhooks',
      text: `select ${endpointColumns} from platform.webhook_endpoints where tenant_id = $1
        order by created_at desc, id desc`,
      values: [tenantId],
    },
    {
      name: 'list_recent_webhook_attempts',
      text: `select a.* from platform.webhook_endpoints e cross join lateral (
          select a.id, a.endpoint_id, a.delivery_id, d.event, a.status_code, a.response_body, a.duration_ms, a.error,
            a.attempt, a.created_at
          from platform.webhook_attempts a
          join platform.webhook_deliveries d on d.tenant_id = a.tenant_id and d.id = a.delivery_id
          where a.tenant_id = $1 and a.endpoint_id = e.id
          order by a.created_at desc, a.id desc limit ${recentDeliveries}) a
        where e.tenant_id = $1 order by a.created_at desc, a.id desc`,
      values: [tenantId],
    },
  ]);
  const byEndpoint = Map.groupBy(attempts, (row) => row.endpoint_id);
  return endpoints.map((row) => ({
    ...toWebhook(row),
    recentDeliveries: (byEndpoint.get(row.id) ?? []).map(toDelivery),
  }));
}
