import type { EventName } from '@ecp/contract/reach/webhook-events';
import type { Services } from '../../../kernel/services.ts';
import { deliverWebhook } from './deliver-webhook.ts';

/**
 * Makes the due attempts of one event in parallel and returns when each has its result. It serves an event whose
 * endpoints are about to be deleted (ACC-13). The queue may make the same attempts concurrently.
 */
export async function deliverBeforeErasure(
  services: Services,
  tenantId: string,
  event: EventName,
  signal: AbortSignal,
): Promise<void> {
  const [due] = await services.database.batchTenant<[{ id: string; endpoint_id: string; due_attempt: number }]>(
    tenantId,
    [
      {
        name: 'list_due_webhook_deliveries',
        text: `select id, endpoint_id, due_attempt from platform.webhook_deliveries
        where tenant_id = $1 and event = $2 and due_attempt is not null`,
        values: [tenantId, event],
      },
    ],
  );
  await Promise.all(
    due.map(({ id, endpoint_id, due_attempt }) =>
      deliverWebhook(services, { tenantId, deliveryId: id, attempt: due_attempt }, signal, endpoint_id),
    ),
  );
}
