import type { RequestListener } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../../testing/webhook-receiver.ts';
import {
  type CreatedWebhook,
  createWebhookTenant,
  type WebhookTenant,
} from '../../../testing/webhook-tenant.ts';

// A receiver that misbehaves delays only its own deliveries. Those of other endpoints, of the same
// tenant or another, arrive as soon as they would without it.

let platform: TestPlatform;
let bad: WebhookReceiver;
let good: WebhookReceiver;
let tenant: WebhookTenant;
let neighbour: WebhookTenant;

beforeAll(async () => {
  platform = await shareTestPlatform({ outboundAllowedHosts: ['127.0.0.1'] });
});
afterAll(() => platform.close());
beforeEach(async () => {
  [bad, good] = await Promise.all([startWebhookReceiver(), startWebhookReceiver()]);
  [tenant, neighbour] = [await createWebhookTenant(platform), await createWebhookTenant(platform)];
  return () => Promise.all([bad.close(), good.close()]);
});

/**
 * Subscribes one address for each behaviour of a receiver, which answers by it. Returns the
 * endpoints by title.
 */
async function subscribeEach(behaviours: Record<string, { listener: RequestListener }>) {
  const titles = Object.keys(behaviours);
  bad.answerWith((request, response) => {
    const title = titles[Number(request.url?.split('/').at(-1))] ?? '';
    behaviours[title]?.listener(request, response);
  });
  const endpoints: [string, CreatedWebhook][] = [];
  for (const [at, title] of titles.entries())
    endpoints.push([title, await tenant.subscribe(`${bad.url}/${at}`)]);
  return endpoints;
}

/** The behaviour of a receiver and the expected record of its first attempt. */
const misdeeds: Record<string, { listener: RequestListener; attempt: object }> = {
  'redirects inside': {
    listener: (_request, response) =>
      response.writeHead(307, { location: `${good.url}/redirected` }).end('elsewhere'),
    attempt: {
      statusCode: 307,
      responseBody: 'elsewhere',
      error: expect.stringContaining('redirects are not followed'),
    },
  },
  'answers 10 MB': {
    listener: (_request, response) => {
      response.writeHead(500);
      let sentBytes = 0;
      const chunk = Buffer.alloc(65_536, 'x');
      const push = () => {
        while (sentBytes < 10 * 1024 * 1024 && !response.destroyed) {
          sentBytes += chunk.length;
          if (!response.write(chunk)) return;
        }
        response.end();
      };
      response.on('drain', push);
      push();
    },
    attempt: { statusCode: 500, responseBody: 'x'.repeat(1_000) },
  },
  'hangs up': {
    listener: (request) => request.socket.destroy(),
    attempt: { statusCode: null, error: expect.stringContaining('ended the connection') },
  },
  'speaks no HTTP': {
    listener: (request) => request.socket.end('SSH-2.0-OpenSSH_9\r\n'),
    attempt: { statusCode: null, error: expect.stringContaining('no valid HTTP') },
  },
};

/** An endpoint that never responds holds its delivery for ten seconds. Others are served before. */
const heldMs = 9_500;

async function expectNeighboursServed(): Promise<void> {
  const own = await tenant.subscribe(`${good.url}/own`, ['engagement.failed']);
  const next = await neighbour.subscribe(`${good.url}/next`);
  const failure = { error: null, failureReason: null };
  await tenant.emit('engagement.failed', {
    engagementId: 'e',
    status: 'failed',
    runId: 'r',
    ...failure,
  });
  for (let i = 0; i < 10; i += 1) await neighbour.emitCompleted(`e${i}`);
  await good.waitFor(11);
  for (const [owner, { id }, count] of [
    [tenant, own, 1] as const,
    [neighbour, next, 10] as const,
  ]) {
    const attempts = await owner.waitForAttempts(id, count);
    expect(attempts.map(({ statusCode }) => statusCode)).toEqual(Array(count).fill(200));
  }
}

