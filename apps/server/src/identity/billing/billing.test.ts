import type { Billing } from '@ecp/contract/identity/billing';
import { megabyteBytes } from '@ecp/contract/identity/billing-plan-limits';
import { createId } from '@ecp/database/create-id';
import type { SignedEvent } from '@ecp/testing/fake-stripe/fake-stripe';
import { type FakeStripe, startFakeStripe } from '@ecp/testing/fake-stripe/fake-stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';
import { createTestTenant, type TestTenant } from '../../../testing/test-tenant.ts';

const checkout = (tenant: TestTenant, plan: string) =>
  tenant.post<{ url: string }>('/api/billing/checkout', { plan });
const engagement = { name: 'Market entry', client: 'Acme', brief: 'Enter the Nordic market.' };
const auditOf = ({ asSuperuser }: TestPlatform, tenantId: string) =>
  asSuperuser<{ action: string; user_id: string | null }>(
    `select action, user_id from platform.audit_log where tenant_id = $1 and action like 'billing.%' order by created_at`,
    [tenantId],
  );

describe('local billing', () => {
  let platform: TestPlatform;
  beforeAll(async () => {
    platform = await startTestPlatform();
  });
  afterAll(() => platform.close());

  // BIL-1, BIL-5
  test('sign-up gives an active Starter subscription and no usage', async () => {
    const tenant = await createTestTenant(platform);
    const { status, body } = await tenant.get<Billing>('/api/billing');
    expect(status).toBe(200);
    expect(body).toEqual({
      provider: 'local',
      plan: 'starter',
      subscription: { status: 'active', plan: 'starter', currentPeriodEnd: null },
      prices: null,
      usage: {
        engagementsThisMonth: 0,
        engagementLimit: 5,
        storageBytes: 0,
        storageLimitBytes: 100 * megabyteBytes,
        recordBytes: expect.any(Number),
        recordLimitBytes: 200 * megabyteBytes,
      },
    });
  });

  // BIL-1, LIM-3
  test('usage counts the month’s engagements, including deleted ones, and stored bytes', async () => {
    const tenant = await createTestTenant(platform);
    const first = await tenant.createEngagement();
    const second = await tenant.createEngagement();
    await tenant.delete(`/api/engagements/${first.id}`);
    await platform.asSuperuser(
      `insert into platform.attachments
        (id, tenant_id, engagement_id, filename, mime_type, size_bytes, sha256, category, storage_key)
        values ($1, $2, $3, 'a.txt', 'text/plain', 1234, '', 'reference', $1)`,
      [createId(), tenant.tenantId, second.id],
    );
    const { body } = await tenant.get<Billing>('/api/billing');
    expect(body.usage).toMatchObject({ engagementsThisMonth: 2, storageBytes: 1234 });
  });

  // BIL-2, BIL-5, LIM-2, LIM-4, LIM-5
  test('a checkout switches the plan and its limits at once', async () => {
    const tenant = await createTestTenant(platform);
    const { status, body } = await checkout(tenant, 'professional');
    expect(status).toBe(200);
    expect(body.url).toMatch(/^http.*\/settings\/billing$/);
    const billing = (await tenant.get<Billing>('/api/billing')).body;
    expect(billing).toMatchObject({ plan: 'professional', subscription: { status: 'active' } });
    expect(billing.usage).toMatchObject({
      engagementLimit: 25,
      storageLimitBytes: 500 * megabyteBytes,
    });
    await checkout(tenant, 'enterprise');
    expect((await tenant.get<Billing>('/api/billing')).body.usage.engagementLimit).toBeNull();
  });

  // BIL-3, BIL-5, RUN-5
  test('cancel ends the subscription at once: creating and running are refused until another checkout', async () => {
    const tenant = await createTestTenant(platform);
    const { id } = await tenant.createEngagement();
    const { status, body } = await tenant.post<Billing>('/api/billing/cancel');
    expect({ status, state: body.subscription.status }).toEqual({ status: 200, state: 'canceled' });
    for (const path of ['/api/engagements', `/api/engagements/${id}/run`]) {
      const refused = await tenant.post(path, engagement);
      expect(refused).toMatchObject({
        status: 403,
        body: { error: 'Active subscription required' },
      });
    }
    expect(await tenant.post('/api/billing/cancel')).toMatchObject({
      status: 409,
      body: { code: 'no_subscription' },
    });
    await checkout(tenant, 'starter');
    expect((await tenant.post('/api/engagements', engagement)).status).toBe(201);
  });

  // AUD-2
  test('refuses an unknown plan and records the actions in the audit log', async () => {
    const tenant = await createTestTenant(platform);
    expect((await checkout(tenant, 'free')).status).toBe(400);
    await checkout(tenant, 'professional');
    expect((await tenant.post('/api/billing/portal')).status).toBe(200);
    await tenant.post('/api/billing/cancel');
    const user_id = tenant.userId;
    expect(await auditOf(platform, tenant.tenantId)).toEqual([
      { action: 'billing.checkout', user_id },
      { action: 'billing.portal', user_id },
      { action: 'billing.cancel', user_id },
    ]);
  });

  test('refuses every message of Stripe', async () => {
    const headers = { 'content-type': 'application/json' };
    const path = `${platform.baseUrl}/api/billing/stripe-webhook`;
    const response = await fetch(path, { method: 'POST', body: '{}', headers });
    expect(response.status).toBe(400);
  });
});

