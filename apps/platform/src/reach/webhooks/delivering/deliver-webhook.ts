import type { Statement } from '@ecp/database/statement';
import type { DurableInputs, EnqueueOptions } from '../../../kernel/durable-work/durable-work.ts';
import type { Services } from '../../../kernel/services.ts';
import { attemptStatement } from './attempt-statement.ts';
import { decryptSecrets, signingSecrets } from './find-secrets.ts';
import { postDelivery } from './post-delivery.ts';

type Work = DurableInputs['deliverWebhook'];
interface Delivery {
  event: string;
  body: string;
  first_attempt: number;
  url: string;
  enabled: boolean;
  /** The encrypted secrets that sign now. */
  sealed: string[];
}

/**
 * Makes one attempt and records it. A failed attempt enqueues the next in the same transaction, so a crash repeats an
 * attempt but loses none (WEB-25). Does nothing for an attempt that a redelivery has replaced or whose endpoint is
 * deleted.
 */
export async function deliverWebhook(
  services: Services,
  work: Work,
  signal: AbortSignal,
  endpointId: string,
): Promise<void> {
  const attempt = () => makeAttempt(services, work, endpointId, signal);
  await services.deliverySemaphore.run([work.tenantId, endpointId], attempt, { signal });
}

/** Reads the delivery with a permit, because the wait for one may have been long. */
async function makeAttempt(services: Services, work: Work, endpointId: string, signal: AbortSignal): Promise<void> {
  const { tenantId, deliveryId } = work;
  const now = services.clock.now();
  const [[delivery]] = await services.database.batchShared(tenantId, [selectDueDelivery(work, now)]);
  if (!delivery) return;
  if (!delivery.enabled) return dropAttempt(services, work);
  const { event, body, url, sealed } = delivery;
  const secrets = decryptSecrets(services.keys, endpointId, sealed);
  const result = await postDelivery(services, { deliveryId, event, body, secrets, now, url }, signal);
  const waitMs = result.success
    ? undefined
    : services.config.webhookRetryWaitsMs[work.attempt - delivery.first_attempt];
  const record = attemptStatement({ ...work, endpointId }, result);
  if (waitMs === undefined) await services.database.batchShared(tenantId, [record]);
  else await recordAndRetry(services, work, record, { partition: endpointId, waitMs: withJitter(waitMs) });
}

const selectDueDelivery = ({ tenantId, deliveryId, attempt }: Work, now: Date): Statement<Delivery> => ({
  name: 'find_due_webhook_delivery',
  text: `select d.event, d.body, d.first_attempt, e.url, e.enabled,
      array(${signingSecrets('$1', 'd.endpoint_id', '$4')}) as sealed
    from platform.webhook_deliveries d
    join platform.webhook_endpoints e on e.tenant_id = d.tenant_id and e.id = d.endpoint_id
    where d.tenant_id = $1 and d.id = $2 and d.due_attempt = $3`,
  values: [tenantId, deliveryId, attempt, now],
});

/** Drops the attempt of a disabled endpoint, which receives nothing, not even later. */
async function dropAttempt({ database }: Services, { tenantId, deliveryId, attempt }: Work): Promise<void> {
  await database.batchTenant(tenantId, [setDueAttempt(tenantId, deliveryId, attempt, null)]);
}

async function recordAndRetry(
  services: Services,
  { tenantId, deliveryId, attempt }: Work,
  record: Statement,
  placement: EnqueueOptions,
): Promise<void> {
  const next = attempt + 1;
  await services.database.withTenant(tenantId, async (tx) => {
    const { rowCount } = await tx.query(setDueAttempt(tenantId, deliveryId, attempt, next));
    await tx.query(record);
    if (rowCount === 0) return;
    const work = { tenantId, deliveryId, attempt: next };
    await services.durable.enqueue(tx, 'deliverWebhook', `${deliveryId}:${next}`, work, placement);
  });
}

/** Changes nothing when a redelivery has replaced the attempt. */
const setDueAttempt = (tenantId: string, deliveryId: string, attempt: number, next: number | null): Statement => ({
  name: 'set_due_webhook_attempt',
  text: `update platform.webhook_deliveries set due_attempt = $4
    where tenant_id = $1 and id = $2 and due_attempt = $3`,
  values: [tenantId, deliveryId, attempt, next],
});

/** Varies a wait by up to a tenth, so that deliveries that failed together are not retried together. */
const withJitter = (waitMs: number) => Math.round(waitMs * (0.9 + Math.random() * 0.2));
