import type { Statement } from '@ecp/database/statement';
import type { DurableInputs } from '../../../kernel/durable-work/durable-work.ts';
import type { Services } from '../../../kernel/services.ts';
import { decryptSecrets, selectSecrets } from './find-secrets.ts';
import { type AttemptResult, postDelivery } from './post-delivery.ts';
import { recordAttempt } from './record-attempt.ts';

type Work = DurableInputs['deliverWebhook'];
interface Delivery {
  event: string;
  body: string;
  first_attempt: number;
  url: string;
  enabled: boolean;
}

/**
 * Makes one attempt and records it. A failed attempt enqueues the next in the same transaction, so a crash repeats an
 * attempt but loses none (WEB-25). Does nothing for an attempt that a redelivery has replaced or whose endpoint is
 * deleted.
 */
export async function deliverWebhook(services: Services, work: Work, signal: AbortSignal): Promise<void> {
  const { tenantId } = work;
  const endpointId = await findDueEndpoint(services, work);
  if (endpointId === null) return;
  const attempt = () => makeAttempt(services, work, endpointId, signal);
  await services.deliverySemaphore.run([tenantId, endpointId], attempt, { signal });
}

async function findDueEndpoint({ database }: Services, work: Work): Promise<string | null> {
  const [[due]] = await database.batchTenant<[{ endpoint_id: string }]>(work.tenantId, [
    {
      name: 'find_due_webhook_endpoint',
      text: `select endpoint_id from platform.webhook_deliveries where tenant_id = $1 and id = $2 and due_attempt = $3`,
      values: [work.tenantId, work.deliveryId, work.attempt],
    },
  ]);
  return due?.endpoint_id ?? null;
}

/** Reads the due delivery again, because the wait for a permit may have been long. */
async function makeAttempt(services: Services, work: Work, endpointId: string, signal: AbortSignal): Promise<void> {
  const { tenantId, deliveryId } = work;
  const now = services.clock.now();
  const [[delivery], sealed] = await services.database.batchTenant(tenantId, [
    selectDueDelivery(work),
    selectSecrets(tenantId, endpointId, now),
  ]);
  if (!delivery) return;
  if (!delivery.enabled) return dropAttempt(services, work);
  const { event, body, url } = delivery;
  const secrets = decryptSecrets(services.keys, endpointId, sealed);
  const result = await postDelivery(services, { deliveryId, event, body, secrets, now, url }, signal);
  await recordAndScheduleRetry(services, work, { ...delivery, endpointId }, result);
}

const selectDueDelivery = ({ tenantId, deliveryId, attempt }: Work): Statement<Delivery> => ({
  name: 'find_due_webhook_delivery',
  text: `select d.event, d.body, d.first_attempt, e.url, e.enabled
    from platform.webhook_deliveries d
    join platform.webhook_endpoints e on e.tenant_id = d.tenant_id and e.id = d.endpoint_id
    where d.tenant_id = $1 and d.id = $2 and d.due_attempt = $3`,
  values: [tenantId, deliveryId, attempt],
});

/** Drops the attempt of a disabled endpoint, which receives nothing, not even later. */
async function dropAttempt({ database }: Services, { tenantId, deliveryId, attempt }: Work): Promise<void> {
  await database.batchTenant(tenantId, [setDueAttempt(tenantId, deliveryId, attempt, null)]);
}

async function recordAndScheduleRetry(
  services: Services,
  { tenantId, deliveryId, attempt }: Work,
  { endpointId, first_attempt }: Delivery & { endpointId: string },
  result: AttemptResult,
): Promise<void> {
  const waitMs = result.success ? undefined : services.config.webhookRetryWaitsMs[attempt - first_attempt];
  const next = waitMs === undefined ? null : attempt + 1;
  await services.database.withTenant(tenantId, async (tx) => {
    await recordAttempt(tx, { tenantId, endpointId, deliveryId, attempt }, result);
    const { rowCount } = await tx.query(setDueAttempt(tenantId, deliveryId, attempt, next));
    if (waitMs === undefined || next === null || rowCount === 0) return;
    const work = { tenantId, deliveryId, attempt: next };
    const placement = { partition: endpointId, waitMs: withJitter(waitMs) };
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
