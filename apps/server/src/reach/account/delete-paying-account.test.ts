import type { AccountDeleted } from '@ecp/contract/identity/account';
import { type FakeStripe, startFakeStripe } from '@ecp/testing/fake-stripe/fake-stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';
import { createTestTenant, type TestTenant } from '../../../testing/test-tenant.ts';
import { StorageUnavailableError } from '../../kernel/storage/object-storage.ts';

let platform: TestPlatform;
let stripe: FakeStripe;
beforeAll(async () => {
  stripe = await startFakeStripe();
  const { secretKey, webhookSecret, url } = stripe;
  const prices = { starter: 'price_s', professional: 'price_p', enterprise: 'price_e' };
  platform = await startTestPlatform({
    config: { stripe: { secretKey, webhookSecret, prices, apiBase: url } },
  });
});
afterAll(async () => {
  await platform.close();
  await stripe.close();
});

async function deleteAccount({ cookie }: TestTenant) {
  const body = JSON.stringify({ confirmText: 'DELETE MY ACCOUNT' });
  const headers = { 'content-type': 'application/json', cookie };
  const response = await fetch(`${platform.baseUrl}/api/account/delete`, {
    method: 'DELETE',
    headers,
    body,
  });
  const answer = (await response.json()) as AccountDeleted;
  return { status: response.status, cancelled: answer.summary.stripeSubscriptionCancelled };
}

/** Makes a tenant that opened a checkout; `pay` completes it as a customer would. */
async function tenantAtCheckout() {
  const tenant = await createTestTenant(platform);
  const { body } = await tenant.post<{ url: string }>('/api/billing/checkout', { plan: 'starter' });
  const sessionId = body.url.split('/').at(-1) ?? '';
  const customerId = String(stripe.sessions.get(sessionId)?.['customer']);
  return { tenant, customerId, sessionId, pay: () => stripe.completeCheckout(sessionId) };
}

describe('stripeSubscriptionCancelled', () => {
  // ACC-6
  test('is true when a subscription at Stripe was cancelled, whatever webhooks have arrived before', async () => {
    const { tenant, pay } = await tenantAtCheckout();
    const subscription = pay();
    expect(await deleteAccount(tenant)).toEqual({ status: 200, cancelled: true });
    expect(subscription['status']).toBe('canceled');
  });

  test('is false when there was none or it had ended; an open checkout is closed', async () => {
    const never = await createTestTenant(platform);
    expect(await deleteAccount(never)).toEqual({ status: 200, cancelled: false });
    const open = await tenantAtCheckout();
    expect(await deleteAccount(open.tenant)).toEqual({ status: 200, cancelled: false });
    expect(stripe.sessions.get(open.sessionId)).toMatchObject({ status: 'expired' });
    const ended = await tenantAtCheckout();
    ended.pay()['status'] = 'canceled';
    expect(await deleteAccount(ended.tenant)).toEqual({ status: 200, cancelled: false });
  });

  test('is false, and the account is erased, when Stripe does not know the customer', async () => {
    const { tenant, customerId, pay } = await tenantAtCheckout();
    pay();
    stripe.customers.delete(customerId);
    expect(await deleteAccount(tenant)).toEqual({ status: 200, cancelled: false });
  });

  test('stays true when the work starts again after the cancellation', async () => {
    const { tenant, pay } = await tenantAtCheckout();
    pay();
    const { storage } = platform.services;
    let failures = 2;
    platform.services.storage = {
      ...storage,
      deletePrefix: async (prefix) => {
        if (failures-- > 0) throw new StorageUnavailableError('away');
        return storage.deletePrefix(prefix);
      },
    };
    expect(await deleteAccount(tenant)).toEqual({ status: 200, cancelled: true });
    platform.services.storage = storage;
  });
});