/** Bodies that are not whole behind a status that says that the event was taken. */
const oddBodies: Record<string, { listener: RequestListener; responseBody: string }> = {
  'closes in the middle of it': {
    listener: (request, response) => {
      response.writeHead(200, { 'content-length': '1000' });
      response.write('half', () => request.socket.destroy());
    },
    responseBody: 'half',
  },
  'ends it before its length': {
    listener: (request) =>
      request.socket.end('HTTP/1.1 201 Created\r\nContent-Length: 40\r\n\r\nbrief'),
    responseBody: 'brief',
  },
  'resets the connection after the head': {
    listener: (request, response) => {
      response.writeHead(202, { 'content-length': '10' }).flushHeaders();
      response.write('', () => request.socket.resetAndDestroy());
    },
    responseBody: '',
  },
  'calls plain text compressed': {
    listener: (_request, response) =>
      response.writeHead(200, { 'content-encoding': 'br' }).end('plain text'),
    responseBody: '',
  },
  'breaks its chunks': {
    listener: (request) =>
      request.socket.end(
        'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\nno number\r\n',
      ),
    responseBody: 'ok',
  },
  'never ends it': {
    listener: (_request, response) => response.writeHead(299).write('begun'),
    responseBody: 'begun',
  },
  'sends more than is read': {
    listener: (_request, response) => {
      const push = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
      };
      response.writeHead(200).on('drain', push);
      push();
    },
    responseBody: 'x'.repeat(1_000),
  },
};

// WEB-32
test('a 2xx status is a success whatever becomes of the body', async () => {
  const endpoints = await subscribeEach(oddBodies);
  await tenant.emitCompleted('e1');
  for (const [title, webhook] of endpoints) {
    const [attempt] = await tenant.waitForAttempts(webhook.id, 1);
    const taken = {
      statusCode: expect.any(Number),
      error: null,
      responseBody: oddBodies[title]?.responseBody,
    };
    expect({ title, ...attempt }).toMatchObject({ title, ...taken });
    const answer = await tenant.owner.get(
      `/api/webhooks/${webhook.id}/deliveries/${attempt?.deliveryId}`,
    );
    expect(answer.body).toMatchObject({ delivery: { dueAttempt: null } });
  }
});

// WEB-26
test('receivers that redirect, flood, hang up, speak no HTTP or are down delay nobody', async () => {
  const gone = await startWebhookReceiver();
  await gone.close();
  const down = await tenant.subscribe(gone.url);
  const endpoints = await subscribeEach(misdeeds);
  for (let i = 0; i < 5; i += 1) await tenant.emitCompleted(`e${i}`);
  await expectNeighboursServed();
  for (const [title, webhook] of endpoints) {
    const attempts = await tenant.waitForAttempts(webhook.id, 5);
    expect({ title, ...attempts[0] }).toMatchObject({
      title,
      ...misdeeds[title]?.attempt,
      attempt: 1,
    });
  }
  const [attempt] = await tenant.waitForAttempts(down.id, 5);
  expect(attempt).toMatchObject({
    statusCode: null,
    error: expect.stringContaining('could not be reached'),
  });
  expect(good.received.map(({ path }) => path)).not.toContain('/hook/redirected');
});

// WEB-20
test('one that never responds is given ten seconds per attempt, while 50 deliveries wait for it', async () => {
  bad.answerWith(() => undefined);
  const webhook = await tenant.subscribe(bad.url);
  for (let i = 0; i < 50; i += 1) await tenant.emitCompleted(`e${i}`);
  await bad.waitFor(10);
  await expectNeighboursServed();
  const [attempt] = await tenant.waitForAttempts(webhook.id, 1);
  expect(attempt).toMatchObject({
    statusCode: null,
    error: 'No complete answer in 10000 ms',
    attempt: 1,
  });
  expect(attempt?.durationMs).toBeGreaterThan(heldMs);
  await tenant.owner.delete(`/api/webhooks/${webhook.id}`);
});