describe('Stripe', () => {
  let platform: TestPlatform;
  let stripe: FakeStripe;
  beforeAll(async () => {
    stripe = await startFakeStripe();
    const { secretKey, webhookSecret, url } = stripe;
    const prices = { starter: 'price_s', professional: 'price_p', enterprise: 'price_e' };
    platform = await startTestPlatform({
      config: {
        stripe: { secretKey, webhookSecret, prices, apiBase: url },
        baseUrl: 'https://app.example.com',
      },
    });
  });
  afterAll(async () => {
    await platform.close();
    await stripe.close();
  });
  beforeEach(() => stripe.failAll(null));

  const post = async ({ body, signature }: SignedEvent) => {
    const response = await fetch(`${platform.baseUrl}/api/billing/stripe-webhook`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const stateOf = async (tenant: TestTenant) => (await tenant.get<Billing>('/api/billing')).body;

  /** Creates a tenant whose checkout is paid and whose event is not posted yet. */
  async function payingTenant(plan: string) {
    const tenant = await createTestTenant(platform);
    const { body } = await checkout(tenant, plan);
    const subscription = stripe.completeCheckout(body.url.split('/').at(-1) ?? '');
    return {
      tenant,
      subscription,
      created: stripe.signEvent('customer.subscription.created', subscription),
    };
  }

  // BIL-4, BIL-6
  test('sign-up gives no subscription; a paid checkout gives one once Stripe reports it', async () => {
    const { tenant, created } = await payingTenant('professional');
    expect(await stateOf(tenant)).toMatchObject({
      provider: 'stripe',
      plan: 'starter',
      subscription: { status: 'none' },
    });
    expect(await tenant.post('/api/engagements', engagement)).toMatchObject({ status: 403 });
    expect(await post(created)).toEqual({ status: 200, body: { received: true } });
    const subscription = {
      status: 'active',
      plan: 'professional',
      currentPeriodEnd: expect.stringMatching(/^20/),
    };
    expect(await stateOf(tenant)).toMatchObject({ plan: 'professional', subscription });
    expect((await tenant.post('/api/engagements', engagement)).status).toBe(201);
    expect(await auditOf(platform, tenant.tenantId)).toEqual([
      { action: 'billing.checkout', user_id: tenant.userId },
      { action: 'billing.subscription_changed', user_id: null },
    ]);
  });

  test('a failed payment and the end of a subscription remove access', async () => {
    const { tenant, subscription, created } = await payingTenant('starter');
    await post(created);
    for (const [stripeStatus, status] of [
      ['past_due', 'past_due'],
      ['active', 'active'],
      ['canceled', 'canceled'],
    ]) {
      subscription['status'] = stripeStatus;
      await post(stripe.signEvent('customer.subscription.updated', subscription));
      expect((await stateOf(tenant)).subscription.status).toBe(status);
      const { status: created } = await tenant.post('/api/engagements', engagement);
      expect(created).toBe(status === 'active' ? 201 : 403);
    }
  });

  test('a late event about an older state changes nothing', async () => {
    const { tenant, subscription, created } = await payingTenant('starter');
    subscription['status'] = 'canceled';
    const deleted = stripe.signEvent('customer.subscription.deleted', subscription);
    await post(deleted);
    expect((await stateOf(tenant)).subscription.status).toBe('canceled');
    await post(created);
    expect((await stateOf(tenant)).subscription.status).toBe('canceled');
  });

  test('a repeated event is answered without a request to Stripe', async () => {
    const { tenant, created } = await payingTenant('starter');
    await post(created);
    const asked = stripe.requests.length;
    expect((await post(created)).status).toBe(200);
    expect(stripe.requests.length).toBe(asked);
    expect((await auditOf(platform, tenant.tenantId)).length).toBe(2);
  });

  test('simultaneous events leave the newest state', async () => {
    const { tenant, subscription, created } = await payingTenant('starter');
    const events = [created];
    for (const status of ['past_due', 'active', 'unpaid', 'active', 'canceled']) {
      subscription['status'] = status;
      events.push(stripe.signEvent('customer.subscription.updated', subscription));
    }
    const answers = await Promise.all(events.toReversed().map(post));
    expect(answers.map(({ status }) => status)).toEqual(events.map(() => 200));
    expect((await stateOf(tenant)).subscription.status).toBe('canceled');
  });

  test('an event is refused with 503 while Stripe is unavailable, and applied when it is sent again', async () => {
    const { tenant, created } = await payingTenant('enterprise');
    stripe.failAll({ status: 503, body: { error: { type: 'api_error', message: 'away' } } });
    expect(await post(created)).toMatchObject({
      status: 503,
      body: { code: 'billing_unavailable' },
    });
    expect(await tenant.post('/api/billing/portal')).toMatchObject({
      status: 503,
      body: { code: 'billing_unavailable' },
    });
    stripe.failAll(null);
    expect((await post(created)).status).toBe(200);
    expect(await stateOf(tenant)).toMatchObject({
      plan: 'enterprise',
      subscription: { status: 'active' },
    });
  });

  // BIL-4
  test('a message with a wrong signature gets 400 and has no effect', async () => {
    const { tenant, created } = await payingTenant('starter');
    const forged = { ...created, body: created.body.replace('"active"', '"active" ') };
    for (const sent of [
      forged,
      { ...created, signature: '' },
      { ...created, signature: 't=1,v1=00' },
    ]) {
      expect(await post(sent)).toMatchObject({ status: 400, body: { code: 'invalid_signature' } });
    }
    expect((await stateOf(tenant)).subscription.status).toBe('none');
  });

  test('accepts and ignores events about unknown customers and other objects', async () => {
    const { tenant, subscription } = await payingTenant('starter');
    const nobodys = stripe.signEvent('customer.subscription.updated', {
      ...subscription,
      customer: 'cus_unknown',
    });
    const others = stripe.signEvent('charge.refunded', {
      object: 'charge',
      customer: subscription['customer'],
    });
    const nothing = stripe.signEvent('product.created', { object: 'product' });
    for (const event of [nobodys, others, nothing]) expect((await post(event)).status).toBe(200);
    expect((await stateOf(tenant)).subscription.status).toBe('none');
  });

  // BIL-3
  test('cancel ends the subscription at Stripe and in the platform', async () => {
    const { tenant, subscription, created } = await payingTenant('starter');
    await post(created);
    const { status, body } = await tenant.post<Billing>('/api/billing/cancel');
    expect({ status, state: body.subscription.status }).toEqual({ status: 200, state: 'canceled' });
    expect(subscription['status']).toBe('canceled');
  });

  test('a tenant that has never been a customer has no portal', async () => {
    const tenant = await createTestTenant(platform);
    expect(await tenant.post('/api/billing/portal')).toMatchObject({
      status: 409,
      body: { code: 'no_subscription' },
    });
  });
});
