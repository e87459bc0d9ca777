import type { EventData, EventName } from '@ecp/contract/reach/webhook-events';
import { createId } from '@ecp/database/create-id';
import type { Database, Transaction } from '@ecp/database/database';
import type { DurableWork } from './durable-work/durable-work.ts';
import type { Services } from './services.ts';
import { purgeOldRows } from './sql.ts';

/** An event of a tenant; `data` contains no secret. */
interface TenantEvent {
  tenantId: string;
  /** An event name of the contract, or `ping`. */
  event: string;
  data: object;
}

/**
 * Writes an event and its deliveries in the transaction that causes it, so that none is lost or
 * sent wrongly.
 */
export async function recordEvent<N extends EventName>(
  tx: Transaction,
  services: Services,
  tenantId: string,
  event: N,
  data: EventData[N],
): Promise<void> {
  await tx.query({
    name: 'record_event',
    text: 'insert into platform.outbox_events (id, tenant_id, event, data) values ($1, $2, $3, $4)',
    values: [createId(), tenantId, event, JSON.stringify(data)],
  });
  await enqueueDeliveries(tx, services, { tenantId, event, data });
}

/**
 * Enqueues an event to its enabled subscribed endpoints with `tx`, unless its engagement is behind
 * a wall and their maker is not; one indexed statement without any.
 */
async function enqueueDeliveries(
  tx: Transaction,
  { durable, clock }: { durable: Pick<DurableWork, 'enqueue'> } & Pick<Services, 'clock'>,
  happened: TenantEvent,
): Promise<void> {
  const { tenantId, event } = happened;
  const engagementId = 'engagementId' in happened.data ? happened.data.engagementId : null;
  // The lock keeps an endpoint from being deleted meanwhile, which would break the transaction of
  // the cause.
  const { rows } = await tx.query<{ id: string }>({
    name: 'find_webhooks_of_event',
    text: `select id from platform.webhook_endpoints where tenant_id = $1 and enabled and $2 = any(events)
        and platform.user_sees_engagement(created_by, $3)
      for key share`,
    values: [tenantId, event, engagementId],
  });
  for (const { id: endpointId } of rows) {
    const deliveryId = createId();
    await insertDelivery(tx, {
      ...happened,
      deliveryId,
      endpointId,
      now: clock.now(),
      dueAttempt: 1,
    });
    const work = { tenantId, deliveryId, attempt: 1 };
    await durable.enqueue(tx, 'deliverWebhook', `${deliveryId}:1`, work, { partition: endpointId });
  }
}

interface NewDelivery extends TenantEvent {
  deliveryId: string;
  endpointId: string;
  now: Date;
  /** Null when no attempt is enqueued. */
  dueAttempt: number | null;
}

/** Writes a delivery with the exact text of all its attempts, and returns the text. */
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

/**
 * Deletes events older than `keptDays`. Pending deliveries have their own rows. Any process may
 * call it.
 */
export const purgeOldWebhookEvents = (
  database: Database,
  now: Date,
  keptDays: number,
): Promise<void> => purgeOldRows(database, 'platform.outbox_events', now, keptDays);
