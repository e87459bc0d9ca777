import type { DurableInputs } from '../durable-work.ts';
import type { Services } from '../services.ts';
import { openSecrets, selectSecrets } from './find-secrets.ts';
import { type AttemptResult, postDelivery } from './post-delivery.ts';
import { recordAttempt } from './record-attempt.ts';

type Work = DurableInputs['deliverWebhook'];
interface Delivery {
  endpoint_id: string;
  event: string;
  body: string;
  first_attempt: number;
  url: string;
  enabled: boolean;
}

/**
 * Makes one attempt and records it; a failed one enqueues the next in the same transaction, so a crash repeats an attempt
 * but loses none (contract, 5). Does nothing for an attempt that a redelivery has replaced or whose endpoint is gone.
 */
export async function deliverWebhook(services: Services, work: Work, signal: AbortSignal): Promise<void> {
  const delivery = await findDueDelivery(services, work);
  if (!delivery) return;
  if (!delivery.enabled) return giveUp(services, work);
  const { tenantId, deliveryId } = work;
  const { endpoint_id: endpointId, event, body, url } = delivery;
  const now = services.clock.now();
  const [sealed = []] = await services.database.batchTenant(tenantId, [selectSecrets(tenantId, endpointId, now)]);
  const secrets = openSecrets(services.secretKey, endpointId, sealed as { sealed: string }[]);
  const result = await postDelivery(services, { deliveryId, event, body, secrets, now, url }, signal);
  await settle(services, work, delivery, result);
}

async function findDueDelivery(services: Services, { tenantId, deliveryId, attempt }: Work): Promise<Delivery | null> {
  const [rows = []] = await services.database.batchTenant(tenantId, [
    {
      name: 'find_due_webhook_delivery',
      text: `select d.endpoint_id, d.event, d.body, d.first_attempt, e.url, e.enabled
        from platform.webhook_deliveries d
        join platform.webhook_endpoints e on e.tenant_id = d.tenant_id and e.id = d.endpoint_id
        where d.tenant_id = $1 and d.id = $2 and d.due_attempt = $3`,
      values: [tenantId, deliveryId, attempt],
    },
  ]);
  return (rows[0] as Delivery | undefined) ?? null;
}

/** A disabled endpoint is sent nothing, later neither. */
async function giveUp({ database }: Services, { tenantId, deliveryId, attempt }: Work): Promise<void> {
  await database.batchTenant(tenantId, [setDueAttempt(tenantId, deliveryId, attempt, null)]);
}

async function settle(
  services: Services,
  { tenantId, deliveryId, attempt }: Work,
  { endpoint_id: endpointId, first_attempt }: Delivery,
  result: AttemptResult,
): Promise<void> {
  const waitMs = result.success ? undefined : services.config.webhookRetryWaitsMs[attempt - first_attempt];
  const next = waitMs === undefined ? null : attempt + 1;
  await services.database.withTenant(tenantId, async (tx) => {
    await recordAttempt(tx, { tenantId, endpointId, deliveryId, attempt }, result);
    const { rowCount } = await tx.query(setDueAttempt(tenantId, deliveryId, attempt, next));
    if (waitMs === undefined || next === null || rowCount === 0) return;
    const work = { tenantId, deliveryId, attempt: next };
    const placement = { lane: endpointId, waitMs: withJitter(waitMs) };
    await services.durable.enqueue(tx, 'deliverWebhook', `${deliveryId}:${next}`, work, placement);
  });
}

/** Changes nothing when a redelivery has come between. */
const setDueAttempt = (tenantId: string, deliveryId: string, attempt: number, next: number | null) => ({
  name: 'set_due_webhook_attempt',
  text: `update platform.webhook_deliveries set due_attempt = $4
    where tenant_id = $1 and id = $2 and due_attempt = $3`,
  values: [tenantId, deliveryId, attempt, next],
});

/** A tenth up or down, so that what failed together does not come back together. */
const withJitter = (waitMs: number) => Math.round(waitMs * (0.9 + Math.random() * 0.2));
