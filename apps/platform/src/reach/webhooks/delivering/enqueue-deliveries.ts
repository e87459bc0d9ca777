import { createId } from '@ecp/database/create-id';
import type { Transaction } from '@ecp/database/database';
import type { DurableWork } from '../../../kernel/durable-work/durable-work.ts';
import type { TenantEvent } from '../../../kernel/outbox.ts';
import type { Services } from '../../../kernel/services.ts';
import { insertDelivery } from './insert-delivery.ts';

/**
 * Enqueues the delivery of an event to each enabled endpoint of the tenant that subscribed to it, if and only if `tx`
 * commits (WEB-29). Without endpoints this is one indexed statement.
 */
export async function enqueueDeliveries(
  tx: Transaction,
  { durable, clock }: { durable: Pick<DurableWork, 'enqueue'> } & Pick<Services, 'clock'>,
  happened: TenantEvent,
): Promise<void> {
  const { tenantId, event } = happened;
  // The lock keeps an endpoint from being deleted meanwhile, which would break the transaction of the cause.
  const { rows } = await tx.query<{ id: string }>({
    name: 'find_webhooks_of_event',
    text: `select id from platform.webhook_endpoints where tenant_id = $1 and enabled and $2 = any(events)
      for key share`,
    values: [tenantId, event],
  });
  for (const { id: endpointId } of rows) {
    const deliveryId = createId();
    await insertDelivery(tx, { ...happened, deliveryId, endpointId, now: clock.now(), dueAttempt: 1 });
    const work = { tenantId, deliveryId, attempt: 1 };
    await durable.enqueue(tx, 'deliverWebhook', `${deliveryId}:1`, work, { partition: endpointId });
  }
}
