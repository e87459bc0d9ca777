import type { EventData, EventName } from '@ecp/contract/reach/webhook-events';
import { createId } from '@ecp/database/create-id';
import type { Database, Transaction } from '@ecp/database/database';
import type { Services } from './services.ts';
import { purgeOldRows } from './sql.ts';

/** An event of a tenant; `data` contains no secret. */
export interface TenantEvent {
  tenantId: string;
  /** An event name of the contract, or `ping`. */
  event: string;
  data: object;
}

declare module './services.ts' {
  interface Services {
    /** Enqueues the deliveries of an event to the tenant's webhook endpoints, in the transaction of its cause. */
    deliverEvent(tx: Transaction, services: Services, event: TenantEvent): Promise<void>;
  }
}

/**
 * Writes a webhook event and its deliveries in the transaction that causes it, so that a crash loses none and a
 * rollback sends none (WEB-29).
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
  await services.deliverEvent(tx, services, { tenantId, event, data });
}

/** Deletes events older than `keptDays` (RET-3). Pending deliveries have their own rows. Any process may call it. */
export const purgeOldWebhookEvents = (database: Database, now: Date, keptDays: number): Promise<void> =>
  purgeOldRows(database, 'platform.outbox_events', now, keptDays);
