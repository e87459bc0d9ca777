import { ApiError } from '@ecp/contract/declaring/errors';
import type { BillingPlan } from '@ecp/contract/identity/auth';
import type { BillingPrice, BillingPrices } from '@ecp/contract/identity/billing';
import Stripe from 'stripe';
import type {
  BillingAccount,
  BillingEvent,
  BillingProvider,
  SubscriptionState,
  SubscriptionStatus,
} from '../../kernel/ports.ts';
import type { StripePrices, StripeSettings } from '../../kernel/settings.ts';

interface StripeBillingOptions {
  settings: StripeSettings;
  baseUrl: string;
  /** Timeout of one attempt; there are two. */
  timeoutMs?: number;
}

/** Stripe's largest page. No customer has more subscriptions or open checkouts. */
const pageSize = 100;

/**
 * Billing by Stripe with hosted checkout and portal. The subscription is always read from Stripe
 * itself.
 */
export function createStripeBilling({
  settings,
  baseUrl,
  timeoutMs = 10_000,
}: StripeBillingOptions): BillingProvider {
  const { prices, webhookSecret } = settings;
  const stripe = connect(settings, timeoutMs);
  const returnUrl = `${baseUrl}/settings/billing`;
  const listSubscriptions = async (customerId: string) =>
    (
      await ask(() =>
        stripe.subscriptions.list({ customer: customerId, status: 'all', limit: pageSize }),
      )
    ).data;
  // Otherwise two open checkouts could both be paid.
  const expireCheckouts = async (customer: string) => {
    const open = await ask(() =>
      stripe.checkout.sessions.list({ customer, status: 'open', limit: pageSize }),
    );
    for (const { id } of open.data) await unlessDone(() => stripe.checkout.sessions.expire(id));
  };
  const readState = async (account: BillingAccount): Promise<SubscriptionState> => {
    const customer = await findCustomer(stripe, account);
    return toSubscriptionState(customer === null ? [] : await listSubscriptions(customer), prices);
  };

  return {
    name: 'stripe',
    firstStatus: 'none',
    readState,
    async startCheckout(account, plan) {
      const customer =
        (await findCustomer(stripe, account)) ?? (await createCustomer(stripe, account));
      const live = (await listSubscriptions(customer)).find(isLiveSubscription);
      if (!live) await expireCheckouts(customer);
      const { url } = live
        ? await ask(() =>
            stripe.billingPortal.sessions.create(
              planChange(customer, live, prices[plan], returnUrl),
            ),
          )
        : await ask(() =>
            stripe.checkout.sessions.create(
              newCheckout(customer, account, prices[plan], returnUrl),
            ),
          );
      if (!url) throw new ApiError('billing_unavailable');
      return { url, customerId: customer, state: null };
    },
    async openPortal(account) {
      const customer = await findCustomer(stripe, account);
      if (customer === null) throw new ApiError('no_subscription');
      const { url } = await ask(() =>
        stripe.billingPortal.sessions.create({ customer, return_url: returnUrl }),
      );
      return { url };
    },
    async cancel(account) {
      const customer = await findCustomer(stripe, account);
      if (customer === null) return toSubscriptionState([], prices);
      await expireCheckouts(customer);
      for (const { id } of (await listSubscriptions(customer)).filter(isLiveSubscription)) {
        await unlessDone(() => stripe.subscriptions.cancel(id));
      }
      const left = await listSubscriptions(customer);
      if (left.some(isLiveSubscription)) throw new ApiError('billing_unavailable');
      return toSubscriptionState(left, prices);
    },
    readPrices: createStripePriceReader(stripe, prices),
    readEvent: (rawBody, signature) => readEvent(stripe, webhookSecret, rawBody, signature),
  };
}

function connect({ secretKey, apiBase }: StripeSettings, timeoutMs: number): Stripe {
  const limits = { timeout: timeoutMs, maxNetworkRetries: 1, telemetry: false } as const;
  if (apiBase === undefined) return new Stripe(secretKey, limits);
  const { protocol, hostname, port } = new URL(apiBase);
  const isPlain = protocol === 'http:';
  return new Stripe(secretKey, {
    ...limits,
    host: hostname,
    port: port || (isPlain ? '80' : '443'),
    protocol: isPlain ? 'http' : 'https',
  });
}

/** Finds the tenant's customer; null if Stripe has none with that id, and thus no subscription. */
async function findCustomer(
  stripe: Stripe,
  { customerId }: BillingAccount,
): Promise<string | null> {
  if (customerId === null) return null;
  const isMissing = (error: unknown) =>
    error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';
  return ask(async () => {
    const customer = await stripe.customers.retrieve(customerId).catch((error: unknown) => {
      if (isMissing(error)) return null;
      throw error;
    });
    return customer === null || customer.deleted ? null : customerId;
  });
}

/**
 * Creates one customer per tenant, and one to replace each that is gone, even in repeated or
 * parallel calls.
 */
async function createCustomer(
  stripe: Stripe,
  { tenantId, tenantName, ownerEmail, customerId: gone }: BillingAccount,
): Promise<string> {
  const customer = { name: tenantName, email: ownerEmail, metadata: { tenantId } };
  const idempotencyKey =
    gone === null ? `customer-${tenantId}` : `customer-${tenantId}-after-${gone}`;
  const { id } = await ask(() => stripe.customers.create(customer, { idempotencyKey }));
  return id;
}

