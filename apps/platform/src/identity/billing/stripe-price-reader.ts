import type { BillingPlan } from '@ecp/contract/identity/auth';
import type { BillingPrice, BillingPrices } from '@ecp/contract/identity/billing';
import type Stripe from 'stripe';
import type { StripePrices } from '../../kernel/settings/platform-config.ts';

const intervals = ['day', 'week', 'month', 'year'] as const;
const keptMs = { known: 3_600_000, unknown: 60_000 } as const;
/** A page waits for this, so it is short, and there is one attempt. */
const limits = { timeout: 3_000, maxNetworkRetries: 0 } as const;

/**
 * Makes a function that returns what each plan costs at Stripe, or null for a plan whose price Stripe does not tell in
 * time or that has no fixed amount. Answers are kept for an hour, and missing ones for a minute (BIL-11).
 */
export function createStripePriceReader(stripe: Stripe, prices: StripePrices): () => Promise<BillingPrices> {
  const kept = new Map<BillingPlan, { price: BillingPrice | null; untilMs: number }>();
  const readPrice = async (plan: BillingPlan): Promise<BillingPrice | null> => {
    const earlier = kept.get(plan);
    if (earlier && earlier.untilMs > Date.now()) return earlier.price;
    const answer = await stripe.prices.retrieve(prices[plan], {}, limits).then(toPrice, () => null);
    kept.set(plan, { price: answer, untilMs: Date.now() + (answer ? keptMs.known : keptMs.unknown) });
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
  const interval = intervals.find((known) => known === recurring?.interval);
  if (amount === null || !recurring || !interval) return null;
  return { amount, currency, interval, intervalCount: recurring.interval_count };
}
