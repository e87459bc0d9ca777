import { ApiError } from '@ecp/contract/declaring/errors';
import type { WebhookDeliveryDetail } from '@ecp/contract/reach/webhooks';
import type { RequestContext } from '../../kernel/context.ts';
import { type AttemptRow, toDelivery } from './webhook-rows.ts';

/** Bounds the response, because redeliveries can add any number of attempts. */
const newestAttempts = 100;

interface DeliveryRow {
  id: string;
  event: string;
  body: string;
  due_attempt: number | null;
  created_at: Date;
}

/**
 * Returns a delivery with its exact text and its newest attempts. `named` is the delivery's id or that of one of its
 * attempts. Error: `not_found`.
 */
export async function getWebhookDelivery(
  { services, tenantId }: RequestContext,
  endpointId: string,
  named: string,
): Promise<WebhookDeliveryDetail> {
  const values = [tenantId, endpointId, named];
  const isNamed = `(d.id = $3 or d.id = (
    select delivery_id from platform.webhook_attempts where tenant_id = $1 and endpoint_id = $2 and id = $3))`;
  const [[found], attempts] = await services.database.batchTenant<[DeliveryRow, AttemptRow]>(tenantId, [
    {
      name: 'get_webhook_delivery',
      text: `select id, event, body, due_attempt, created_at from platform.webhook_deliveries d
        where tenant_id = $1 and endpoint_id = $2 and ${isNamed}`,
      values,
    },
    {
      name: 'list_attempts_of_delivery',
      text: `select a.id, a.delivery_id, d.event, a.status_code, a.response_body, a.duration_ms, a.error, a.attempt,
          a.created_at
        from platform.webhook_deliveries d
        join platform.webhook_attempts a on a.tenant_id = d.tenant_id and a.delivery_id = d.id
        where d.tenant_id = $1 and d.endpoint_id = $2 and ${isNamed}
        order by a.attempt desc limit ${newestAttempts}`,
      values,
    },
  ]);
  if (!found) throw new ApiError('not_found');
  const { id, event, body, due_attempt: dueAttempt, created_at } = found;
  const createdAt = created_at.toISOString();
  return { id, event, payload: body, dueAttempt, createdAt, attempts: attempts.map(toDelivery) };
}
