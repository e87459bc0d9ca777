import type { Billing } from '@ecp/contract/billing';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { sessionQuery, useSession } from '../../../session/session.ts';

/** Plan and subscription may change behind the session, as when a payment is confirmed; other pages go by the session. */
export function useFreshSession(billing: Billing | undefined): void {
  const { tenant, subscription } = useSession();
  const queryClient = useQueryClient();
  const isOld = billing && (billing.plan !== tenant.plan || billing.subscription.status !== subscription.status);
  useEffect(() => {
    if (isOld) void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
  }, [isOld, queryClient]);
}
