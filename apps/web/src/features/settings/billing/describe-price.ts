import type { BillingPlan } from '@ecp/contract/identity/auth';
import type { Billing } from '@ecp/contract/identity/billing';
import { formatMoney } from '../../../format/format.ts';
import { billingTexts } from '../../../texts/en/settings/billing.ts';

const { plans: texts } = billingTexts;

/** Says what a plan costs (BIL-11): its price in a period, that Stripe shows it, or that nothing is paid here. */
export function describePrice({ provider, prices }: Pick<Billing, 'provider' | 'prices'>, plan: BillingPlan): string {
  if (provider === 'local') return texts.free;
  const price = prices?.[plan];
  if (!price) return texts.priceLater;
  const { amount, currency, interval, intervalCount } = price;
  return texts.price(formatMoney(amount, currency), texts.intervals[interval], intervalCount);
}
