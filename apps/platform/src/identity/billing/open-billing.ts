import type { PlatformConfig } from '../../kernel/settings/platform-config.ts';
import type { BillingProvider } from './billing-provider.ts';
import { createLocalBilling } from './local-billing.ts';
import { createStripeBilling } from './stripe-billing.ts';

/** Stripe when STRIPE_SECRET_KEY is set, else local billing (SET-10). */
export function openBilling({ stripe, baseUrl }: Pick<PlatformConfig, 'stripe' | 'baseUrl'>): BillingProvider {
  return stripe ? createStripeBilling({ settings: stripe, baseUrl }) : createLocalBilling({ baseUrl });
}
