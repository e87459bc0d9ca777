import { randomBytes } from 'node:crypto';
import type { Form } from './fake-stripe-form.ts';
import { listOf, newCheckoutSession, newSubscription, type StripeObject } from './fake-stripe-objects.ts';

/** The objects of an account of the fake Stripe, by id. */
export interface StripeAccount {
  customers: Map<string, StripeObject>;
  subscriptions: Map<string, StripeObject>;
  sessions: Map<string, StripeObject>;
}

/** Performs a request with the fields of its form and the id in its path. */
export type StripeEndpoint = (form: Form, id: string) => object;

/** An error that is answered like Stripe's. */
export class StripeFailure extends Error {
  readonly status: number;
  readonly body: object;
  constructor(status: number, error: { type: string; code?: string; param?: string; message: string }) {
    super(error.message);
    this.status = status;
    this.body = { error };
  }
}

/** Makes a refusal of the caller's request. */
export const invalidRequest = (status: number, code: string, message: string) =>
  new StripeFailure(status, { type: 'invalid_request_error', code, message });
const missing = (kind: string, id: string) => invalidRequest(404, 'resource_missing', `No such ${kind}: '${id}'`);
/** Refuses an unknown id in a field like Stripe: with 400, whereas one in the path gets 404. */
const missingCustomer = (id: string) => {
  const message = `No such customer: '${id}'`;
  return new StripeFailure(400, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    param: 'customer',
    message,
  });
};

/** Makes an id in Stripe's form. */
export const newStripeId = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`;

/** Returns the seconds since 1970, Stripe's unit of time. */
export const nowSeconds = () => Math.floor(Date.now() / 1_000);

const keep = (all: Map<string, StripeObject>, object: StripeObject) => {
  all.set(String(object['id']), object);
  return object;
};

/** Finds the object with an id, or throws Stripe's 404. */
export function findObject(all: Map<string, StripeObject>, kind: string, id: string): StripeObject {
  const found = all.get(id);
  if (!found) throw missing(kind, id);
  return found;
}

/** Subscribes a customer to a price. */
export function subscribe(
  { subscriptions }: StripeAccount,
  customer: string,
  price: string,
  fields: StripeObject,
): StripeObject {
  const made = newSubscription(newStripeId('sub'), newStripeId('si'), customer, price, nowSeconds());
  return keep(subscriptions, { ...made, ...fields });
}

/** Deletes a customer like the dashboard: its subscriptions end, and its id stays known as deleted. */
export function deleteCustomer({ customers, subscriptions }: StripeAccount, id: string): void {
  customers.set(id, { id, object: 'customer', deleted: true });
  for (const subscription of subscriptions.values()) {
    if (subscription['customer'] === id) Object.assign(subscription, { status: 'canceled', ended_at: nowSeconds() });
  }
}

/** Returns the endpoints of an account by method and path. `:id` is a parameter. */
export function stripeEndpoints(account: StripeAccount): Record<string, StripeEndpoint> {
  const { customers, sessions, subscriptions } = account;
  const requireCustomer = (form: Form) => {
    const id = String(form['customer'] ?? '');
    const customer = customers.get(id);
    if (!customer || customer['deleted']) throw missingCustomer(id);
  };
  // The objects of a deleted customer can still be listed.
  const allowCustomer = ({ customer }: Form) => {
    if (customer !== undefined && !customers.has(String(customer))) throw missingCustomer(String(customer));
  };
  const customerOf = (form: Form) => ({
    ...{ id: newStripeId('cus'), object: 'customer', created: nowSeconds(), livemode: false, metadata: {} },
    ...form,
  });
  return {
    'POST /v1/customers': (form) => keep(customers, customerOf(form)),
    'GET /v1/customers/:id': (_form, id) => findObject(customers, 'customer', id),
    'GET /v1/prices/:id': (_form, id) => ({
      ...{ id, object: 'price', currency: 'usd', unit_amount: 4_900 },
      recurring: { interval: 'month', interval_count: 1 },
    }),
    'POST /v1/checkout/sessions': (form) => {
      requireCustomer(form);
      if (form['mode'] !== 'subscription') throw invalidRequest(400, 'parameter_invalid', 'Only subscriptions here');
      return keep(sessions, newCheckoutSession(newStripeId('cs_test'), form, nowSeconds()));
    },
    'GET /v1/checkout/sessions': (form) => {
      allowCustomer(form);
      return listOf('/v1/checkout/sessions', [...sessions.values()].filter(matches(form, ['customer', 'status'])));
    },
    'POST /v1/checkout/sessions/:id/expire': (_form, id) => {
      const session = findObject(sessions, 'checkout.session', id);
      if (session['status'] !== 'open') throw invalidRequest(400, 'resource_invalid', 'Only open sessions can expire');
      return Object.assign(session, { status: 'expired', url: null });
    },
    'POST /v1/billing_portal/sessions': (form) => {
      requireCustomer(form);
      const id = newStripeId('bps');
      const url = `https://billing.stripe.test/p/session/${id}`;
      return { id, object: 'billing_portal.session', created: nowSeconds(), livemode: false, url, ...form };
    },
    'GET /v1/subscriptions': (form) => {
      allowCustomer(form);
      return listOf('/v1/subscriptions', listSubscriptions(account, form));
    },
    'DELETE /v1/subscriptions/:id': (_form, id) => {
      const subscription = findObject(subscriptions, 'subscription', id);
      if (subscription['status'] === 'canceled') throw missing('subscription', id);
      return Object.assign(subscription, { status: 'canceled', canceled_at: nowSeconds(), ended_at: nowSeconds() });
    },
  };
}

const ended = ['canceled', 'incomplete_expired'];

/** Lists subscriptions like Stripe: without a status, those that have not ended. */
function listSubscriptions({ subscriptions }: StripeAccount, form: Form): StripeObject[] {
  const wanted = form['status'];
  return [...subscriptions.values()]
    .filter(matches(form, ['customer']))
    .filter(({ status }) => wanted === 'all' || (wanted ? status === wanted : !ended.includes(String(status))));
}

function matches(form: Form, names: string[]): (object: StripeObject) => boolean {
  return (object) => names.every((name) => form[name] === undefined || object[name] === form[name]);
}
