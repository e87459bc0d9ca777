import type { PlatformConfig } from '../../kernel/settings/platform-config.ts';
import type { BillingProvider } from './billing-provider.ts';
import { createLocalBilling } from './local-billing.ts';

/** Opens Stripe billing if STRIPE_SECRET_KEY is set, else local billing, which does not load Stripe's code (SET-10). */
export async function openBilling({
  stripe,
  baseUrl,
}: Pick<PlatformConfig, 'stripe' | 'baseUrl'>): Promise<BillingProvider> {
  if (stripe === undefined) return createLocalBilling({ baseUrl });
  const { createStripeBilling } = await import('./stripe-billing.ts');
  return createStripeBilling({ settings: stripe, baseUrl });
}
