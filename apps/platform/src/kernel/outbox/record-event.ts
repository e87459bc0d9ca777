import type { EventData, EventName } from '@ecp/contract/webhook-events';
import { createId } from '@ecp/database/create-id';
import type { Transaction } from '@ecp/database/database';
import type { Services } from '../services.ts';
import { enqueueDeliveries } from '../../reach/webhooks/delivering/enqueue-deliveries.ts';

/**
 * Writes an event for the outside, and its deliveries, in the transaction that causes it: a crash loses none, a rollback
 * sends none (contract, 5; specification, Events).
 */
export async function recordEvent<N extends EventName>(
  tx: Transaction,
  services: Pick<Services, 'durable' | 'clock'>,
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
