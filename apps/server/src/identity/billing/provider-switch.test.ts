import type { Me } from '@ecp/contract/identity/auth';
import type { Billing } from '@ecp/contract/identity/billing';
import { createClient, signUpTenant } from '@ecp/testing/cookie-client';
import { type FakeStripe, startFakeStripe } from '@ecp/testing/fake-stripe/fake-stripe';
import { createFreshDatabase, type FreshDatabase } from '@ecp/testing/postgres/fresh-database';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestPlatform } from '../../../testing/start-test-platform.ts';

let freshDatabase: FreshDatabase;
let stripe: FakeStripe;
beforeAll(async () => {
  [freshDatabase, stripe] = await Promise.all([createFreshDatabase(), startFakeStripe()]);
});
afterAll(async () => {
  await stripe.close();
  await freshDatabase.drop();
});

const secretKey = 'one-secret-for-all-starts-of-this-installation';
const engagement = { name: 'Market entry', client: 'Acme', brief: 'Enter the Nordic market.' };
type Provider = Billing['provider'];
type Client = ReturnType<typeof createClient>;

/**
 * Starts the same installation with or without Stripe. `cookies` and `key` are those of an earlier
 * start.
 */
async function startWith(
  provider: Provider,
  earlier?: { cookies: Map<string, string>; key: string },
) {
  const { secretKey: stripeKey, webhookSecret, url } = stripe;
  const prices = { starter: 'price_s', professional: 'price_p', enterprise: 'price_e' };
  const settings = { secretKey: stripeKey, webhookSecret, prices, apiBase: url };
  const config = {
    secretKeys: [secretKey] as const,
    ...(provider === 'stripe' ? { stripe: settings } : {}),
  };
  const platform = await startTestPlatform({ freshDatabase, config });
  const owner = createClient(platform.baseUrl);
  for (const [name, value] of earlier?.cookies ?? []) owner.cookies.set(name, value);
  return { platform, owner, byKey: createClient(platform.baseUrl, earlier?.key) };
}

/**
 * Reads what each kind of caller sees of the subscription, and whether it may create engagements.
 */
async function readAccess(owner: Client, byKey: Client) {
  const billing = (await owner.get<Billing>('/api/billing')).body;
  const seen = [
    billing,
    (await owner.get<Me>('/api/me')).body,
    (await byKey.get<Me>('/api/me')).body,
  ];
  const created = [
    await owner.post('/api/engagements', engagement),
    await byKey.post('/api/engagements', engagement),
  ];
  return {
    provider: billing.provider,
    states: [...new Set(seen.map(({ subscription }) => subscription.status))],
    ends: [...new Set(seen.map(({ subscription }) => subscription.currentPeriodEnd !== null))],
    created: created.map(({ status }) => status),
  };
}

const refused = { states: ['none'], ends: [false], created: [403, 403] };

// BIL-8
describe('only subscriptions of the provider in use count', () => {
  let session: { cookies: Map<string, string>; key: string };

  test('a local one does not count once Stripe is configured, until a checkout at Stripe is paid', async () => {
    const local = await startWith('local');
    await signUpTenant(local.owner);
    const { key } = (await local.owner.post<{ key: string }>('/api/api-keys', { name: 'Key' }))
      .body;
    session = { cookies: local.owner.cookies, key };
    const byKey = createClient(local.platform.baseUrl, key);
    expect(await readAccess(local.owner, byKey)).toMatchObject({
      provider: 'local',
      created: [201, 201],
    });
    await local.platform.close();

    const { platform, owner, byKey: keyed } = await startWith('stripe', session);
    expect(await readAccess(owner, keyed)).toEqual({ provider: 'stripe', ...refused });
    for (const path of ['/api/billing/cancel', '/api/billing/portal']) {
      expect(await owner.post(path)).toMatchObject({
        status: 409,
        body: { code: 'no_subscription' },
      });
    }
    const { url } = (
      await owner.post<{ url: string }>('/api/billing/checkout', { plan: 'starter' })
    ).body;
    expect((await readAccess(owner, keyed)).created).toEqual([403, 403]);
    const paid = stripe.completeCheckout(url.split('/').at(-1) ?? '');
    const { body, signature } = stripe.signEvent('customer.subscription.created', paid);
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
    await fetch(`${platform.baseUrl}/api/billing/stripe-webhook`, {
      method: 'POST',
      body,
      headers,
    });
    const active = { states: ['active'], ends: [true], created: [201, 201] };
    expect(await readAccess(owner, keyed)).toEqual({ provider: 'stripe', ...active });
    await platform.close();
  });

  test('one of Stripe does not count with local billing, and counts again once Stripe is back', async () => {
    const local = await startWith('local', session);
    expect(await readAccess(local.owner, local.byKey)).toEqual({ provider: 'local', ...refused });
    await local.owner.post('/api/billing/checkout', { plan: 'professional' });
    const active = { states: ['active'], ends: [false], created: [201, 201] };
    expect(await readAccess(local.owner, local.byKey)).toEqual({ provider: 'local', ...active });
    await local.platform.close();

    const { platform, owner, byKey } = await startWith('stripe', session);
    expect(await readAccess(owner, byKey)).toEqual({ provider: 'stripe', ...refused });
    const { url } = (
      await owner.post<{ url: string }>('/api/billing/checkout', { plan: 'starter' })
    ).body;
    // A tenant that still pays at Stripe is sent to the portal, not to a second subscription.
    expect(url).toContain('billing.stripe.test');
    await platform.close();
  });
});
