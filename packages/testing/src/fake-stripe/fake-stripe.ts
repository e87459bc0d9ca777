import { createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { isDeepStrictEqual } from 'node:util';

/** Replaces the answer of a request. `hang` never answers. */
export type Failure = { status: number; body: object } | 'hang';

/** A Stripe account in memory, behind Stripe's HTTP API. */
export interface FakeStripe extends StripeAccount {
  /** Address for STRIPE_API_BASE. */
  url: string;
  secretKey: string;
  webhookSecret: string;
  /** `METHOD path` of every received request. */
  requests: string[];
  /** Makes the next request fail like this, whatever it is. */
  failNext(failure: Failure): void;
  /** Makes every request fail like this, until null is given. */
  failAll(failure: Failure | null): void;
  /** Pays as the customer: completes the session and returns its active subscription. */
  completeCheckout(sessionId: string): StripeObject;
  /** Subscribes a customer to a price without a checkout. */
  subscribe(customerId: string, price: string, fields?: StripeObject): StripeObject;
  /**
   * Deletes a customer at Stripe. Remove it from `customers` instead to make it one that Stripe
   * never knew.
   */
  deleteCustomer(id: string): void;
  /**
   * Calls `listener` with each request's `METHOD path` before it is answered. Returns a function
   * that ends this.
   */
  onRequest(listener: (request: string) => void): () => void;
  /** Makes a signed message about an object, as Stripe would post it. */
  signEvent(
    type: string,
    object: StripeObject,
    fields?: { id?: string; created?: number },
  ): SignedEvent;
  close(): Promise<void>;
}

/**
 * Starts a fake of those endpoints of Stripe that billing uses, with forms in and Stripe's objects
 * and errors out.
 */
export async function startFakeStripe(): Promise<FakeStripe> {
  const secretKey = newStripeId('sk_test');
  const webhookSecret = newStripeId('whsec');
  const account: StripeAccount = {
    customers: new Map(),
    subscriptions: new Map(),
    sessions: new Map(),
  };
  const respond = createResponder(secretKey, stripeEndpoints(account));
  const requests: string[] = [];
  const listeners = new Set<(request: string) => void>();
  const failures: { next: Failure | null; all: Failure | null } = { next: null, all: null };
  const server = createServer(async (request, response) => {
    const asked = `${request.method} ${request.url?.split('?')[0]}`;
    requests.push(asked);
    for (const listener of [...listeners]) listener(asked);
    const failure = failures.next ?? failures.all;
    failures.next = null;
    if (failure === 'hang') return;
    const { status, body } = failure ?? (await respond(request));
    send(response, status, body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    ...account,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    secretKey,
    webhookSecret,
    requests,
    failNext: (failure) => void Object.assign(failures, { next: failure }),
    failAll: (failure) => void Object.assign(failures, { all: failure }),
    completeCheckout: (sessionId) => completeCheckout(account, sessionId),
    subscribe: (customerId, price, fields = {}) => subscribe(account, customerId, price, fields),
    deleteCustomer: (id) => deleteCustomer(account, id),
    onRequest(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    signEvent: (type, object, fields = {}) =>
      signStripeEvent(webhookSecret, {
        id: newStripeId('evt'),
        created: nowSeconds(),
        ...fields,
        type,
        object,
      }),
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

interface Answer {
  status: number;
  body: object;
}

/**
 * Checks the key, finds the endpoint, and repeats the first answer for a repeated idempotency key.
 */
function createResponder(secretKey: string, endpoints: Record<string, StripeEndpoint>) {
  const answered = new Map<string, { form: Form; path: string; body: object }>();
  const find = ({ method, headers }: IncomingMessage, pathname: string) => {
    if (headers.authorization !== `Bearer ${secretKey}`) {
      throw new StripeFailure(401, {
        type: 'invalid_request_error',
        message: 'Invalid API Key provided',
      });
    }
    const id =
      /^\/v1\/(?:checkout\/sessions|customers|prices|subscriptions)\/(\w+)/.exec(pathname)?.[1] ??
      '';
    const endpoint = endpoints[`${method} ${id ? pathname.replace(id, ':id') : pathname}`];
    if (!endpoint)
      throw invalidRequest(404, 'url_invalid', `Unrecognized request URL (${method}: ${pathname})`);
    return (form: Form) => endpoint(form, id);
  };
  const answerOnce = (
    key: string,
    path: string,
    form: Form,
    endpoint: (form: Form) => object,
  ): object => {
    const earlier = answered.get(key);
    if (earlier && !(earlier.path === path && isDeepStrictEqual(earlier.form, form))) {
      const message =
        'Keys for idempotent requests can only be used with the parameters they were first used with.';
      throw new StripeFailure(400, { type: 'idempotency_error', message });
    }
    // Returns the first answer unchanged, even if the object has changed since.
    const body = earlier?.body ?? structuredClone(endpoint(form));
    answered.set(key, { form, path, body });
    return body;
  };
  return async (request: IncomingMessage): Promise<Answer> => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stripe');
    const sent = await text(request);
    const form = parseForm(request.method === 'POST' ? new URLSearchParams(sent) : searchParams);
    try {
      const endpoint = find(request, pathname);
      const key = request.headers['idempotency-key'];
      const body =
        typeof key === 'string' ? answerOnce(key, pathname, form, endpoint) : endpoint(form);
      return { status: 200, body };
    } catch (error) {
      if (!(error instanceof StripeFailure)) throw error;
      return error;
    }
  };
}

function completeCheckout(account: StripeAccount, sessionId: string): StripeObject {
  const session = findObject(account.sessions, 'checkout.session', sessionId);
  const { line_items: items, subscription_data: data } = session as {
    line_items: Form[];
    subscription_data?: Form;
  };
  const made = subscribe(
    account,
    String(session['customer']),
    String(items[0]?.['price']),
    data ?? {},
  );
  Object.assign(session, {
    status: 'complete',
    payment_status: 'paid',
    subscription: made['id'],
    url: null,
  });
  return made;
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, {
    'content-type': 'application/json',
    'request-id': newStripeId('req'),
  });
  response.end(JSON.stringify(body));
}

/** The objects of an account of the fake Stripe, by id. */
interface StripeAccount {
  customers: Map<string, StripeObject>;
  subscriptions: Map<string, StripeObject>;
  sessions: Map<string, StripeObject>;
}

/** Performs a request with the fields of its form and the id in its path. */
type StripeEndpoint = (form: Form, id: string) => object;

/** An error that is answered like Stripe's. */
class StripeFailure extends Error {
  readonly status: number;
  readonly body: object;
  constructor(
    status: number,
    error: { type: string; code?: string; param?: string; message: string },
  ) {
    super(error.message);
    this.status = status;
    this.body = { error };
  }
}

/** Makes a refusal of the caller's request. */
const invalidRequest = (status: number, code: string, message: string) =>
  new StripeFailure(status, { type: 'invalid_request_error', code, message });
const missing = (kind: string, id: string) =>
  invalidRequest(404, 'resource_missing', `No such ${kind}: '${id}'`);
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
const newStripeId = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`;

/** Returns the seconds since 1970, Stripe's unit of time. */
const nowSeconds = () => Math.floor(Date.now() / 1_000);

const keep = (all: Map<string, StripeObject>, object: StripeObject) => {
  all.set(String(object['id']), object);
  return object;
};

/** Finds the object with an id, or throws Stripe's 404. */
function findObject(all: Map<string, StripeObject>, kind: string, id: string): StripeObject {
  const found = all.get(id);
  if (!found) throw missing(kind, id);
  return found;
}

function subscribe(
  { subscriptions }: StripeAccount,
  customer: string,
  price: string,
  fields: StripeObject,
): StripeObject {
  const made = newSubscription(
    newStripeId('sub'),
    newStripeId('si'),
    customer,
    price,
    nowSeconds(),
  );
  return keep(subscriptions, { ...made, ...fields });
}

/**
 * Deletes a customer like the dashboard: its subscriptions end, and its id stays known as deleted.
 */
function deleteCustomer({ customers, subscriptions }: StripeAccount, id: string): void {
  customers.set(id, { id, object: 'customer', deleted: true });
  for (const subscription of subscriptions.values()) {
    if (subscription['customer'] === id)
      Object.assign(subscription, { status: 'canceled', ended_at: nowSeconds() });
  }
}

/** Returns the endpoints of an account by method and path. `:id` is a parameter. */
function stripeEndpoints(account: StripeAccount): Record<string, StripeEndpoint> {
  const { customers, sessions, subscriptions } = account;
  const requireCustomer = (form: Form) => {
    const id = String(form['customer'] ?? '');
    const customer = customers.get(id);
    if (!customer || customer['deleted']) throw missingCustomer(id);
  };
  // The objects of a deleted customer can still be listed.
  const allowCustomer = ({ customer }: Form) => {
    if (customer !== undefined && !customers.has(String(customer)))
      throw missingCustomer(String(customer));
  };
  const customerOf = (form: Form) => ({
    id: newStripeId('cus'),
    object: 'customer',
    created: nowSeconds(),
    livemode: false,
    metadata: {},
    ...form,
  });
  return {
    'POST /v1/customers': (form) => keep(customers, customerOf(form)),
    'GET /v1/customers/:id': (_form, id) => findObject(customers, 'customer', id),
    'GET /v1/prices/:id': (_form, id) => ({
      id,
      object: 'price',
      currency: 'usd',
      unit_amount: 4_900,
      recurring: { interval: 'month', interval_count: 1 },
    }),
    'POST /v1/checkout/sessions': (form) => {
      requireCustomer(form);
      if (form['mode'] !== 'subscription')
        throw invalidRequest(400, 'parameter_invalid', 'Only subscriptions here');
      return keep(sessions, newCheckoutSession(newStripeId('cs_test'), form, nowSeconds()));
    },
    'GET /v1/checkout/sessions': (form) => {
      allowCustomer(form);
      return listOf(
        '/v1/checkout/sessions',
        [...sessions.values()].filter(matches(form, ['customer', 'status'])),
      );
    },
    'POST /v1/checkout/sessions/:id/expire': (_form, id) => {
      const session = findObject(sessions, 'checkout.session', id);
      if (session['status'] !== 'open')
        throw invalidRequest(400, 'resource_invalid', 'Only open sessions can expire');
      return Object.assign(session, { status: 'expired', url: null });
    },
    'POST /v1/billing_portal/sessions': (form) => {
      requireCustomer(form);
      const id = newStripeId('bps');
      const url = `https://billing.stripe.test/p/session/${id}`;
      return {
        id,
        object: 'billing_portal.session',
        created: nowSeconds(),
        livemode: false,
        url,
        ...form,
      };
    },
    'GET /v1/subscriptions': (form) => {
      allowCustomer(form);
      return listOf('/v1/subscriptions', listSubscriptions(account, form));
    },
    'DELETE /v1/subscriptions/:id': (_form, id) => {
      const subscription = findObject(subscriptions, 'subscription', id);
      if (subscription['status'] === 'canceled') throw missing('subscription', id);
      return Object.assign(subscription, {
        status: 'canceled',
        canceled_at: nowSeconds(),
        ended_at: nowSeconds(),
      });
    },
  };
}

const ended = ['canceled', 'incomplete_expired'];

/** Lists subscriptions like Stripe: without a status, those that have not ended. */
function listSubscriptions({ subscriptions }: StripeAccount, form: Form): StripeObject[] {
  const wanted = form['status'];
  return [...subscriptions.values()]
    .filter(matches(form, ['customer']))
    .filter(
      ({ status }) =>
        wanted === 'all' || (wanted ? status === wanted : !ended.includes(String(status))),
    );
}

function matches(form: Form, names: string[]): (object: StripeObject) => boolean {
  return (object) => names.every((name) => form[name] === undefined || object[name] === form[name]);
}

/** An object of Stripe's API, as JSON. */
type StripeObject = Record<string, unknown>;

const monthSeconds = 30 * 24 * 3_600;

/** Makes a page of objects, newest first, in Stripe's envelope. */
function listOf(url: string, data: StripeObject[]): StripeObject {
  return { object: 'list', url, has_more: false, data: data.toReversed() };
}

/** Makes an open checkout session of the mode `subscription`. `created` is in seconds. */
function newCheckoutSession(id: string, form: Form, created: number): StripeObject {
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
function newSubscription(
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
    items: {
      object: 'list',
      url: `/v1/subscription_items?subscription=${id}`,
      has_more: false,
      data: [item],
    },
  };
}

/** A form in Stripe's nesting: texts, lists and records of them. */
interface Form {
  [name: string]: FormValue;
}
type FormValue = string | Form | FormValue[];

/** Reads Stripe's form encoding: `a[b]=1` is a record, `a[0][b]=1` a list of records. */
function parseForm(fields: URLSearchParams): Form {
  const root: Form = {};
  for (const [name, value] of fields) {
    const path = name.split(/[[\]]+/).filter(Boolean);
    let place = root;
    for (const step of path.slice(0, -1)) {
      const next = (place[step] ?? {}) as Form;
      place[step] = next;
      place = next;
    }
    place[path.at(-1) ?? ''] = value;
  }
  return Object.fromEntries(Object.entries(root).map(([name, value]) => [name, toLists(value)]));
}

/** Records whose names are 0, 1, 2 … are lists. */
function toLists(value: FormValue): FormValue {
  if (typeof value === 'string' || Array.isArray(value)) return value;
  const entries = Object.entries(value).map(([name, item]) => [name, toLists(item)] as const);
  if (entries.length > 0 && entries.every(([name], at) => name === String(at)))
    return entries.map(([, item]) => item);
  return Object.fromEntries(entries);
}

/** A message to post. */
export interface SignedEvent {
  id: string;
  body: string;
  /** Value of the header `Stripe-Signature`. */
  signature: string;
}

/**
 * Signs a message about an object as Stripe documents it: HMAC-SHA256 over `<timestamp>.<body>`.
 */
function signStripeEvent(
  secret: string,
  event: { id: string; created: number; type: string; object: StripeObject },
): SignedEvent {
  const { id, created, type, object } = event;
  const about = { object: structuredClone(object) };
  const body = JSON.stringify({
    id,
    object: 'event',
    api_version: null,
    created,
    livemode: false,
    type,
    data: about,
  });
  return { id, body, signature: signBody(secret, body, Math.floor(Date.now() / 1_000)) };
}

/** Makes the signature header of a body for a time in seconds. */
export function signBody(secret: string, body: string, timestamp: number): string {
  return `t=${timestamp},v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;
}
