import type { EventData, EventName } from '@ecp/contract/reach/webhook-events';
import type { WebhookDelivery, WebhookEndpoint } from '@ecp/contract/reach/webhooks';
import { pollUntil } from '@ecp/testing/poll-until';
import { recordEvent } from '../src/kernel/outbox.ts';
import { createKeyedTenant, type KeyedTenant } from './keyed-tenant.ts';
import type { TestPlatform } from './start-test-platform.ts';

/** An endpoint in the response to its creation. */
export type CreatedWebhook = WebhookEndpoint & { secret: string };

/** A tenant whose events are sent to receivers. */
export interface WebhookTenant extends KeyedTenant {
  /** Creates an endpoint, by default for `engagement.completed`. */
  subscribe(url: string, events?: EventName[]): Promise<CreatedWebhook>;
  /** Records an event as a verb does, in a transaction of the tenant. */
  emit<N extends EventName>(event: N, data: EventData[N]): Promise<void>;
  /** Emits `engagement.completed` of an engagement with this id. */
  emitCompleted(engagementId: string): Promise<void>;
  /** Waits until an endpoint has `count` attempts and returns its history, newest first. */
  waitForAttempts(webhookId: string, count: number): Promise<WebhookDelivery[]>;
}

/** Signs up a tenant on the platform under test. */
export async function createWebhookTenant(platform: TestPlatform): Promise<WebhookTenant> {
  const tenant = await createKeyedTenant(platform);
  const { owner, tenantId } = tenant;
  const { services, database } = platform;
  const emit: WebhookTenant['emit'] = (event, data) =>
    database.withTenant(tenantId, (tx) => recordEvent(tx, services, tenantId, event, data));
  return {
    ...tenant,
    emit,
    emitCompleted: (engagementId) =>
      emit('engagement.completed', {
        engagementId,
        status: 'completed',
        runId: `run-of-${engagementId}`,
      }),
    async subscribe(url, events = ['engagement.completed']) {
      const answer = await owner.post<CreatedWebhook>('/api/webhooks', { url, events });
      if (answer.status !== 201)
        throw new Error(`The endpoint was refused: ${JSON.stringify(answer.body)}`);
      return answer.body;
    },
    async waitForAttempts(webhookId, count) {
      const read = async () => {
        const { body } = await owner.get<{ webhook: { deliveries: WebhookDelivery[] } }>(
          `/api/webhooks/${webhookId}`,
        );
        return body.webhook.deliveries;
      };
      return pollUntil(read, (deliveries) => deliveries.length >= count);
    },
  };
}
