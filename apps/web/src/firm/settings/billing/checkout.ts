import type { BillingPlan } from '@ecp/contract/identity/auth';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../../../base/api/client.ts';
import { billingQuery } from '../../../base/api/firm-queries.ts';
import { sessionQuery } from '../../../base/session/session.ts';
import { statusTexts } from '../../../base/texts/common.ts';
import { showDoneToast } from '../../../base/ui/toasts/show-toast.ts';
import { billingTexts } from './texts.ts';

const key = 'checkout-begun';
/**
 * How long the page waits for the confirmation, which arrives within seconds
 * (docs/requirements/billing.md).
 */
const waitMs = 90_000;
/** Billing permits few requests a minute. */
const pollMs = 10_000;

/**
 * Changes the billing plan: at once with local billing, through the payment provider's pages with
 * Stripe.
 */
export function useCheckout() {
  const queryClient = useQueryClient();
  const [begunAt, setBegunAt] = useState(() => Number(sessionStorage.getItem(key) ?? 0));
  const status = queryClient.getQueryData(billingQuery.queryKey)?.subscription.status;
  const isWaiting = (status === 'none' || status === 'canceled') && Date.now() - begunAt < waitMs;
  useEffect(() => {
    if (status !== 'active') return;
    // After the confirmation, a later end of the subscription must not look like a pending payment.
    sessionStorage.removeItem(key);
    setBegunAt(0);
  }, [status]);
  const begin = useMutation({
    mutationFn: (plan: BillingPlan) => api.startCheckout({ plan }),
    async onSuccess({ url }, plan) {
      if (!isThisPage(url)) {
        sessionStorage.setItem(key, String(Date.now()));
        location.assign(url);
        return;
      }
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: billingQuery.queryKey }),
        queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey }),
      ]);
      showDoneToast(billingTexts.change.done(statusTexts.plan[plan]));
    },
  });
  return { begin, isWaiting, pollMs: isWaiting ? pollMs : (false as const) };
}

export type Checkout = ReturnType<typeof useCheckout>;

/**
 * Local billing redirects to this page. Only the path is compared, because the host may be spelled
 * differently.
 */
function isThisPage(url: string): boolean {
  return new URL(url, location.origin).pathname === location.pathname;
}
