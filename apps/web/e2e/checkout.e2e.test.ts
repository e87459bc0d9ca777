import { type FakeStripe, startFakeStripe } from '@ecp/testing/fake-stripe/fake-stripe';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { hasBrowser } from './testing/browser.ts';
import { signUpByApi } from './testing/product/sign-up-by-api.ts';
import { startWebProduct, type WebProduct } from './testing/product/web-product.ts';
import { usePeople } from './testing/use-people.ts';

const prices = {
  STRIPE_PRICE_STARTER: 'price_s',
  STRIPE_PRICE_PROFESSIONAL: 'price_p',
  STRIPE_PRICE_ENTERPRISE: 'price_e',
};

describe.runIf(hasBrowser())('paying by Stripe', () => {
  const openPerson = usePeople();
  let stripe: FakeStripe;
  let product: WebProduct;
  /** The address that Stripe returns to, with the host name of the session's cookie. */
  const address = () => product.baseUrl.replace('127.0.0.1', 'localhost');
  beforeAll(async () => {
    stripe = await startFakeStripe();
    product = await startWebProduct({
      ...prices,
      STRIPE_SECRET_KEY: stripe.secretKey,
      STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
      STRIPE_API_BASE: stripe.url,
      RATE_LIMIT_BILLING: '1000',
    });
  });
  afterAll(async () => {
    await product?.close();
    await stripe?.close();
  });

  /** Posts an event of Stripe about the subscription. */
  async function sendBillingEvent(
    { request }: Page,
    type: string,
    subscription: Record<string, unknown>,
  ): Promise<void> {
    const { body: data, signature } = stripe.signEvent(type, subscription);
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
    const answer = await request.post('/api/billing/stripe-webhook', { data, headers });
    if (!answer.ok()) throw new Error(`The message was refused: ${await answer.text()}`);
  }

  it('leads through the checkout to a subscription and its invoices, and reports a failed payment', async () => {
    const toStripe = /^request to another origin: https:\/\/(checkout|billing)\.stripe\.test\//;
    const { page, context } = await openPerson({ baseUrl: address(), expected: [toStripe] });
    await showStripe(context);
    await signUpByApi(page);
    await page.goto('/settings/billing');
    await page.getByText('There is no subscription yet').waitFor();
    await page.getByText('$49.00 per month').first().waitFor();

    await page.getByRole('button', { name: 'Choose Professional' }).click();
    await page.getByRole('heading', { name: 'Pay at Stripe' }).waitFor();
    const subscription = stripe.completeCheckout(page.url().split('/').at(-1) ?? '');
    await page.goto(`${address()}/settings/billing`);
    await page.getByText('Waiting for the confirmation of your payment').waitFor();
    await sendBillingEvent(page, 'customer.subscription.created', subscription);
    await page.getByText('Active', { exact: true }).waitFor();
    await page.getByText('0 of 25').waitFor();

    // A change of the billing plan is confirmed in Stripe's portal, so there is never a second subscription.
    await page.getByRole('button', { name: 'Switch to Enterprise' }).click();
    await page.getByRole('heading', { name: 'Invoices at Stripe' }).waitFor();
    await page.goBack();

    Object.assign(subscription, { status: 'past_due' });
    await sendBillingEvent(page, 'customer.subscription.updated', subscription);
    await page.reload();
    await page.getByText('The last payment did not go through').waitFor();
    await page.getByRole('button', { name: 'Payment and invoices' }).click();
    await page.getByRole('heading', { name: 'Invoices at Stripe' }).waitFor();
    await page.goBack();

    await page.getByRole('button', { name: 'Cancel subscription' }).click();
    await page.getByRole('button', { name: 'Cancel the subscription' }).click();
    await page.getByText('The subscription is canceled').first().waitFor();
    await page.getByRole('button', { name: 'Choose Starter' }).waitFor();
  });
});

/** Replaces Stripe's own pages, which cannot be reached. */
async function showStripe(context: BrowserContext): Promise<void> {
  for (const [host, title] of [
    ['checkout', 'Pay at Stripe'],
    ['billing', 'Invoices at Stripe'],
  ] as const) {
    const body = `<!doctype html><title>${title}</title><h1>${title}</h1>`;
    await context.route(`https://${host}.stripe.test/**`, (route) => route.fulfill({ contentType: 'text/html', body }));
  }
}
