import { ApiError } from '@ecp/contract/declaring/errors';
import type { BillingAccount, BillingProvider, SubscriptionState } from '../../kernel/ports.ts';
import type { PlatformConfig } from '../../kernel/settings.ts';

/**
 * Opens Stripe billing if STRIPE_SECRET_KEY is set, else local billing, which does not load
 * Stripe's code.
 */
export async function openBilling({
  stripe,
  baseUrl,
}: Pick<PlatformConfig, 'stripe' | 'baseUrl'>): Promise<BillingProvider> {
  if (stripe === undefined) return createLocalBilling({ baseUrl });
  const { createStripeBilling } = await import('./stripe-billing.ts');
  return createStripeBilling({ settings: stripe, baseUrl });
}

/**
 * Billing without payment: a checkout activates its plan at once, and cancelling ends it at once.
 */
export function createLocalBilling({ baseUrl }: { baseUrl: string }): BillingProvider {
  const url = `${baseUrl}/settings/billing`;
  const stateOf = ({ status, plan }: BillingAccount): SubscriptionState => ({
    status,
    plan,
    currentPeriodEnd: null,
    externalId: null,
  });
  return {
    name: 'local',
    firstStatus: 'active',
    startCheckout: async (account, plan) => ({
      url,
      customerId: null,
      state: stateOf({ ...account, plan, status: 'active' }),
    }),
    async openPortal({ status }) {
      if (status === 'none') throw new ApiError('no_subscription');
      return { url };
    },
    cancel: async (account) => stateOf({ ...account, status: 'canceled' }),
    readState: async (account) => stateOf(account),
    readPrices: async () => null,
    readEvent() {
      throw new ApiError('invalid_signature');
    },
  };
}
