import type { Billing } from '@ecp/contract/identity/billing';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { billingQuery } from '../../../domain/billing/queries.ts';
import { sessionQuery, useSession } from '../../../session/session.ts';
import { billingTexts } from '../../../texts/en/settings/billing.ts';
import { statusTexts } from '../../../texts/en/shared/statuses.ts';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { Skeleton, SkeletonRows } from '../../../ui/states/skeleton.tsx';
import { BillingNotice } from './billing-notice.tsx';
import { BillingPlanCards } from './billing-plan-cards.tsx';
import { BillingPlanSection } from './billing-plan-section.tsx';
import { UsageSection } from './usage-section.tsx';
import { useCheckout } from './use-checkout.ts';

/** Shows billing plan, usage and payment to the owner. Others see the plans and which one the workspace has (BIL-7). */
export function BillingPage() {
  const { has } = useSession();
  return has('owner') ? <OwnersBilling /> : <OthersBilling />;
}

function OwnersBilling() {
  const checkout = useCheckout();
  const { data: billing, error, refetch } = useQuery({ ...billingQuery, refetchInterval: checkout.pollMs });
  useFreshSession(billing);
  if (error && !billing) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!billing) return <BillingSkeleton />;
  return (
    <div className="flex flex-col gap-6">
      <BillingNotice status={billing.subscription.status} isWaiting={checkout.isWaiting} />
      <div className="grid gap-6 lg:grid-cols-2">
        <BillingPlanSection billing={billing} />
        <UsageSection billing={billing} />
      </div>
      <BillingPlanCards plan={billing.plan} billing={billing} checkout={checkout} />
    </div>
  );
}

function OthersBilling() {
  const { role, subscription, tenant } = useSession();
  return (
    <div className="flex flex-col gap-6">
      <p className="text-muted">{billingTexts.notOwner(statusTexts.role[role])}</p>
      <BillingNotice status={subscription.status} isWaiting={false} />
      <BillingPlanCards plan={tenant.plan} />
    </div>
  );
}

function BillingSkeleton() {
  return (
    <div className="flex flex-col gap-6">
      <div className="grid gap-6 lg:grid-cols-2">
        <Skeleton className="h-48 rounded-xl" />
        <Skeleton className="h-48 rounded-xl" />
      </div>
      <SkeletonRows rows={1} className="h-56 w-full" />
    </div>
  );
}

/** Refetches the session when billing plan or subscription have changed, because other pages read them from there. */
function useFreshSession(billing: Billing | undefined): void {
  const { tenant, subscription } = useSession();
  const queryClient = useQueryClient();
  const isOld = billing && (billing.plan !== tenant.plan || billing.subscription.status !== subscription.status);
  useEffect(() => {
    if (isOld) void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
  }, [isOld, queryClient]);
}
