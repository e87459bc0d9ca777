import type { PingResult } from '@ecp/contract/reach/webhooks';
import { createId } from '@ecp/database/create-id';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import type { RequestContext } from '../../kernel/context.ts';
import { attemptStatement } from './delivering/attempt-statement.ts';
import { decryptSecrets, selectSecrets } from './delivering/find-secrets.ts';
import { insertDelivery } from './delivering/insert-delivery.ts';
import { postDelivery } from './delivering/post-delivery.ts';
import { lockWebhook } from './webhook-rows.ts';

/**
 * Sends the event `ping`, even to a disabled endpoint, returns the result and records it in the history. It is not
 * repeated (WEB-11). It waits for a permit like every post, but before waiting deliveries of the same endpoint, because
 * a person waits for the result. Error: `not_found`.
 */
export function testWebhook(context: RequestContext, endpointId: string): Promise<PingResult> {
  const { services, tenantId } = context;
  return services.deliverySemaphore.run([tenantId, endpointId], () => sendPing(context, endpointId), { first: true });
}

async function sendPing(context: RequestContext, endpointId: string): Promise<PingResult> {
  const { services, tenantId } = context;
  const deliveryId = createId();
  const now = services.clock.now();
  const event = 'ping';
  const ping = await context.transaction(async (tx) => {
    const { url } = await lockWebhook(tx, tenantId, endpointId);
    const data = { webhookId: endpointId };
    const body = await insertDelivery(tx, { tenantId, deliveryId, endpointId, event, data, now, dueAttempt: null });
    const { rows } = await tx.query(selectSecrets(tenantId, endpointId, now));
    const sealed = rows.map((row) => row.sealed);
    await recordAudit(tx, context, { action: 'webhook.test', resourceType: 'webhook', resourceId: endpointId });
    return { url, body, secrets: decryptSecrets(services.keys, endpointId, sealed) };
  });
  const result = await postDelivery(services, { ...ping, deliveryId, event, now });
  await context.transaction((tx) =>
    tx.query(attemptStatement({ tenantId, endpointId, deliveryId, attempt: 1 }, result)),
  );
  const { success, statusCode, durationMs, error } = result;
  return { success, statusCode, durationMs, ...(error === null ? {} : { error }) };
}
