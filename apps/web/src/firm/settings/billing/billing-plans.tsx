import type { BillingPlan } from '@ecp/contract/identity/auth';
import type { Billing } from '@ecp/contract/identity/billing';
import { billingPlanLimits } from '@ecp/contract/identity/billing-plan-limits';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { formatBytes, formatCount, formatMoney } from '../../../base/format/format.ts';
import { statusTexts } from '../../../base/texts/common.ts';
import { Badge } from '../../../base/ui/badges.tsx';
import { Button } from '../../../base/ui/buttons.tsx';
import { classNames } from '../../../base/ui/class-names.ts';
import { ConfirmDialog } from '../../../base/ui/dialogs/form-dialogs.tsx';
import { PartHeader } from '../../../base/ui/layout/page.tsx';
import type { Checkout } from './checkout.ts';
import { billingTexts } from './texts.ts';

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
  const isActive =
    billing?.subscription.status === 'active' || billing?.subscription.status === 'past_due';
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
      {billing?.provider === 'stripe' && (
        <p className="text-muted text-sm">{billingTexts.plans.tax}</p>
      )}
      {asked && billing && checkout && (
        <ChangeBillingPlanDialog
          plan={asked}
          billing={billing}
          checkout={checkout}
          onClose={() => setAsked(null)}
        />
      )}
    </section>
  );
}

const { plans: texts } = billingTexts;

interface PlanCardProps {
  plan: BillingPlan;
  isCurrent: boolean;
  isActive: boolean;
  isBusy: boolean;
  price: string | undefined;
  onChoose?: (() => void) | undefined;
}

function BillingPlanCard({ plan, isCurrent, isActive, isBusy, price, onChoose }: PlanCardProps) {
  const { engagementsPerMonth, fileSizeBytes, storageSizeBytes } = billingPlanLimits[plan];
  const name = statusTexts.plan[plan];
  const facts = [
    engagementsPerMonth === null
      ? texts.unlimitedEngagements
      : texts.engagements(formatCount(engagementsPerMonth)),
    texts.storage(formatBytes(storageSizeBytes)),
    texts.fileSize(formatBytes(fileSizeBytes)),
  ];
  const isChosen = isCurrent && isActive;
  return (
    <li
      className={classNames(
        'flex flex-col gap-4 rounded-xl border bg-surface p-4',
        isChosen && 'border-accent-text ring-1 ring-accent-text',
      )}
    >
      <div className="flex h-6 items-center justify-between gap-2">
        <h3 className="font-semibold text-lg">{name}</h3>
        {isChosen && <Badge tone="accent">{texts.current}</Badge>}
      </div>
      {price && <p className="figures -mt-2 text-muted">{price}</p>}
      <ul className="flex flex-1 flex-col gap-2">
        {facts.map((fact) => (
          <li key={fact} className="figures flex items-start gap-2">
            <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-accent-text" />
            {fact}
          </li>
        ))}
      </ul>
      {onChoose && !isChosen && (
        <Button kind={isActive ? 'secondary' : 'primary'} busy={isBusy} onClick={onChoose}>
          {(isActive ? texts.switchTo : texts.choose)(name)}
        </Button>
      )}
    </li>
  );
}

/**
 * Says what a plan costs: its price in a period, that Stripe shows it, or that nothing is paid
 * here.
 */
export function describePrice(
  { provider, prices }: Pick<Billing, 'provider' | 'prices'>,
  plan: BillingPlan,
): string {
  if (provider === 'local') return texts.free;
  const price = prices?.[plan];
  if (!price) return texts.priceLater;
  const { amount, currency, interval, intervalCount } = price;
  return texts.price(formatMoney(amount, currency), interval, intervalCount);
}

const { change: changeTexts, plans } = billingTexts;

interface ChangePlanDialogProps {
  plan: BillingPlan;
  billing: Billing;
  checkout: Checkout;
  onClose: () => void;
}

/**
 * Asks before a plan change that takes effect at once, and says which usage exceeds the new plan's
 * limits.
 */
function ChangeBillingPlanDialog({ plan, billing, checkout, onClose }: ChangePlanDialogProps) {
  const name = statusTexts.plan[plan];
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={changeTexts.title(name)}
      confirmLabel={plans.switchTo(name)}
      kind="primary"
      action={{ isPending: checkout.begin.isPending, error: null }}
      onConfirm={() => checkout.begin.mutate(plan, { onSettled: onClose })}
    >
      <div className="flex flex-col gap-2">
        <p>{changeTexts.lead(name)}</p>
        {findMisfits(plan, billing.usage).map((misfit) => (
          <p key={misfit} className="rounded-lg bg-warn-soft px-3 py-2 text-warn">
            {misfit}
          </p>
        ))}
      </div>
    </ConfirmDialog>
  );
}

function findMisfits(plan: BillingPlan, usage: Billing['usage']): string[] {
  const {
    engagementsPerMonth: monthly,
    storageSizeBytes,
    recordSizeBytes,
  } = billingPlanLimits[plan];
  const { engagementsThisMonth: created, storageBytes, recordBytes } = usage;
  return [
    ...(monthly !== null && created >= monthly
      ? [changeTexts.tooManyEngagements(formatCount(created), formatCount(monthly))]
      : []),
    ...(storageBytes > storageSizeBytes
      ? [changeTexts.tooMuchStorage(formatBytes(storageBytes), formatBytes(storageSizeBytes))]
      : []),
    ...(recordBytes > recordSizeBytes
      ? [changeTexts.tooManyRecords(formatBytes(recordBytes), formatBytes(recordSizeBytes))]
      : []),
  ];
}
