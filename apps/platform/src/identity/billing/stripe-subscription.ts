import type { BillingPlan } from '@ecp/contract/identity/auth';
import type Stripe from 'stripe';
import type { StripePrices } from '../../kernel/settings/platform-config.ts';
import type { SubscriptionState, SubscriptionStatus } from './billing-provider.ts';

/** Maps Stripe's statuses to ours. An unknown status gives no access. */
const statuses: Record<string, SubscriptionStatus> = {
  active: 'active',
  trialing: 'active',
  past_due: 'past_due',
  unpaid: 'past_due',
  paused: 'past_due',
  canceled: 'canceled',
  incomplete: 'none',
  incomplete_expired: 'none',
};
const statusOf = ({ status }: Stripe.Subscription): SubscriptionStatus => statuses[status] ?? 'none';

const ended = ['canceled', 'incomplete_expired'];

/** True while the subscription may still cost money or give access. */
export const isLiveSubscription = ({ status }: Stripe.Subscription): boolean => !ended.includes(status);

const order: SubscriptionStatus[] = ['active', 'past_due', 'canceled', 'none'];

/** Picks the subscription that counts of all that a customer has had: the best, and of these the newest. */
export function toSubscriptionState(all: readonly Stripe.Subscription[], prices: StripePrices): SubscriptionState {
  const [best] = all.toSorted(
    (a, b) => order.indexOf(statusOf(a)) - order.indexOf(statusOf(b)) || b.created - a.created,
  );
  if (!best) return { status: 'none', plan: null, currentPeriodEnd: null, externalId: null };
  const item = best.items.data[0];
  const plan = (Object.keys(prices) as BillingPlan[]).find((name) => prices[name] === item?.price.id) ?? null;
  return {
    status: statusOf(best),
    plan,
    currentPeriodEnd: item ? new Date(item.current_period_end * 1_000) : null,
    externalId: best.id,
  };
}
