import { ApiError } from '@ecp/contract/declaring/errors';
import { type FakeStripe, signBody, startFakeStripe } from '@ecp/testing/fake-stripe/fake-stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { BillingAccount, BillingProvider } from '../../kernel/ports.ts';
import { createLocalBilling } from './open-billing.ts';
import { createStripeBilling } from './stripe-billing.ts';

const prices = { starter: 'price_s', professional: 'price_p', enterprise: 'price_e' };
const baseUrl = 'https://app.example.com';

let stripe: FakeStripe;
beforeAll(async () => {
  stripe = await startFakeStripe();
});
afterAll(() => stripe.close());

const openStripe = (timeoutMs = 60_000) => {
  const { secretKey, webhookSecret, url } = stripe;
  return createStripeBilling({
    settings: { secretKey, webhookSecret, prices, apiBase: url },
    baseUrl,
    timeoutMs,
  });
};

let made = 0;
const newAccount = (fields: Partial<BillingAccount> = {}): BillingAccount => ({
  tenantId: `tenant-${++made}`,
  tenantName: 'Acme',
  ownerEmail: 'owner@example.com',
  status: 'none',
  plan: 'starter',
  customerId: null,
  externalId: null,
  ...fields,
});

/** Completes a checkout as a customer would. Returns the account as the platform then knows it. */
async function subscribe(
  billing: BillingProvider,
  account: BillingAccount,
  plan: BillingAccount['plan'],
) {
  const { url, customerId, state } = await billing.startCheckout(account, plan);
  if (billing.name === 'stripe') stripe.completeCheckout(url.split('/').at(-1) ?? '');
  const known = {
    ...account,
    customerId,
    ...(state ? { status: state.status, plan: state.plan ?? plan } : {}),
  };
  const { status, plan: read } = await billing.readState(known);
  return { ...known, status, plan: read ?? plan };
}

const providers: [string, () => BillingProvider][] = [
  ['local billing', () => createLocalBilling({ baseUrl })],
  ['Stripe', () => openStripe()],
];

describe.each(providers)('%s', (_name, open) => {
  let billing: BillingProvider;
  beforeAll(() => {
    billing = open();
  });

  test('a checkout leads to an active subscription of its plan', async () => {
    const account = await subscribe(billing, newAccount(), 'professional');
    expect(account).toMatchObject({ status: 'active', plan: 'professional' });
  });

  // BIL-2
  test('links are absolute URLs', async () => {
    const account = await subscribe(billing, newAccount(), 'starter');
    for (const { url } of [
      await billing.startCheckout(account, 'enterprise'),
      await billing.openPortal(account),
    ]) {
      expect(new URL(url).protocol).toBe('https:');
    }
  });

  // ACC-6
  test('cancelling ends the subscription at once, and may be repeated', async () => {
    const account = await subscribe(billing, newAccount(), 'starter');
    expect(await billing.cancel(account)).toMatchObject({ status: 'canceled' });
    expect(await billing.cancel({ ...account, status: 'canceled' })).toMatchObject({
      status: 'canceled',
    });
    expect(await billing.readState({ ...account, status: 'canceled' })).toMatchObject({
      status: 'canceled',
    });
  });

  test('a tenant that has never subscribed has no portal', async () => {
    await expect(billing.openPortal(newAccount())).rejects.toThrow(new ApiError('no_subscription'));
  });
});

