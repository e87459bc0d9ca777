import type { ServerResponse } from 'node:http';
import { durableRecords } from '@ecp/durable-work/testing/durable-records';
import { pollUntil } from '@ecp/testing/poll-until';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../../testing/webhook-receiver.ts';
import { createWebhookTenant, type WebhookTenant } from '../../../testing/webhook-tenant.ts';
import { createDeliverySemaphore } from './delivering.ts';

let platform: TestPlatform;
/** Responds to `/hook/quick` at once and holds all other posts. */
let receiver: WebhookReceiver;
let held: ServerResponse[];
let mostHeld: number;
/** Held posts that the platform gave up after its ten seconds. */
let ended: number;
let tenant: WebhookTenant;
let neighbour: WebhookTenant;

beforeAll(async () => {
  platform = await shareTestPlatform({ outboundAllowedHosts: ['127.0.0.1'] });
});
afterAll(() => platform.close());
beforeEach(async () => {
  [held, mostHeld, ended] = [[], 0, 0];
  receiver = await startWebhookReceiver();
  receiver.answerWith((request, response) => {
    if (request.url === '/hook/quick') return response.end('ok');
    held.push(response);
    mostHeld = Math.max(mostHeld, held.length);
    response.on('close', () => {
      ended += 1;
      held = held.filter((other) => other !== response);
    });
  });
  [tenant, neighbour] = [await createWebhookTenant(platform), await createWebhookTenant(platform)];
  return () => receiver.close();
});

test('deliveries, redeliveries and pings share one number of permits', async () => {
  const { services } = platform;
  const { deliverySemaphore } = services;
  services.deliverySemaphore = createDeliverySemaphore(2);
  const quick = await tenant.subscribe(`${receiver.url}/quick`);
  await tenant.emitCompleted('earlier');
  const [earlier] = await tenant.waitForAttempts(quick.id, 1);
  await tenant.owner.patch(`/api/webhooks/${quick.id}`, { url: `${receiver.url}/slow` });
  const slow = await tenant.subscribe(`${receiver.url}/slow`, ['engagement.failed']);

  await tenant.emit('engagement.failed', {
    engagementId: 'e',
    status: 'failed',
    runId: 'r',
    ...failure,
  });
  await pollUntil(
    () => held.length,
    (count) => count === 1,
  );
  const deliveryId = String(earlier?.deliveryId);
  expect(
    (await tenant.owner.post(`/api/webhooks/${quick.id}/deliveries/${deliveryId}/redeliver`))
      .status,
  ).toBe(200);
  const ping = tenant.owner.post(`/api/webhooks/${slow.id}/test`);
  await waitUntilBegun(`deliverWebhook:${deliveryId}:2`);
  for (let posts = 1; posts <= 3; posts += 1) {
    await receiver.waitFor(1 + posts);
    held.shift()?.end('ok');
  }
  expect(await ping).toMatchObject({ body: { success: true } });
  await tenant.waitForAttempts(quick.id, 2);
  services.deliverySemaphore = deliverySemaphore;
  expect(mostHeld).toBe(1);
});

test('a tenant whose 49 endpoints take ten seconds each delays neither another tenant nor its own fiftieth', async () => {
  for (let i = 0; i < 49; i += 1) await tenant.subscribe(`${receiver.url}/slow${i}`);
  const own = await tenant.subscribe(`${receiver.url}/quick`, ['engagement.failed']);
  const next = await neighbour.subscribe(`${receiver.url}/quick`);
  for (let i = 0; i < 5; i += 1) await tenant.emitCompleted(`e${i}`);
  await pollUntil(
    () => held.length,
    (count) => count >= 90,
    60_000,
  );
  await tenant.emit('engagement.failed', {
    engagementId: 'e',
    status: 'failed',
    runId: 'r',
    ...failure,
  });
  for (let i = 0; i < 10; i += 1) await neighbour.emitCompleted(`n${i}`);
  expect(await tenant.owner.post(`/api/webhooks/${own.id}/test`)).toMatchObject({
    body: { success: true },
  });
  await tenant.waitForAttempts(own.id, 2);
  await neighbour.waitForAttempts(next.id, 10);
  // In one queue behind 245 posts with 100 at once, a delivery would begin after 145 of them.
  expect(ended).toBeLessThan(145);
  // A tenant gets a fifth of the 500: a fourth of those that are then free.
  expect(mostHeld).toBeLessThanOrEqual(100);
});

const failure = { error: null, failureReason: null };
const waitUntilBegun = (id: string) =>
  pollUntil(
    () => durableRecords(platform, 'platform').find(id),
    (work) => work?.state === 'running',
  );
