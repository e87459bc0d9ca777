import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { WebhookDelivery, WebhookEndpoint } from '@ecp/contract/reach/webhooks';
import type { ClientAnswer } from '@ecp/testing/cookie-client';
import { pollUntil } from '@ecp/testing/poll-until';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { startTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../../testing/webhook-receiver.ts';
import {
  type CreatedWebhook,
  createWebhookTenant,
  type WebhookTenant,
} from '../../../testing/webhook-tenant.ts';
import { createKeyRing } from '../../kernel/keys/key-ring.ts';
import { purgeOldWebhookEvents } from '../../kernel/outbox.ts';
import { purgeOldDeliveries } from './deliveries.ts';

let platform: TestPlatform;
let receiver: WebhookReceiver;
let tenant: WebhookTenant;

beforeAll(async () => {
  platform = await startTestPlatform({
    config: { outboundAllowedHosts: ['127.0.0.1', 'intern.test'] },
  });
});
afterAll(() => platform.close());
beforeEach(async () => {
  receiver = await startWebhookReceiver();
  tenant = await createWebhookTenant(platform);
  return () => receiver.close();
});

const create = (body: object) =>
  tenant.owner.post<CreatedWebhook & { code: string }>('/api/webhooks', body);
const cookieOf = ({ owner }: WebhookTenant) =>
  [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
const good = { url: 'https://hooks.example.com/in', events: ['engagement.completed'] };

describe('endpoints', () => {
  // WEB-1, WEB-4, WEB-5
  test('are created with a secret that no other response shows', async () => {
    const { status, body } = await create({ ...good, description: 'CRM' });
    expect(status).toBe(201);
    expect(body).toEqual({
      ...good,
      id: expect.any(String),
      enabled: true,
      description: 'CRM',
      createdAt: expect.any(String),
      secret: expect.stringMatching(/^whsec_[0-9a-f]{24}$/),
    });
    const { secret, ...shown } = body;
    const list = await tenant.owner.get('/api/webhooks');
    expect(list.body).toEqual({ webhooks: [{ ...shown, recentDeliveries: [] }] });
    const one = await tenant.owner.get(`/api/webhooks/${body.id}`);
    expect(one.body).toEqual({ webhook: { ...shown, deliveries: [] } });
    const stored = JSON.stringify(
      await platform.asSuperuser('select * from platform.webhook_secrets'),
    );
    expect(stored).not.toContain(secret.slice('whsec_'.length));
  });

  // WEB-6, WEB-7, WEB-13, WEB-35
  test.each([
    ['http', { ...good, url: 'http://hooks.example.com' }, 'webhook_url_not_https'],
    ['another scheme', { ...good, url: 'ftp://hooks.example.com' }, 'webhook_url_not_https'],
    ['no address', { ...good, url: 'hooks' }, 'webhook_url_not_https'],
    ['a password', { ...good, url: 'https://a:b@hooks.example.com' }, 'url_has_credentials'],
    [
      'a user without a password',
      { ...good, url: 'https://token@hooks.example.com' },
      'url_has_credentials',
    ],
    ['localhost', { ...good, url: 'https://localhost/' }, 'webhook_url_private'],
    ['a private address', { ...good, url: 'https://10.0.0.1/' }, 'webhook_url_private'],
    ['one in decimal', { ...good, url: 'https://2130706434/' }, 'webhook_url_private'],
    ['one in IPv6', { ...good, url: 'https://[::ffff:10.0.0.1]/' }, 'webhook_url_private'],
    ['no events', { ...good, events: [] }, 'webhook_events_required'],
    ['events that are missing', { url: good.url }, 'webhook_events_required'],
    ['an unknown event', { ...good, events: ['engagement.begun'] }, 'unknown_event'],
    ['the ping', { ...good, events: ['ping'] }, 'unknown_event'],
    ['no url', { events: good.events }, 'invalid_request'],
    ['nothing', {}, 'webhook_events_required'],
  ])('are refused with %s', async (_title, body, code) => {
    const answer = await create(body);
    expect([answer.status, answer.body.code]).toEqual([400, code]);
    const { body: webhook } = await create(good);
    if (!('url' in body) || !('events' in body)) return;
    const patched = await tenant.owner.patch(`/api/webhooks/${webhook.id}`, body);
    expect([patched.status, patched.body['code']]).toEqual([400, code]);
  });

  // OUT-4, WEB-7
  test('may be private and plain http where the operator allows it; events are stored once', async () => {
    const { status, body } = await create({
      url: 'http://intern.test/hook',
      events: [...good.events, ...good.events],
    });
    expect([status, body.events]).toEqual([201, good.events]);
  });

  // WEB-9
  test('change only in the given fields', async () => {
    const { body } = await create(good);
    const { secret: _secret, ...shown } = body;
    const patch = (change: object) => tenant.owner.patch(`/api/webhooks/${body.id}`, change);
    expect(await patch({ enabled: false, id: 'x', createdAt: 'x', created_at: 'x' })).toMatchObject(
      {
        status: 200,
        body: { webhook: { ...shown, enabled: false } },
      },
    );
    const events = ['engagement.failed', 'deliverable.ready'];
    const changed = {
      ...shown,
      enabled: false,
      url: 'https://b.example',
      description: 'B',
      events,
    };
    const { id: _id, createdAt: _createdAt, ...given } = changed;
    expect((await patch(given)).body).toEqual({ webhook: changed });
    expect((await tenant.owner.get(`/api/webhooks/${body.id}`)).body).toEqual({
      webhook: { ...changed, deliveries: [] },
    });
  });

  test('are at most 50 per tenant, however many are created concurrently', async () => {
    const values = Array.from(
      { length: 45 },
      (_, i) => `('limit-${tenant.tenantId}-${i}', $1, 'https://a.example')`,
    );
    await platform.asSuperuser(
      `insert into platform.webhook_endpoints (id, tenant_id, url) values ${values.join(', ')}`,
      [tenant.tenantId],
    );
    const answers = await Promise.all(Array.from({ length: 15 }, () => create(good)));
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused).toHaveLength(10);
    for (const answer of refused)
      expect(answer).toMatchObject({ status: 409, body: { code: 'webhook_limit_reached' } });
  });

  // WEB-10
  test('are deleted with their history, secrets and waiting deliveries', async () => {
    receiver.answerWith((_request, response) => response.writeHead(500).end());
    const webhook = await tenant.subscribe(receiver.url);
    await tenant.emitCompleted('e1');
    await tenant.waitForAttempts(webhook.id, 1);
    expect((await tenant.owner.delete(`/api/webhooks/${webhook.id}`)).body).toEqual({
      success: true,
    });
    expect((await tenant.owner.get(`/api/webhooks/${webhook.id}`)).status).toBe(404);
    for (const table of [
      'webhook_endpoints',
      'webhook_secrets',
      'webhook_deliveries',
      'webhook_attempts',
    ]) {
      const sql = `select count(*)::integer as count from platform.${table} where tenant_id = $1`;
      expect({ table, rows: await platform.asSuperuser(sql, [tenant.tenantId]) }).toEqual({
        table,
        rows: [{ count: 0 }],
      });
    }
  });

  // AUD-2
  test('are changed by admins, as the audit log records', async () => {
    const webhook = await tenant.subscribe(receiver.url);
    const path = `/api/webhooks/${webhook.id}`;
    await tenant.owner.patch(path, { description: 'x' });
    const { body } = await tenant.owner.post(`${path}/rotate-secret`);
    await tenant.owner.post(`${path}/test`);
    await tenant.owner.delete(path);
    const rows = await platform.asSuperuser<{
      action: string;
      resource_id: string;
      metadata: object;
    }>(
      `select action, resource_id, metadata from platform.audit_log where tenant_id = $1 and resource_type = 'webhook'
        order by created_at`,
      [tenant.tenantId],
    );
    const actions = ['create', 'update', 'rotate_secret', 'test', 'delete'].map(
      (verb) => `webhook.${verb}`,
    );
    expect(rows.map(({ action }) => action)).toEqual(actions);
    expect(new Set(rows.map(({ resource_id }) => resource_id))).toEqual(new Set([webhook.id]));
    for (const secret of [webhook.secret, String(body['secret'])])
      expect(JSON.stringify(rows)).not.toContain(secret);
  });
});

describe('the test ping', () => {
  const ping = (id: string) => tenant.owner.post(`/api/webhooks/${id}/test`);

  // WEB-11, WEB-13
  test('is sent and recorded, and the response is 200 whatever the receiver answers', async () => {
    const webhook = await tenant.subscribe(receiver.url);
    expect((await ping(webhook.id)).body).toEqual({
      success: true,
      statusCode: 200,
      durationMs: expect.any(Number),
    });
    receiver.answerWith((_request, response) => response.writeHead(503).end('busy'));
    await tenant.owner.patch(`/api/webhooks/${webhook.id}`, { enabled: false });
    const refused = await ping(webhook.id);
    expect(refused).toMatchObject({ status: 200, body: { success: false, statusCode: 503 } });
    const [request] = receiver.received;
    expect(request?.headers['x-service-event']).toBe('ping');
    expect(JSON.parse(request?.body ?? '')).toEqual({
      event: 'ping',
      data: { webhookId: webhook.id },
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    const history = await tenant.waitForAttempts(webhook.id, 2);
    expect(
      history.map(({ event, statusCode, responseBody }) => [event, statusCode, responseBody]),
    ).toEqual([
      ['ping', 503, 'busy'],
      ['ping', 200, 'ok'],
    ]);
  });

  // WEB-12
  test('reports an unreachable receiver', async () => {
    const webhook = await tenant.subscribe(receiver.url);
    await receiver.close();
    const { status, body } = await ping(webhook.id);
    expect(status).toBe(200);
    expect(body).toEqual({
      success: false,
      statusCode: null,
      durationMs: expect.any(Number),
      error: expect.stringContaining('could not be reached'),
    });
  });

  test('reports a secret that was encrypted with another key', async () => {
    const webhook = await tenant.subscribe(receiver.url);
    const { services } = platform;
    const { keys } = services;
    services.keys = createKeyRing(['another installation']);
    const { body } = await ping(webhook.id);
    services.keys = keys;
    expect(body).toMatchObject({
      success: false,
      statusCode: null,
      error: expect.stringContaining('rotate it'),
    });
    expect(receiver.received).toEqual([]);
  });
});

describe('the history', () => {
  // WEB-2, WEB-22
  test('stores the first 1,000 characters of each answer, even of strange ones', async () => {
    const webhook = await tenant.subscribe(receiver.url);
    const answers = ['a'.repeat(5_000), '😀'.repeat(3_000), 'nul \0 and \uFFFD', ''];
    for (const text of answers) {
      receiver.answerWith((_request, response) => response.end(text));
      await tenant.owner.post(`/api/webhooks/${webhook.id}/test`);
    }
    const history = await tenant.waitForAttempts(webhook.id, answers.length);
    const kept = history.map(({ responseBody }) => responseBody).reverse();
    expect(kept).toEqual(['a'.repeat(1_000), '😀'.repeat(1_000), 'nul \uFFFD and \uFFFD', '']);
  });

  // WEB-4, WEB-8
  test('is paged without gaps and in order; the list shows its newest ten', async () => {
    const webhook = await tenant.subscribe(receiver.url);
    for (let i = 0; i < 12; i += 1) await tenant.owner.post(`/api/webhooks/${webhook.id}/test`);
    const all = await tenant.waitForAttempts(webhook.id, 12);
    const paged: WebhookDelivery[] = [];
    let path: string | undefined = `/api/webhooks/${webhook.id}?limit=5`;
    while (path !== undefined) {
      const page: ClientAnswer<{ webhook: { deliveries: WebhookDelivery[] } }> =
        await tenant.owner.get(path);
      paged.push(...page.body.webhook.deliveries);
      const next = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1];
      path = next && new URL(next).pathname + new URL(next).search;
    }
    expect(paged).toEqual(all);
    const { body } = await tenant.owner.get<{
      webhooks: (WebhookEndpoint & { recentDeliveries: object[] })[];
    }>('/api/webhooks');
    expect(body.webhooks[0]?.recentDeliveries).toEqual(all.slice(0, 10));
  });

  test('of many attempts is one whole response, or pages if these are requested', async () => {
    const webhook = await tenant.subscribe(receiver.url);
    const count = 1_000;
    await fillHistory(webhook.id, count);
    const path = `/api/webhooks/${webhook.id}`;
    const whole = await readHistory(path);
    expect(whole.deliveries.map(({ attempt }) => attempt)).toEqual(
      Array.from({ length: count }, (_, i) => count - i),
    );
    expect(whole.deliveries[0]).toEqual({
      id: expect.any(String),
      deliveryId: expect.any(String),
      event: 'engagement.completed',
      statusCode: 500,
      responseBody: 'é'.repeat(1_000),
      durationMs: 7,
      error: null,
      attempt: count,
      createdAt: expect.any(String),
    });
    const { secret: _secret, ...shown } = webhook;
    expect(whole).toEqual({ ...shown, deliveries: whole.deliveries, link: null });
    const page = await readHistory(`${path}?limit=200`);
    expect(page.deliveries).toEqual(whole.deliveries.slice(0, 200));
    expect(page.link).toContain('limit=200');
    const cursor = /cursor=([^>&]+)/.exec(page.link ?? '')?.[1];
    const next = await readHistory(`${path}?cursor=${cursor}`);
    expect(next.deliveries).toEqual(whole.deliveries.slice(200, 300));
    expect(next.link).not.toBeNull();
    const head = await fetch(platform.baseUrl + path, {
      method: 'HEAD',
      headers: { cookie: cookieOf(tenant) },
    });
    expect([head.status, head.headers.get('content-type')]).toEqual([
      200,
      'application/json; charset=utf-8',
    ]);
  });

  test('of many attempts is read as fast as the client reads it, with at most one page in memory', async () => {
    const webhook = await tenant.subscribe(receiver.url);
    const count = 10_000;
    await fillHistory(webhook.id, count);
    const { database } = platform.services;
    const pages = vi.spyOn(database, 'batchTenant');
    const viewers = vi.spyOn(database, 'seenBy').mockReturnValue(database);
    const headers = { cookie: cookieOf(tenant) };
    const request = get(`${platform.baseUrl}/api/webhooks/${webhook.id}`, {
      headers,
      agent: false,
    });
    const [answer] = (await once(request, 'response')) as [IncomingMessage];
    await once(answer, 'readable');
    // The kernel's buffers take the first part of the body; the rest is not even read.
    const read = () => pages.mock.calls.length;
    let seen = -1;
    await pollUntil(read, (calls) => {
      const still = calls === seen;
      seen = calls;
      return still;
    });
    const whilePaused = read();
    const bytes = (await Array.fromAsync(answer)).reduce(
      (sum, chunk: Buffer) => sum + chunk.length,
      0,
    );
    expect(bytes).toBeGreaterThan(count * 2_000);
    expect(whilePaused).toBeLessThan(read() * 0.8);
    pages.mockRestore();
    viewers.mockRestore();
  });

  // RET-3
  test('and the events are purged after their days', async () => {
    const webhook = await tenant.subscribe(receiver.url);
    await tenant.emitCompleted('old');
    await tenant.emitCompleted('new');
    await tenant.waitForAttempts(webhook.id, 2);
    const sql = (table: string) =>
      `update platform.${table} set created_at = now() - interval '30 days 1 minute' where tenant_id = $1
        and ${table === 'outbox_events' ? `data->>'engagementId'` : `body::json->'data'->>'engagementId'`} = 'old'`;
    for (const table of ['outbox_events', 'webhook_deliveries'])
      await platform.asSuperuser(sql(table), [tenant.tenantId]);
    await purgeOldWebhookEvents(platform.database, new Date(), 30);
    await purgeOldDeliveries(platform.database, new Date(), 30);
    expect(await tenant.waitForAttempts(webhook.id, 0)).toHaveLength(1);
    const left = await platform.asSuperuser(
      'select data from platform.outbox_events where tenant_id = $1',
      [tenant.tenantId],
    );
    expect(left).toMatchObject([{ data: { engagementId: 'new' } }]);
  });
});

/** Inserts attempts of one delivery, each answered with 1,000 characters of two bytes. */
async function fillHistory(webhookId: string, count: number): Promise<void> {
  const values = [tenant.tenantId, webhookId, `many-${webhookId}`];
  await platform.asSuperuser(
    `insert into platform.webhook_deliveries (id, tenant_id, endpoint_id, event, body)
      values ($3, $1, $2, 'engagement.completed', '{}')`,
    values,
  );
  await platform.asSuperuser(
    `insert into platform.webhook_attempts
      (id, tenant_id, endpoint_id, delivery_id, attempt, status_code, response_body, duration_ms, created_at)
      select $3::text || '-' || n, $1, $2, $3, n, 500, repeat('é', 1000), 7, now() + n * interval '1 millisecond'
      from generate_series(1, $4::integer) n`,
    [...values, count],
  );
}

async function readHistory(
  path: string,
): Promise<{ deliveries: WebhookDelivery[]; link: string | null }> {
  const { status, body, headers } = await tenant.owner.get<{
    webhook: { deliveries: WebhookDelivery[] };
  }>(path);
  expect(status).toBe(200);
  return { ...body.webhook, link: headers.get('link') };
}
