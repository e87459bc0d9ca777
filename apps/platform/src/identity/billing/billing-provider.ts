import type { BillingPlan } from '@ecp/contract/identity/auth';
import type { Billing } from '@ecp/contract/identity/billing';

export type SubscriptionStatus = Billing['subscription']['status'];

/** A tenant's subscription as the provider knows it. */
export interface SubscriptionState {
  status: SubscriptionStatus;
  /** Null: the provider names none, and the tenant keeps its plan. */
  plan: BillingPlan | null;
  currentPeriodEnd: Date | null;
  /** The provider's own id. */
  externalId: string | null;
}

/** What a provider is told about the tenant that pays. */
export interface BillingAccount {
  tenantId: string;
  tenantName: string;
  ownerEmail: string;
  status: SubscriptionStatus;
  plan: BillingPlan;
  /** The provider's own ids, once it has given some. */
  customerId: string | null;
  externalId: string | null;
}

/** News from the provider, whose signature was right. */
export interface BillingEvent {
  id: string;
  type: string;
  createdAt: Date;
  /** Null: about nothing that a tenant has. */
  customerId: string | null;
}

/**
 * Port to whoever takes the money (architecture, Chosen parts). Every call throws `billing_unavailable` while the
 * provider does not answer, within half a minute; every call may be repeated.
 */
export interface BillingProvider {
  readonly name: 'local' | 'stripe';
  /** Of a tenant that has just signed up (BIL-5, BIL-6). */
  readonly firstStatus: 'active' | 'none';
  /** Begins the way to a plan: where to go on, and the new state where it holds at once. */
  startCheckout(
    account: BillingAccount,
    plan: BillingPlan,
  ): Promise<{ url: string; customerId: string | null; state: SubscriptionState | null }>;
  /** Where means of payment and invoices are managed. Error: `no_subscription` for a tenant that the provider does not know. */
  openPortal(account: BillingAccount): Promise<{ url: string }>;
  /** Ends every subscription at once, and every checkout that is under way. */
  cancel(account: BillingAccount): Promise<SubscriptionState>;
  /** The state now. */
  readState(account: BillingAccount): Promise<SubscriptionState>;
  /** Reads a signed message. Error: `invalid_signature`, for every message where no provider sends any. */
  readEvent(rawBody: string, signature: string | undefined): BillingEvent;
}

declare module '../../kernel/services.ts' {
  interface Services {
    billing: BillingProvider;
  }
}
