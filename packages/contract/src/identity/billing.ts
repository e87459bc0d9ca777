import { type Static, Type } from 'typebox';
import { defineEndpoint } from '../declaring/endpoint.ts';
import { Nullable, Timestamp } from '../declaring/scalars.ts';
import { PlanName } from './auth.ts';

export const Subscription = Type.Object({
  status: Type.Enum(['active', 'past_due', 'canceled', 'none']),
  plan: PlanName,
  currentPeriodEnd: Nullable(Timestamp),
});

/** The price of a plan in each period. */
export const BillingPrice = Type.Object({
  amount: Type.Integer({
    minimum: 0,
    description: 'In the smallest unit of the currency, such as cents',
  }),
  currency: Type.String({ description: 'ISO 4217, in lower case' }),
  interval: Type.Enum(['day', 'week', 'month', 'year']),
  intervalCount: Type.Integer({ minimum: 1 }),
});
export type BillingPrice = Static<typeof BillingPrice>;

/** The price of each plan; null for one that the provider does not tell. */
export const BillingPrices = Type.Object({
  starter: Nullable(BillingPrice),
  professional: Nullable(BillingPrice),
  enterprise: Nullable(BillingPrice),
});
export type BillingPrices = Static<typeof BillingPrices>;

/** Plan, subscription, prices and usage. A limit is null when the plan has none. */
export const Billing = Type.Object({
  provider: Type.Enum(['local', 'stripe']),
  plan: PlanName,
  subscription: Subscription,
  prices: Nullable(BillingPrices),
  usage: Type.Object({
    engagementsThisMonth: Type.Integer(),
    engagementLimit: Nullable(Type.Integer()),
    storageBytes: Type.Integer(),
    storageLimitBytes: Nullable(Type.Integer()),
    recordBytes: Type.Integer({
      description: 'All that is stored beside the files of attachments',
    }),
    recordLimitBytes: Nullable(Type.Integer()),
  }),
});
export type Billing = Static<typeof Billing>;

const billing = {
  tag: 'Billing',
  credentials: 'session',
  level: 'owner',
  tier: 'billing',
} as const;
const Link = Type.Object({ url: Type.String() });

export const getBilling = defineEndpoint({
  ...billing,
  method: 'GET',
  path: '/api/billing',
  name: 'getBilling',
  summary: 'Read plan, subscription, prices and usage',
  responses: { 200: Billing },
});

const CheckoutBody = Type.Object({ plan: PlanName });
export const startCheckout = defineEndpoint({
  ...billing,
  method: 'POST',
  path: '/api/billing/checkout',
  name: 'startCheckout',
  summary: 'Choose a plan; the answer holds the URL to continue at',
  body: CheckoutBody,
  responses: { 200: Link },
  errors: ['billing_unavailable'],
});

export const openBillingPortal = defineEndpoint({
  ...billing,
  method: 'POST',
  path: '/api/billing/portal',
  name: 'openBillingPortal',
  summary: 'Manage payment; the answer holds the URL to continue at',
  responses: { 200: Link },
  errors: ['billing_unavailable', 'no_subscription'],
});

export const cancelSubscription = defineEndpoint({
  ...billing,
  method: 'POST',
  path: '/api/billing/cancel',
  name: 'cancelSubscription',
  summary: 'Cancel the subscription',
  responses: { 200: Billing },
  errors: ['billing_unavailable', 'no_subscription'],
});

/** Stripe signs the raw body. */
export const stripeWebhook = defineEndpoint({
  method: 'POST',
  path: '/api/billing/stripe-webhook',
  name: 'stripeWebhook',
  summary: 'Receive an event of the payment provider',
  tag: 'Billing',
  credentials: 'none',
  engagementKeyAccess: 'open',
  rawBody: true,
  responses: { 200: Type.Object({ received: Type.Boolean() }) },
  errors: ['invalid_signature', 'billing_unavailable'],
});
