import type { BillingPlan } from '@ecp/contract/identity/auth';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../../../api/client.ts';
import { sessionQuery } from '../../../session/session.ts';
import { billingTexts } from '../../../texts/en/settings/billing.ts';
import { statusTexts } from '../../../texts/en/shared/statuses.ts';
import { showDoneToast } from '../../../ui/toasts/tell.ts';
import { billingQuery } from '../../../domain/billing/queries.ts';

const key = 'checkout-begun';
/** Its confirmation comes within seconds (docs/requirements/billing.md); after that the page waits no more. */
const waitMs = 90_000;
/** Billing allows few requests a minute. */
const pollMs = 10_000;

/** The way to another plan: at once with local billing, by the payment provider's pages with Stripe (BIL-5). */
export function useCheckout() {
  const queryClient = useQueryClient();
  const [begunAt, setBegunAt] = useState(() => Number(sessionStorage.getItem(key) ?? 0));
  const status = queryClient.getQueryData(billingQuery.queryKey)?.subscription.status;
  const isWaiting = (status === 'none' || status === 'canceled') && Date.now() - begunAt < waitMs;
  useEffect(() => {
    if (status !== 'active') return;
    // Confirmed: what ends the subscription now is no payment on its way.
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

/** Local billing leads back here: there is nowhere to go. The host may be spelled otherwise than in the address. */
function isThisPage(url: string): boolean {
  return new URL(url, location.origin).pathname === location.pathname;
}
