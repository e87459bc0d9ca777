import type { BillingPlan } from '@ecp/contract/identity/auth';
import type { Billing } from '@ecp/contract/identity/billing';
import { billingPlanLimits } from '@ecp/contract/identity/billing-plan-limits';
import { useState } from 'react';
import { billingTexts } from '../../../texts/en/settings/billing.ts';
import { PartHeader } from '../../../ui/layout/part-header.tsx';
import { BillingPlanCard } from './billing-plan-card.tsx';
import { ChangeBillingPlanDialog } from './change-billing-plan-dialog.tsx';
import { describePrice } from './describe-price.ts';
import type { Checkout } from './use-checkout.ts';

/** The billing plans, smallest first. */
const billingPlanNames = Object.keys(billingPlanLimits) as BillingPlan[];

interface PlanCardsProps {
  plan: BillingPlan;
  /** Only set on the owner's page. Others can compare plans but not choose one. */
  billing?: Billing;
  checkout?: Checkout;
}

/** Shows the billing plans side by side. The owner can choose one. */
export function BillingPlanCards({ plan, billing, checkout }: PlanCardsProps) {
  const [asked, setAsked] = useState<BillingPlan | null>(null);
  const isActive = billing?.subscription.status === 'active' || billing?.subscription.status === 'past_due';
  const choose = (chosen: BillingPlan) => {
    // Paid changes are confirmed at Stripe. A change that takes effect at once is confirmed here.
    if (billing?.provider === 'local' && isActive) setAsked(chosen);
    else checkout?.begin.mutate(chosen);
  };
  return (
    <section aria-label={billingTexts.plans.title} className="flex flex-col gap-4">
      <PartHeader title={billingTexts.plans.title} description={billingTexts.plans.description} />
      <ul className="grid gap-4 md:grid-cols-3">
        {billingPlanNames.map((one) => (
          <BillingPlanCard
            key={one}
            plan={one}
            isCurrent={one === plan}
            isActive={billing === undefined || isActive}
            isBusy={checkout?.begin.isPending === true && checkout.begin.variables === one}
            price={billing && describePrice(billing, one)}
            onChoose={checkout && (() => choose(one))}
          />
        ))}
      </ul>
      {billing?.provider === 'stripe' && <p className="text-muted text-sm">{billingTexts.plans.tax}</p>}
      {asked && billing && checkout && (
        <ChangeBillingPlanDialog plan={asked} billing={billing} checkout={checkout} onClose={() => setAsked(null)} />
      )}
    </section>
  );
}
