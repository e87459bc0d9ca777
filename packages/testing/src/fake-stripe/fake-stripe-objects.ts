import type { Form } from './fake-stripe-form.ts';

/** An object of Stripe's API, as JSON. */
export type StripeObject = Record<string, unknown>;

const monthSeconds = 30 * 24 * 3_600;

/** Makes a page of objects, newest first, in Stripe's envelope. */
export function listOf(url: string, data: StripeObject[]): StripeObject {
  return { object: 'list', url, has_more: false, data: data.toReversed() };
}

/** Makes an open checkout session of the mode `subscription`. `created` is in seconds. */
export function newCheckoutSession(id: string, form: Form, created: number): StripeObject {
  return {
    id,
    object: 'checkout.session',
    created,
    livemode: false,
    status: 'open',
    payment_status: 'unpaid',
    subscription: null,
    url: `https://checkout.stripe.test/c/pay/${id}`,
    ...form,
  };
}

/** Makes an active subscription with one item, in its first month. `created` is in seconds. */
export function newSubscription(
  id: string,
  itemId: string,
  customer: string,
  price: string,
  created: number,
): StripeObject {
  const item = {
    id: itemId,
    object: 'subscription_item',
    created,
    quantity: 1,
    subscription: id,
    current_period_start: created,
    current_period_end: created + monthSeconds,
    price: { id: price, object: 'price', currency: 'usd', type: 'recurring' },
  };
  return {
    id,
    object: 'subscription',
    created,
    customer,
    livemode: false,
    status: 'active',
    cancel_at_period_end: false,
    canceled_at: null,
    ended_at: null,
    metadata: {},
    items: { object: 'list', url: `/v1/subscription_items?subscription=${id}`, has_more: false, data: [item] },
  };
}
