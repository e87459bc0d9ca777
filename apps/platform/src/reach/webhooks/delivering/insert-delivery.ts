import type { Transaction } from '@ecp/database/database';
import type { TenantEvent } from '../../../kernel/outbox.ts';

interface NewDelivery extends TenantEvent {
  deliveryId: string;
  endpointId: string;
  /** Time of the event. */
  now: Date;
  /** Null when no attempt is enqueued. */
  dueAttempt: number | null;
}

/** Writes a delivery with the exact text of all its attempts, and returns the text (WEB-19). */
export async function insertDelivery(tx: Transaction, delivery: NewDelivery): Promise<string> {
  const { deliveryId, tenantId, endpointId, event, data, now, dueAttempt } = delivery;
  const body = JSON.stringify({ event, data, timestamp: now.toISOString() });
  await tx.query({
    name: 'insert_webhook_delivery',
    text: `insert into platform.webhook_deliveries (id, tenant_id, endpoint_id, event, body, due_attempt)
      values ($1, $2, $3, $4, $5, $6)`,
    values: [deliveryId, tenantId, endpointId, event, body, dueAttempt],
  });
  return body;
}
