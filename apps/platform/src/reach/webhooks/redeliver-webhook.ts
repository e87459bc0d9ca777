import { ApiError } from '@ecp/contract/declaring/errors';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import type { RequestContext } from '../../kernel/context.ts';
import { lockWebhook } from './webhook-rows.ts';

interface Redelivered {
  id: string;
  attempt: number;
}

/**
 * Delivers an event again at once, with the same delivery id and the usual retries; it replaces a waiting retry
 * (WEB-28). `named` is the delivery's id or that of one of its attempts. Errors: `not_found`,
 * `webhook_disabled`.
 */
export async function redeliverWebhook(
  context: RequestContext,
  endpointId: string,
  named: string,
): Promise<{ success: boolean; deliveryId: string }> {
  const { services, tenantId } = context;
  return context.commit(async (tx) => {
    const { enabled } = await lockWebhook(tx, tenantId, endpointId);
    const { rows } = await tx.query<Redelivered>({
      name: 'redeliver_webhook',
      text: `update platform.webhook_deliveries d
        set due_attempt = greatest(attempts, due_attempt) + 1, first_attempt = greatest(attempts, due_attempt) + 1
        where tenant_id = $1 and endpoint_id = $2 and (id = $3 or id = (
          select delivery_id from platform.webhook_attempts where tenant_id = $1 and endpoint_id = $2 and id = $3))
        returning id, first_attempt as attempt`,
      values: [tenantId, endpointId, named],
    });
    const [delivery] = rows;
    if (!delivery) throw new ApiError('not_found');
    if (!enabled) throw new ApiError('webhook_disabled');
    const { id: deliveryId, attempt } = delivery;
    const work = { tenantId, deliveryId, attempt };
    await services.durable.enqueue(tx, 'deliverWebhook', `${deliveryId}:${attempt}`, work, { partition: endpointId });
    const metadata = { deliveryId };
    await recordAudit(tx, context, {
      action: 'webhook.redeliver',
      resourceType: 'webhook',
      resourceId: endpointId,
      metadata,
    });
    return { success: true, deliveryId };
  });
}