function newCheckout(
  customer: string,
  { tenantId }: BillingAccount,
  price: string,
  returnUrl: string,
): Stripe.Checkout.SessionCreateParams {
  return {
    mode: 'subscription',
    customer,
    client_reference_id: tenantId,
    line_items: [{ price, quantity: 1 }],
    subscription_data: { metadata: { tenantId } },
    success_url: `${returnUrl}?checkout=completed`,
    cancel_url: `${returnUrl}?checkout=canceled`,
  };
}

/**
 * Makes a subscriber confirm a change of plan in the portal. Another checkout would be a second
 * subscription.
 */
function planChange(
  customer: string,
  subscription: Stripe.Subscription,
  price: string,
  returnUrl: string,
): Stripe.BillingPortal.SessionCreateParams {
  const id = subscription.items.data[0]?.id;
  if (id === undefined) return { customer, return_url: returnUrl };
  return {
    customer,
    return_url: returnUrl,
    flow_data: {
      type: 'subscription_update_confirm',
      subscription_update_confirm: {
        subscription: subscription.id,
        items: [{ id, price, quantity: 1 }],
      },
    },
  };
}

/** Throws `billing_unavailable` for any failure of Stripe. Its reason is logged with it. */
async function ask<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call();
  } catch (error) {
    throw new ApiError('billing_unavailable', { cause: error });
  }
}

/**
 * Calls Stripe to end something, and ignores 400 and 404, by which Stripe says that it has already
 * ended.
 */
async function unlessDone(call: () => Promise<unknown>): Promise<void> {
  try {
    await call();
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) {
      throw new ApiError('billing_unavailable', { cause: error });
    }
  }
}

function readEvent(
  stripe: Stripe,
  secret: string,
  rawBody: string,
  signature: string | undefined,
): BillingEvent {
  let event: Stripe.Event;
  try {
    event = stripe.webhooks.constructEvent(rawBody, signature ?? '', secret);
  } catch (error) {
    throw new ApiError('invalid_signature', { cause: error });
  }
  const about = event.data.object as { customer?: unknown };
  const customer =
    typeof about.customer === 'object'
      ? (about.customer as { id?: unknown } | null)?.id
      : about.customer;
  return {
    id: event.id,
    type: event.type,
    createdAt: new Date(event.created * 1_000),
    customerId: typeof customer === 'string' ? customer : null,
  };
}

/** Maps Stripe's statuses to ours. An unknown status gives no access. */
const ourStatuses: Record<string, SubscriptionStatus> = {
  active: 'active',
  trialing: 'active',
  past_due: 'past_due',
  unpaid: 'past_due',
  paused: 'past_due',
  canceled: 'canceled',
  incomplete: 'none',
  incomplete_expired: 'none',
};
const statusOf = ({ status }: Stripe.Subscription): SubscriptionStatus =>
  ourStatuses[status] ?? 'none';

const endedStatuses = ['canceled', 'incomplete_expired'];

/** True while the subscription may still cost money or give access. */
const isLiveSubscription = ({ status }: Stripe.Subscription): boolean =>
  !endedStatuses.includes(status);

const statusOrder: SubscriptionStatus[] = ['active', 'past_due', 'canceled', 'none'];

/**
 * Picks the subscription that counts of all that a customer has had: the best, and of these the
 * newest.
 */
function toSubscriptionState(
  all: readonly Stripe.Subscription[],
  prices: StripePrices,
): SubscriptionState {
  const [best] = all.toSorted(
    (a, b) =>
      statusOrder.indexOf(statusOf(a)) - statusOrder.indexOf(statusOf(b)) || b.created - a.created,
  );
  if (!best) return { status: 'none', plan: null, currentPeriodEnd: null, externalId: null };
  const item = best.items.data[0];
  const plan =
    (Object.keys(prices) as BillingPlan[]).find((name) => prices[name] === item?.price.id) ?? null;
  return {
    status: statusOf(best),
    plan,
    currentPeriodEnd: item ? new Date(item.current_period_end * 1_000) : null,
    externalId: best.id,
  };
}

const priceIntervals = ['day', 'week', 'month', 'year'] as const;
const pricesKeptMs = { known: 3_600_000, unknown: 60_000 } as const;
/** A page waits for this, so it is short, and there is one attempt. */
const priceLimits = { timeout: 3_000, maxNetworkRetries: 0 } as const;

/**
 * Makes a function that returns each plan's price at Stripe, or null. Kept for an hour, missing
 * ones for a minute.
 */
function createStripePriceReader(
  stripe: Stripe,
  prices: StripePrices,
): () => Promise<BillingPrices> {
  const kept = new Map<BillingPlan, { price: BillingPrice | null; untilMs: number }>();
  const readPrice = async (plan: BillingPlan): Promise<BillingPrice | null> => {
    const earlier = kept.get(plan);
    if (earlier && earlier.untilMs > Date.now()) return earlier.price;
    const answer = await stripe.prices
      .retrieve(prices[plan], {}, priceLimits)
      .then(toPrice, () => null);
    kept.set(plan, {
      price: answer,
      untilMs: Date.now() + (answer ? pricesKeptMs.known : pricesKeptMs.unknown),
    });
    return answer;
  };
  return async () => {
    const [starter, professional, enterprise] = await Promise.all([
      readPrice('starter'),
      readPrice('professional'),
      readPrice('enterprise'),
    ]);
    return { starter, professional, enterprise };
  };
}

function toPrice({ unit_amount: amount, currency, recurring }: Stripe.Price): BillingPrice | null {
  const interval = priceIntervals.find((known) => known === recurring?.interval);
  if (amount === null || !recurring || !interval) return null;
  return { amount, currency, interval, intervalCount: recurring.interval_count };
}
