import type { BillingPlan } from '@ecp/contract/identity/auth';
import type { Billing, BillingPrices } from '@ecp/contract/identity/billing';

export type SubscriptionStatus = Billing['subscription']['status'];

/** A tenant's subscription as the provider knows it. */
export interface SubscriptionState {
  status: SubscriptionStatus;
  /** Null if the provider names no plan; the tenant then keeps its plan. */
  plan: BillingPlan | null;
  currentPeriodEnd: Date | null;
  /** The provider's own id. */
  externalId: string | null;
}

/** The paying tenant, as a provider is told of it. */
export interface BillingAccount {
  tenantId: string;
  tenantName: string;
  ownerEmail: string;
  status: SubscriptionStatus;
  plan: BillingPlan;
  /** The provider's own ids, once it has assigned them. */
  customerId: string | null;
  externalId: string | null;
}

/** A message of the provider with a valid signature. */
export interface BillingEvent {
  id: string;
  type: string;
  createdAt: Date;
  /** Null if the event is not about a customer. */
  customerId: string | null;
}

/**
 * The payment provider: Stripe, or local billing where no key of Stripe is set. Every call throws
 * `billing_unavailable` within half a minute if the provider does not answer. Every call may be repeated.
 */
export interface BillingProvider {
  readonly name: 'local' | 'stripe';
  /** Subscription status of a tenant that has just signed up (BIL-5, BIL-6). */
  readonly firstStatus: 'active' | 'none';
  /** Starts a checkout. Returns the URL to continue at, and the new state if it takes effect at once. */
  startCheckout(
    account: BillingAccount,
    plan: BillingPlan,
  ): Promise<{ url: string; customerId: string | null; state: SubscriptionState | null }>;
  /** Opens the page for payment methods and invoices. Error: `no_subscription` for a tenant unknown to the provider. */
  openPortal(account: BillingAccount): Promise<{ url: string }>;
  /** Ends every subscription and every open checkout at once. */
  cancel(account: BillingAccount): Promise<SubscriptionState>;
  /** Reads the current state. */
  readState(account: BillingAccount): Promise<SubscriptionState>;
  /** Reads what the plans cost; null if nothing is paid here. Never fails (BIL-11). */
  readPrices(): Promise<BillingPrices | null>;
  /** Reads a signed message. Error: `invalid_signature`; local billing throws it for every message. */
  readEvent(rawBody: string, signature: string | undefined): BillingEvent;
}

declare module '../../kernel/services.ts' {
  interface Services {
    billing: BillingProvider;
  }
}
