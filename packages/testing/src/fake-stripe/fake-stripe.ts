import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { isDeepStrictEqual } from 'node:util';
import {
  deleteCustomer,
  findObject,
  invalidRequest,
  newStripeId,
  nowSeconds,
  type StripeAccount,
  type StripeEndpoint,
  StripeFailure,
  stripeEndpoints,
  subscribe,
} from './fake-stripe-account.ts';
import { type Form, parseForm } from './fake-stripe-form.ts';
import type { StripeObject } from './fake-stripe-objects.ts';
import { type SignedEvent, signStripeEvent } from './fake-stripe-webhooks.ts';

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
  /** Deletes a customer at Stripe. Remove it from `customers` instead to make it one that Stripe never knew. */
  deleteCustomer(id: string): void;
  /** Calls `listener` with each request's `METHOD path` before it is answered. Returns a function that ends this. */
  onRequest(listener: (request: string) => void): () => void;
  /** Makes a signed message about an object, as Stripe would post it. */
  signEvent(type: string, object: StripeObject, fields?: { id?: string; created?: number }): SignedEvent;
  close(): Promise<void>;
}

/** Starts a fake of those endpoints of Stripe that billing uses, with forms in and Stripe's objects and errors out. */
export async function startFakeStripe(): Promise<FakeStripe> {
  const secretKey = newStripeId('sk_test');
  const webhookSecret = newStripeId('whsec');
  const account: StripeAccount = { customers: new Map(), subscriptions: new Map(), sessions: new Map() };
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
      signStripeEvent(webhookSecret, { id: newStripeId('evt'), created: nowSeconds(), ...fields, type, object }),
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

/** Checks the key, finds the endpoint, and repeats the first answer for a repeated idempotency key. */
function createResponder(secretKey: string, endpoints: Record<string, StripeEndpoint>) {
  const answered = new Map<string, { form: Form; path: string; body: object }>();
  const find = ({ method, headers }: IncomingMessage, pathname: string) => {
    if (headers.authorization !== `Bearer ${secretKey}`) {
      throw new StripeFailure(401, { type: 'invalid_request_error', message: 'Invalid API Key provided' });
    }
    const id = /^\/v1\/(?:checkout\/sessions|customers|prices|subscriptions)\/(\w+)/.exec(pathname)?.[1] ?? '';
    const endpoint = endpoints[`${method} ${id ? pathname.replace(id, ':id') : pathname}`];
    if (!endpoint) throw invalidRequest(404, 'url_invalid', `Unrecognized request URL (${method}: ${pathname})`);
    return (form: Form) => endpoint(form, id);
  };
  const answerOnce = (key: string, path: string, form: Form, endpoint: (form: Form) => object): object => {
    const earlier = answered.get(key);
    if (earlier && !(earlier.path === path && isDeepStrictEqual(earlier.form, form))) {
      const message = 'Keys for idempotent requests can only be used with the parameters they were first used with.';
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
      const body = typeof key === 'string' ? answerOnce(key, pathname, form, endpoint) : endpoint(form);
      return { status: 200, body };
    } catch (error) {
      if (!(error instanceof StripeFailure)) throw error;
      return error;
    }
  };
}

function completeCheckout(account: StripeAccount, sessionId: string): StripeObject {
  const session = findObject(account.sessions, 'checkout.session', sessionId);
  const { line_items: items, subscription_data: data } = session as { line_items: Form[]; subscription_data?: Form };
  const made = subscribe(account, String(session['customer']), String(items[0]?.['price']), data ?? {});
  Object.assign(session, { status: 'complete', payment_status: 'paid', subscription: made['id'], url: null });
  return made;
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json', 'request-id': newStripeId('req') });
  response.end(JSON.stringify(body));
}