describe('Stripe', () => {
  let billing: BillingProvider;
  beforeAll(() => {
    billing = openStripe();
  });
  beforeEach(() => stripe.failAll(null));

  test('a tenant becomes one customer, even if its first checkouts are parallel', async () => {
    const account = newAccount();
    const started = await Promise.all(
      [1, 2, 3].map(() => billing.startCheckout(account, 'starter')),
    );
    expect(new Set(started.map(({ customerId }) => customerId)).size).toBe(1);
  });

  test('a checkout sells the plan’s price once to the tenant’s customer and returns to the platform', async () => {
    const account = newAccount();
    const { url, customerId } = await billing.startCheckout(account, 'enterprise');
    expect(stripe.sessions.get(url.split('/').at(-1) ?? '')).toMatchObject({
      mode: 'subscription',
      customer: customerId,
      client_reference_id: account.tenantId,
      line_items: [{ price: 'price_e', quantity: '1' }],
      success_url: `${baseUrl}/settings/billing?checkout=completed`,
      cancel_url: `${baseUrl}/settings/billing?checkout=canceled`,
    });
    expect(stripe.customers.get(customerId ?? '')).toMatchObject({
      name: 'Acme',
      email: 'owner@example.com',
    });
  });

  test('a subscriber confirms another plan in the portal and gets no second subscription', async () => {
    const account = await subscribe(billing, newAccount(), 'starter');
    const before = stripe.sessions.size;
    const { url } = await billing.startCheckout(account, 'professional');
    expect(url).toContain('billing.stripe.test');
    expect(stripe.sessions.size).toBe(before);
  });

  test('a new checkout expires an earlier open one, so that only one can be paid', async () => {
    const account = newAccount();
    const first = await billing.startCheckout(account, 'starter');
    const second = await billing.startCheckout(
      { ...account, customerId: first.customerId },
      'professional',
    );
    const [old, current] = [first, second].map(({ url }) =>
      stripe.sessions.get(url.split('/').at(-1) ?? ''),
    );
    expect([old?.['status'], current?.['status']]).toEqual(['expired', 'open']);
  });

  test('cancelling ends every subscription and every open checkout', async () => {
    const account = await subscribe(billing, newAccount(), 'starter');
    const customerId = account.customerId ?? '';
    stripe.subscribe(customerId, 'price_p', { status: 'past_due' });
    const other = newAccount();
    const open = await billing.startCheckout({ ...other, customerId: null }, 'starter');
    const otherAccount = { ...other, customerId: open.customerId };
    await billing.cancel(account);
    await billing.cancel(otherAccount);
    const left = [...stripe.subscriptions.values()].filter(
      ({ customer }) => customer === customerId,
    );
    expect(left.map(({ status }) => status)).toEqual(['canceled', 'canceled']);
    expect(stripe.sessions.get(open.url.split('/').at(-1) ?? '')).toMatchObject({
      status: 'expired',
    });
  });

  test.each([
    ['active', 'active'],
    ['trialing', 'active'],
    ['past_due', 'past_due'],
    ['unpaid', 'past_due'],
    ['paused', 'past_due'],
    ['canceled', 'canceled'],
    ['incomplete', 'none'],
    ['incomplete_expired', 'none'],
    ['something_new', 'none'],
  ])('maps its status %s to %s', async (status, expected) => {
    const account = newAccount();
    const { customerId } = await billing.startCheckout(account, 'starter');
    stripe.subscribe(customerId ?? '', 'price_p', { status });
    const state = await billing.readState({ ...account, customerId });
    expect(state).toMatchObject({
      status: expected,
      plan: 'professional',
      currentPeriodEnd: expect.any(Date),
    });
  });

  test('the best subscription counts; an unknown price names no plan', async () => {
    const account = newAccount();
    const { customerId } = await billing.startCheckout(account, 'starter');
    stripe.subscribe(customerId ?? '', 'price_other');
    stripe.subscribe(customerId ?? '', 'price_p', { status: 'canceled' });
    expect(await billing.readState({ ...account, customerId })).toMatchObject({
      status: 'active',
      plan: null,
    });
  });

  describe.each([
    ['has never heard of', (id: string) => void stripe.customers.delete(id)],
    ['has deleted', (id: string) => stripe.deleteCustomer(id)],
  ])('a customer that Stripe %s', (_what, lose) => {
    test('has no subscription, nothing to cancel and no portal', async () => {
      const account = await subscribe(billing, newAccount(), 'starter');
      lose(account.customerId ?? '');
      expect(await billing.readState(account)).toMatchObject({ status: 'none', plan: null });
      expect(await billing.cancel(account)).toMatchObject({ status: 'none', plan: null });
      await expect(billing.openPortal(account)).rejects.toThrow(new ApiError('no_subscription'));
    });

    test('is replaced by one new customer at the next checkouts, even if they are parallel', async () => {
      const account = await subscribe(billing, newAccount(), 'starter');
      lose(account.customerId ?? '');
      const started = await Promise.all(
        [1, 2, 3].map(() => billing.startCheckout(account, 'starter')),
      );
      const [customerId, ...others] = new Set(started.map((link) => link.customerId));
      expect(others).toEqual([]);
      expect(customerId).not.toBe(account.customerId);
      expect(stripe.customers.get(customerId ?? '')).toMatchObject({ name: 'Acme' });
      stripe.completeCheckout(started.at(-1)?.url.split('/').at(-1) ?? '');
      const replaced = { ...account, customerId: customerId ?? null };
      expect(await billing.readState(replaced)).toMatchObject({ status: 'active' });
    });
  });

  test('a subscription that disappears while it is cancelled counts as ended, and the others are cancelled, too', async () => {
    const account = await subscribe(billing, newAccount(), 'starter');
    stripe.subscribe(account.customerId ?? '', 'price_p');
    const vanish = (request: string) => {
      const [, id = ''] = /^DELETE .*\/(sub_\w+)/.exec(request) ?? [];
      stripe.subscriptions.delete(id);
    };
    const stop = stripe.onRequest(vanish);
    expect(await billing.cancel(account)).toMatchObject({ status: 'none' });
    stop();
  });

  test('a subscription that Stripe refuses to cancel does not count as cancelled', async () => {
    const account = await subscribe(billing, newAccount(), 'starter');
    const body = { error: { type: 'invalid_request_error', message: 'Not this one' } };
    const stop = stripe.onRequest((request) => {
      if (request.startsWith('DELETE')) stripe.failNext({ status: 400, body });
    });
    await expect(billing.cancel(account)).rejects.toThrow(unavailable);
    stop();
    expect(await billing.cancel(account)).toMatchObject({ status: 'canceled' });
  });

  // BIL-11
  test('prices are read from Stripe once, and one that it does not tell is null', async () => {
    stripe.failNext({ status: 500, body: { error: { type: 'api_error', message: 'No' } } });
    const known = {
      amount: expect.any(Number),
      currency: 'usd',
      interval: 'month',
      intervalCount: 1,
    };
    const first = await billing.readPrices();
    expect(Object.values(first ?? {}).filter((price) => price === null)).toHaveLength(1);
    expect(Object.values(first ?? {})).toEqual(expect.arrayContaining([known, known, null]));
    const before = stripe.requests.length;
    expect(await billing.readPrices()).toEqual(first);
    expect(stripe.requests).toHaveLength(before);
  });

  const unavailable = new ApiError('billing_unavailable');
  test.each([401, 402, 404, 429, 500, 503])(
    'an error %i is billing_unavailable',
    async (status) => {
      stripe.failAll({ status, body: { error: { type: 'api_error', message: 'No' } } });
      const account = newAccount({ customerId: 'cus_1' });
      // Each waits for its second attempt.
      await Promise.all([
        expect(billing.startCheckout(account, 'starter')).rejects.toThrow(unavailable),
        expect(billing.openPortal(account)).rejects.toThrow(unavailable),
        expect(billing.cancel(account)).rejects.toThrow(unavailable),
        expect(billing.readState(account)).rejects.toThrow(unavailable),
      ]);
    },
  );

  test('a second attempt recovers from one failure; there is no third', async () => {
    stripe.failNext({ status: 500, body: { error: { type: 'api_error', message: 'No' } } });
    const account = newAccount();
    expect((await billing.startCheckout(account, 'starter')).customerId).not.toBeNull();
    stripe.failAll({ status: 500, body: { error: { type: 'api_error', message: 'No' } } });
    const before = stripe.requests.length;
    await expect(billing.readState({ ...account, customerId: 'cus_1' })).rejects.toThrow(
      unavailable,
    );
    expect(stripe.requests.length - before).toBe(2);
  });

  test('a request without an answer times out', async () => {
    stripe.failAll('hang');
    await expect(openStripe(50).readState(newAccount({ customerId: 'cus_1' }))).rejects.toThrow(
      unavailable,
    );
  });

  test('an event is read only if its signature is right and fresh', () => {
    const { id, body, signature } = stripe.signEvent('invoice.paid', {
      object: 'invoice',
      customer: 'cus_7',
    });
    expect(billing.readEvent(body, signature)).toMatchObject({
      id,
      type: 'invoice.paid',
      customerId: 'cus_7',
    });
    const nowSeconds = Math.floor(Date.now() / 1_000);
    const wrong = [
      [body, undefined],
      [body, ''],
      [body, 'nonsense'],
      [`${body} `, signature],
      [body, signBody('whsec_other', body, nowSeconds)],
      [body, signBody(stripe.webhookSecret, body, nowSeconds - 3_600)],
      ['', signBody(stripe.webhookSecret, '', nowSeconds)],
      ['[', signBody(stripe.webhookSecret, '[', nowSeconds)],
    ] as const;
    for (const [sent, header] of wrong) {
      expect(() => billing.readEvent(sent, header)).toThrow(new ApiError('invalid_signature'));
    }
  });
});
